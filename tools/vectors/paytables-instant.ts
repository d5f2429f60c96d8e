import {
  checkCrashTarget,
  checkDiceBet,
  checkLimboTarget,
  countSlot,
  crashReturnToPlayer,
  diceMultiplier,
  diceReturnToPlayer,
  limboChancePercent,
  limboReturnToPlayer,
  DICE_RESULTS,
} from '@palpite/games'
import { toNumber } from '@palpite/money/fraction'
import { differs, list, number, object, deviates, text, verdict, type Check } from './case.ts'
import { compareFields, type Comparisons } from './fields.ts'
import type { Table } from './paytables-table.ts'

const hundredths = (value: unknown): number => Math.round((number(value) ?? Number.NaN) * 100)

const under = (chancePercent: unknown) => ({
  side: 'under' as const,
  targetHundredths: hundredths(chancePercent),
})

const first = (wrongs: readonly (string | undefined)[]): string | undefined =>
  wrongs.find((one) => one !== undefined)

/** Every entry of a table by its key: a chance in percent, or a target. */
const each =
  (what: string, got: (key: string) => number, tolerance = 1e-9) =>
  (value: unknown): string | undefined => {
    const entries = Object.entries(object(value))
    if (entries.length === 0) return `${what}: nothing in it`
    return first(entries.map(([key, wanted]) => deviates(`${what} ${key}`, wanted, got(key), tolerance)))
  }

/** A formula in words, "99/target": its number is what the product's own answer makes of 1. */
const formula =
  (what: string, constant: number, names: readonly string[]) =>
  (value: unknown): string | undefined => {
    const [, percent, name] = /^\s*(\d+(?:\.\d+)?)\s*\/\s*(\w+)/.exec(text(value) ?? '') ?? []
    if (name === undefined || !names.includes(name)) return `${what}: ${String(text(value))} cannot be read`
    return deviates(what, percent, constant, 1e-9)
  }

const check = (name: string, { table }: Table, comparisons: Comparisons): Check[] => {
  const { wrongs, unread } = compareFields(name, table, comparisons)
  const isEmpty = Object.keys(comparisons).every((field) => table[field] === undefined)
  return [
    verdict(
      `${name} table`,
      [isEmpty && unread.length === 0 ? 'nothing in it is known' : undefined, ...wrongs],
      unread,
    ),
  ]
}

const diceTimes = (percent: unknown): number => diceMultiplier(under(percent)) / 10_000

/** Dice: the bounds of the chance, the greatest multiplier, and every multiplier of a chance that is listed. */
export const checkDice = (table: Table): Check[] =>
  check('dice', table, {
    multiplier: formula('multiplier', diceTimes(50) * 50, ['winChancePercent', 'winChance', 'chance']),
    winChanceMin: (value) =>
      first([
        differs('least chance', undefined, checkDiceBet(under(value))),
        differs(
          'below',
          'chance_too_small',
          checkDiceBet({ ...under(value), targetHundredths: hundredths(value) - 1 }),
        ),
      ]),
    winChanceMax: (value) =>
      first([
        differs('greatest chance', undefined, checkDiceBet(under(value))),
        differs(
          'above',
          'chance_too_great',
          checkDiceBet({ ...under(value), targetHundredths: hundredths(value) + 1 }),
        ),
      ]),
    maxMultiplier: (value) => deviates('greatest multiplier', value, diceTimes(0.01), 1e-9),
    minMultiplier: (value) => deviates('least multiplier', value, diceTimes(98), 1e-9),
    multipliers: each('multiplier at', diceTimes),
    results: (value) => differs('results', value, DICE_RESULTS),
    outcomes: (value) => differs('outcomes', value, DICE_RESULTS),
    rtp: (value) => {
      const { n, d } = diceReturnToPlayer(under(49.5))
      const isStated = deviates('rtp', value, (diceTimes(50) * 50) / 100, 1e-9) === undefined
      return isStated ? undefined : deviates('rtp', value, n / d, 1e-6)
    },
  })

/** The bounds of targets, one by one. */
const bounds =
  (refusalOf: (target: number) => string | undefined) =>
  (value: unknown): string | undefined => {
    const [min = Number.NaN, max = Number.NaN, ...more] = list(value).map(hundredths)
    return first([
      differs('bounds', 0, more.length),
      differs('least', undefined, refusalOf(min)),
      differs('greatest', undefined, refusalOf(max)),
      differs('below', 'target_too_low', refusalOf(min - 1)),
      differs('above', 'target_too_high', refusalOf(max + 1)),
    ])
  }

/** Limbo: the bounds of the target, its chance, and the exact return of targets that are listed. */
export const checkLimbo = (table: Table): Check[] =>
  check('limbo', table, {
    target: bounds(checkLimboTarget),
    winChancePercent: (value) =>
      typeof value === 'string'
        ? formula('winChancePercent', limboChancePercent(100), ['target', 'multiplier'])(value)
        : each('chance at', (target) => limboChancePercent(hundredths(target)), 1e-6)(value),
    rtp: (value) =>
      number(value) === undefined
        ? each('return at', (target) => toNumber(limboReturnToPlayer(hundredths(target))), 1e-4)(value)
        : deviates('rtp', value, toNumber(limboReturnToPlayer(200)), 1e-4),
  })

/** Crash: the bounds of the automatic cash-out, and the exact return of targets that are listed. */
export const checkCrash = (table: Table): Check[] =>
  check('crash', table, {
    target: bounds(checkCrashTarget),
    houseEdge: (value) => deviates('houseEdge', value, 1 - toNumber(crashReturnToPlayer(200)), 1e-6),
    rtp: (value) =>
      number(value) === undefined
        ? each('return at', (target) => toNumber(crashReturnToPlayer(hundredths(target))), 1e-4)(value)
        : deviates('rtp', value, toNumber(crashReturnToPlayer(200)), 1e-4),
  })

/** The slot's return, hit rate and positions, counted over all of them. */
export const checkSlot = (table: Table): Check[] => {
  const counted = countSlot()
  return check('slot', table, {
    rtp: (value) => deviates('rtp', value, toNumber(counted.returnToPlayer), 1e-6),
    returnToPlayer: (value) => deviates('returnToPlayer', value, toNumber(counted.returnToPlayer), 1e-6),
    hitRate: (value) => deviates('hitRate', value, toNumber(counted.hitRate), 1e-6),
    positions: (value) => differs('positions', value, counted.positions),
  })
}
