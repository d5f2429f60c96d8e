import { LUCKY_PAYS, luckyColours, luckyReturnToPlayer, type LuckyBet, type LuckyPays } from '@palpite/games'
import { toNumber } from '@palpite/money/fraction'
import { differs, list, number, object, deviates, text, verdict, type Check, type Json } from './case.ts'
import { compareFields } from './fields.ts'
import type { Table } from './paytables-table.ts'

const hundredths = (value: unknown): number => Math.round((number(value) ?? Number.NaN) * 100)

const paysOf = (table: Json): LuckyPays => ({
  colour: hundredths(table['green']),
  dual: hundredths(table['green_on_5']),
  violet: hundredths(table['violet']),
  digit: hundredths(table['number']),
  size: hundredths(table['big']),
})

/** Every kind of bet, by the name its return has where a table gives each its own. */
const BETS: Readonly<Record<string, LuckyBet>> = {
  green: { kind: 'colour', colour: 'green' },
  red: { kind: 'colour', colour: 'red' },
  violet: { kind: 'colour', colour: 'violet' },
  number: { kind: 'digit', digit: 7 },
  small: { kind: 'size', size: 'small' },
  big: { kind: 'size', size: 'big' },
}
/** Other names of the same. */
const ALIASES: Readonly<Record<string, string>> = {
  colour: 'green',
  color: 'green',
  digit: 'number',
  size: 'big',
}

/** A pay table of the colour game: both colours pay alike, and where it says returns, the bets have them. */
const checkPays = (name: string, table: Json): Check => {
  const pays = paysOf(table)
  const fee = number(table['feeOnStake'] ?? 0) ?? Number.NaN
  const ours = name === 'uniform96' ? LUCKY_PAYS : pays
  const returned = (bet: LuckyBet): number => toNumber(luckyReturnToPlayer(bet, pays)) * (1 - fee)
  const pay = (what: string, got: number) => (value: unknown) => differs(what, hundredths(value), got)
  const { wrongs, unread } = compareFields('a pay table', table, {
    green: pay('green', ours.colour),
    red: pay('red', ours.colour),
    green_on_5: pay('green on 5', ours.dual),
    red_on_0: pay('red on 0', ours.dual),
    violet: pay('violet', ours.violet),
    number: pay('number', ours.digit),
    big: pay('big', ours.size),
    small: pay('small', ours.size),
    feeOnStake: (value) => (fee >= 0 && fee < 1 ? undefined : `feeOnStake: ${String(text(value))} is no fee`),
    rtp: (value) => checkReturns(value, returned),
  })
  const missing = Object.entries(pays).find(([, paid]) => !Number.isFinite(paid))
  return verdict(
    `luckyColor ${name}`,
    [missing && `what a ${missing[0]} pays cannot be read`, ...wrongs],
    unread,
  )
}

const checkReturns = (rtp: unknown, returned: (bet: LuckyBet) => number): string | undefined => {
  const named = Object.entries(object(rtp))
  const asked = named.length > 0 ? named : Object.keys(BETS).map((bet): [string, unknown] => [bet, rtp])
  for (const [name, value] of asked) {
    const bet = BETS[ALIASES[name] ?? name]
    const wrong = bet ? deviates(`return of ${name}`, value, returned(bet), 1e-9) : `rtp: no bet ${name}`
    if (wrong !== undefined) return wrong
  }
  return undefined
}

const DIGITS = Array.from({ length: 10 }, (_, digit) => digit)

const checkColour = (colour: 'green' | 'red' | 'violet') => (value: unknown) => {
  const got = DIGITS.filter((digit) => luckyColours(digit).includes(colour))
  // Files list 0 and 5 under violet alone, though they are red and green as well.
  const plain = got.filter((digit) => colour === 'violet' || digit % 5 !== 0)
  const same = differs(colour, list(value), got)
  return same === undefined ? undefined : differs(colour, list(value), plain)
}

/** The colour game: which digits have which colour, and each pay table. */
export const checkLucky = ({ table }: Table): Check[] => {
  const tables = Object.entries(table).filter(([, pays]) => object(pays)['number'] !== undefined)
  const rest = Object.fromEntries(
    Object.entries(table).filter(([name]) => !tables.some(([one]) => one === name)),
  )
  const { wrongs, unread } = compareFields('luckyColor', rest, {
    digits: (value) => differs('digits', value, '0-9'),
    green: checkColour('green'),
    red: checkColour('red'),
    violet: checkColour('violet'),
  })
  return [
    verdict('luckyColor layout', wrongs, unread),
    ...tables.map(([name, pays]) => checkPays(name, object(pays))),
  ]
}
