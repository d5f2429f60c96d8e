import { LUCKY_PAYS, luckyColours, luckyReturnToPlayer, type LuckyBet, type LuckyPays } from '@palpite/games'
import { toNumber } from '@palpite/money/fraction'
import { differs, list, number, object, strays, verdict, type Check, type Json } from './case.ts'

const hundredths = (value: unknown): number => Math.round((number(value) ?? 0) * 100)

const paysOf = (table: Json): LuckyPays => ({
  colour: hundredths(table['green']),
  dual: hundredths(table['green_on_5']),
  violet: hundredths(table['violet']),
  digit: hundredths(table['number']),
  size: hundredths(table['big']),
})

const BETS: readonly LuckyBet[] = [
  { kind: 'colour', colour: 'green' },
  { kind: 'colour', colour: 'red' },
  { kind: 'colour', colour: 'violet' },
  { kind: 'digit', digit: 7 },
  { kind: 'size', size: 'small' },
  { kind: 'size', size: 'big' },
]

/** A pay table of the colour game: both colours pay alike, and where it says one return, every bet has it. */
const checkPays = (name: string, table: Json): Check => {
  const pays = paysOf(table)
  const fee = number(table['feeOnStake']) ?? 0
  return verdict(`luckyColor ${name}`, [
    differs('red', pays.colour, hundredths(table['red'])),
    differs('red on 0', pays.dual, hundredths(table['red_on_0'])),
    differs('small', pays.size, hundredths(table['small'])),
    ...BETS.filter(() => table['rtp'] !== undefined).map((bet) =>
      strays(
        `return of ${bet.kind}`,
        table['rtp'],
        toNumber(luckyReturnToPlayer(bet, pays)) * (1 - fee),
        1e-9,
      ),
    ),
    name === 'uniform96' ? differs('the house pays', LUCKY_PAYS, pays) : undefined,
  ])
}

/** The colour game: which digits have which colour, and each pay table. */
export const checkLucky = (table: Json): Check[] => [
  verdict(
    'luckyColor layout',
    (['green', 'red', 'violet'] as const).flatMap((colour) =>
      list(table[colour]).map((digit) => {
        const colours = luckyColours(number(digit) ?? -1)
        return colours.includes(colour) ? undefined : `${String(digit)} is not ${colour}`
      }),
    ),
  ),
  ...Object.entries(table)
    .filter(([, pays]) => object(pays)['number'] !== undefined)
    .map(([name, pays]) => checkPays(name, object(pays))),
]
