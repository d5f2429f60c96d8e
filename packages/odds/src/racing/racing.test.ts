import { fraction } from '@palpite/money'
import { toNumber } from '@palpite/money/fraction'
import { describe, expect, test } from 'vitest'
import { priceMilli } from '../price.ts'
import { LOST, VOID, WON } from '../resolution.ts'
import { deductionPercent, priceAfterWithdrawals } from './deductions.ts'
import { resolveOutright } from './outright.ts'
import { checkRace, placeTermsFor, resolveRace, resolveRunner, type Finish } from './race.ts'

const race = new Map<string, Finish>([
  ['a', 1],
  ['b', 2],
  ['c', 3],
  ['d', 3],
  ['e', 'unplaced'],
  ['f', 'non_runner'],
])

describe('a race', () => {
  test.each([
    ['a', 1, WON],
    ['b', 1, LOST],
    ['c', 3, { won: 1, refunded: 0, of: 2 }],
    ['c', 4, WON],
    ['e', 4, LOST],
    ['f', 3, VOID],
  ] as const)('%s to finish in the first %d resolves to %j', (runner, places, expected) => {
    expect(resolveRunner(race, runner, places)).toEqual(expected)
  })

  test('pays as many places as there are, dead heats or not', () => {
    for (const places of [1, 2, 3, 4]) {
      const runners = [...race.keys()].filter((runner) => race.get(runner) !== 'non_runner')
      const paid = runners.map((runner) => resolveRunner(race, runner, places)).map(({ won, of }) => won / of)
      expect(paid.reduce((sum, share) => sum + share, 0)).toBe(places)
    }
  })

  test.each([
    [[], 'no_runners'],
    [[['a', 2]], 'no_winner'],
    [
      [
        ['a', 'unplaced'],
        ['b', 'unplaced'],
      ],
      'no_winner',
    ],
    [[['a', 'non_runner']], 'no_winner'],
    [
      [
        ['a', 1],
        ['b', 3],
      ],
      'places_skip',
    ],
    [
      [
        ['a', 1],
        ['b', 1],
        ['c', 2],
      ],
      'places_skip',
    ],
    [[['a', 0.5]], 'place_not_whole'],
    [[['a', 0]], 'place_not_whole'],
    [
      [
        ['a', 1],
        ['b', 2.5],
      ],
      'place_not_whole',
    ],
  ] as const)('%j is refused: %s', (runners, reason) => {
    const result = new Map<string, Finish>(runners)
    expect(checkRace(result)).toBe(reason)
    expect(() => resolveRunner(result, 'a', 1)).toThrow(reason)
  })

  test('is open until it has a result, except for non-runners', () => {
    const finishes = new Map<string, Finish>([...race, ['a', 'unplaced']])
    const running = { ending: 'running', finishes } as const
    expect(resolveRace(running, 'a', 1)).toBeUndefined()
    expect(resolveRace(running, 'b', 1)).toBeUndefined()
    expect(resolveRace(running, 'f', 1)).toBe(VOID)
    expect(resolveRace({ ending: 'finished', finishes: race }, 'a', 1)).toEqual(WON)
  })

  test.each(['abandoned', 'postponed', 'cancelled', 'no_contest'] as const)(
    'that is %s gives every stake back',
    (ending) => {
      for (const runner of race.keys()) expect(resolveRace({ ending, finishes: race }, runner, 3)).toBe(VOID)
      expect(() => resolveRace({ ending, finishes: race }, 'z', 3)).toThrow('no runner')
    },
  )

  test('refuses runners and places that do not exist', () => {
    expect(() => resolveRunner(race, 'z', 1)).toThrow('no runner')
    for (const places of [0, -1, 1.5])
      expect(() => resolveRunner(race, 'a', places)).toThrow(`places must be one or more, got ${places}`)
    expect(() => resolveRunner(new Map(), 'a', 1)).toThrow('not a race result: no_runners')
  })

  // docs/maths/racing.md §1: the ends of each row.
  test.each([
    [4, false, undefined],
    [4, true, undefined],
    [5, false, { places: 2, fractionOfOdds: { n: 1, d: 4 } }],
    [7, true, { places: 2, fractionOfOdds: { n: 1, d: 4 } }],
    [7, false, { places: 2, fractionOfOdds: { n: 1, d: 4 } }],
    [11, true, { places: 3, fractionOfOdds: { n: 1, d: 5 } }],
    [12, false, { places: 3, fractionOfOdds: { n: 1, d: 5 } }],
    [15, true, { places: 3, fractionOfOdds: { n: 1, d: 4 } }],
    [16, false, { places: 3, fractionOfOdds: { n: 1, d: 5 } }],
    [8, false, { places: 3, fractionOfOdds: { n: 1, d: 5 } }],
    [12, true, { places: 3, fractionOfOdds: { n: 1, d: 4 } }],
    [16, true, { places: 4, fractionOfOdds: { n: 1, d: 4 } }],
  ] as const)('%d runners, handicap %s: %j', (runners, isHandicap, terms) => {
    expect(placeTermsFor(runners, isHandicap)).toEqual(terms)
  })
})

describe('withdrawn runners', () => {
  // The whole scale: the longest odds of each row, and the price just above.
  test.each([
    ['1/9', 1111, 90],
    ['2/11', 1181, 85],
    ['1/4', 1250, 80],
    ['3/10', 1300, 75],
    ['2/5', 1400, 70],
    ['8/15', 1533, 65],
    ['8/13', 1615, 60],
    ['4/5', 1800, 55],
    ['20/21', 1952, 50],
    ['6/5', 2200, 45],
    ['6/4', 2500, 40],
    ['7/4', 2750, 35],
    ['9/4', 3250, 30],
    ['3/1', 4000, 25],
    ['4/1', 5000, 20],
    ['11/2', 6500, 15],
    ['9/1', 10_000, 10],
    ['14/1', 15_000, 5],
  ] as const)(
    'of odds up to %s, %i thousandths, take %i of a hundred, and five less above',
    (_, price, percent) => {
      expect(deductionPercent(priceMilli(price))).toBe(percent)
      expect(deductionPercent(priceMilli(price + 1))).toBe(percent - 5)
    },
  )

  test('deduct their share of the winnings, at most 90 % together', () => {
    expect([1001, 1100].map((price) => deductionPercent(priceMilli(price)))).toEqual([90, 90])
    expect(priceAfterWithdrawals(priceMilli(6000), [priceMilli(3000)])).toEqual(fraction(9, 2))
    const two = priceAfterWithdrawals(priceMilli(6000), [priceMilli(1300), priceMilli(1300)])
    expect(toNumber(two)).toBe(1.5)
    expect(priceAfterWithdrawals(priceMilli(6000), [])).toEqual(fraction(6))
  })
})

describe('an outright', () => {
  test('is open until there is a winner, and joint winners share', () => {
    expect(resolveOutright({ winners: [] }, 'a', 'all_in')).toBeUndefined()
    expect(resolveOutright({ winners: ['a', 'b'] }, 'a', 'all_in')).toEqual({ won: 1, refunded: 0, of: 2 })
    expect(resolveOutright({ winners: ['b'] }, 'a', 'all_in')).toBe(LOST)
  })

  test('to finish in the first three: a clear first wins, a tie for the last place shares it', () => {
    const positions = new Map([
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 3],
      ['e', 5],
    ])
    const result = { winners: ['a'], places: 3, positions }
    const resolved = ['a', 'b', 'c', 'd', 'e', 'z'].map((team) => resolveOutright(result, team, 'all_in'))
    const half = { won: 1, refunded: 0, of: 2 }
    expect(resolved).toEqual([WON, WON, half, half, LOST, LOST])
  })

  test('several firsts share the places they fill, and the rest continues', () => {
    const positions = new Map([
      ['a', 1],
      ['b', 1],
      ['c', 3],
    ])
    expect(resolveOutright({ winners: [], places: 3, positions }, 'b', 'all_in')).toEqual(WON)
    expect(resolveOutright({ winners: [], places: 1, positions }, 'b', 'all_in')).toEqual({
      won: 1,
      refunded: 0,
      of: 2,
    })
    expect(resolveOutright({ winners: [], places: 3, positions: new Map() }, 'b', 'all_in')).toBeUndefined()
  })

  test('with places and only the winner, the rest is open: the second is unknown', () => {
    const result = { winners: ['a'], places: 3 }
    expect(resolveOutright(result, 'a', 'all_in')).toEqual(WON)
    expect(resolveOutright(result, 'b', 'all_in')).toBeUndefined()
    const shared = { winners: ['a', 'b', 'c', 'd'], places: 3 }
    expect(resolveOutright(shared, 'a', 'all_in')).toEqual({ won: 3, refunded: 0, of: 4 })
    expect(resolveOutright(shared, 'e', 'all_in')).toBe(LOST)
  })

  test('rejects invalid positions', () => {
    const skipping = new Map([
      ['a', 1],
      ['b', 3],
    ])
    expect(() => resolveOutright({ winners: [], positions: skipping }, 'a', 'all_in')).toThrow('places_skip')
    for (const places of [0, 1.5])
      expect(() => resolveOutright({ winners: ['a'], places }, 'a', 'all_in')).toThrow(
        `places must be one or more, got ${places}`,
      )
  })

  test('a non-starter loses all in, and is void otherwise', () => {
    const result = { winners: ['b'], didNotStart: ['a'] }
    expect(resolveOutright(result, 'a', 'all_in')).toBe(LOST)
    expect(resolveOutright(result, 'a', 'runs_or_void')).toBe(VOID)
    expect(resolveOutright(result, 'c', 'runs_or_void')).toBe(LOST)
    // Out of it before anybody has won.
    expect(resolveOutright({ winners: [], didNotStart: ['a'] }, 'a', 'all_in')).toBe(LOST)
  })
})
