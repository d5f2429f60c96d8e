import { offeredPrices } from '@palpite/odds'
import { expect, test } from 'vitest'
import {
  leastInsuredPrice,
  maxBoostBps,
  sportsbookSettings,
  sportsbookSettingsDefinition,
} from './settings.ts'

const dates = { from: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z' }

const choose = (from: number, pick: number): number =>
  Array.from({ length: pick }, (_, at) => (from - at) / (at + 1)).reduce((all, one) => all * one, 1)

/** Solves this many equations with all right sides 1. */
function solve(rows: readonly (readonly number[])[]): number[] {
  const left = rows.map((row) => [...row, 1])
  left.forEach((pivot, at) => {
    const from = [...pivot]
    const by = from[at] ?? Number.NaN
    left.forEach((row, other) => {
      const times = other === at ? 1 - 1 / by : (row[at] ?? 0) / by
      row.forEach((one, place) => (row[place] = one - times * (from[place] ?? 0)))
    })
  })
  return left.map((row) => row.at(-1) ?? Number.NaN)
}

/**
 * The sure return per real of staking on all parlays of this many equal matches with two outcomes, where a parlay
 * that loses by one leg is refunded if insured, and a won one gets a share on its winnings. Parlays with equally many
 * favourites are alike, and so are endings in which equally many win. `stakes` makes every ending return the same,
 * `endings` every parlay: if none is negative, no other stakes have a higher sure return.
 */
function allParlays(
  legs: number,
  [favourite, other]: readonly [number, number],
  { boost = 0, isInsured: givesBack = true } = {},
) {
  const counts = Array.from({ length: legs + 1 }, (_, at) => at)
  /** The return of one real on all parlays with this many favourites if this many favourites win. */
  const brings = (won: number, picked: number): number => {
    const ofEach = 1 / choose(legs, picked)
    const price = favourite ** picked * other ** (legs - picked)
    if (picked === won) return ofEach * (price + boost * (price - 1))
    if (!givesBack || Math.abs(picked - won) > 1) return 0
    return ofEach * (picked < won ? won : legs - won)
  }
  const stakes = solve(counts.map((won) => counts.map((picked) => brings(won, picked))))
  const endings = solve(counts.map((picked) => counts.map((won) => brings(won, picked))))
  return { sure: 1 / endings.reduce((sum, one) => sum + one, 0), stakes, endings }
}

/** The prices of a favourite and the other side at the margin of totals. */
const twoWay = (chance: number): readonly [number, number] => {
  const [one = 0, other = 0] = offeredPrices([chance, 1 - chance], sportsbookSettings.marginsBps.totals)
  return [one / 1000, other / 1000]
}

const isInsured = (minLegs: number, minPriceMilli: number): boolean =>
  'value' in
  sportsbookSettingsDefinition.check({
    parlayInsurances: [{ ...dates, minLegs, minPriceMilli, maxCents: 1000 }],
  })

test('31.8 stakes on all parlays of five matches at 1.10 and 7.50 had a sure profit: no such parlay is insured', () => {
  const { sure, stakes } = allParlays(5, [1.1, 7.5])
  expect(Math.min(...stakes)).toBeGreaterThan(0)
  expect(sure).toBeGreaterThan(1.18)
  expect(isInsured(5, 1100)).toBe(false)
  expect(isInsured(5, 1499)).toBe(false)
  expect(isInsured(5, 1500)).toBe(true)
})

test.each([5, 6, 7, 8, 9, 10, 11, 12])(
  '31.8 no stakes on all parlays of %i matches have a sure return of their cost, at any insured prices',
  (legs) => {
    const min = leastInsuredPrice(legs)
    expect(isInsured(legs, min)).toBe(true)
    const books = Array.from({ length: 97 }, (_, at) => twoWay(0.5 + at / 200)).filter(
      ([favourite]) => favourite * 1000 >= min,
    )
    expect(books.length).toBeGreaterThan(20)
    for (const book of books) {
      const { sure, endings } = allParlays(legs, book)
      expect(Math.min(...endings)).toBeGreaterThanOrEqual(0)
      expect([book, sure < 1]).toEqual([book, true])
    }
  },
)

test('31.8 of insurances in force only one below its minimum price is ignored, and reported', () => {
  const insurance = (minPriceMilli: number) => ({ ...dates, minLegs: 5, minPriceMilli, maxCents: 1000 })
  const parlayInsurances = [insurance(1600), insurance(1499), insurance(1500)]
  const { fit } = sportsbookSettingsDefinition
  expect(fit({ parlayInsurances, minStakeCents: 200 })).toEqual({
    value: { parlayInsurances: [insurance(1600), insurance(1500)], minStakeCents: 200 },
    unknown: [],
    unfit: [],
    leftOut: ['parlayInsurances.1'],
  })
  // An entry out of its own bounds is dropped alone; a list of only bad ones is replaced by the default.
  expect(fit({ parlayInsurances: [insurance(200_000), insurance(1500)] })).toMatchObject({
    value: { parlayInsurances: [insurance(1500)] },
    leftOut: ['parlayInsurances.0'],
  })
  expect(fit({ parlayInsurances: [insurance(1499)] })).toMatchObject({
    value: {},
    unfit: ['parlayInsurances'],
  })
})

const isBoosted = (legs: number, bps: number, more: object = {}): boolean =>
  'value' in
  sportsbookSettingsDefinition.check({
    winningsBoosts: [{ ...dates, minPriceMilli: 1001, maxCents: 1000, steps: [{ legs, bps }] }],
    ...more,
  })

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'no stakes on all parlays of %i matches have a sure return of their cost, at any allowed winnings boost',
  (legs) => {
    const max = maxBoostBps(legs)
    expect([isBoosted(legs, max), isBoosted(legs, max + 1)]).toEqual([true, false])
    // Without a refund a parlay returns something only in its own ending: stakes in inverse proportion are optimal.
    const books = Array.from({ length: 197 }, (_, at) => twoWay(0.5 + at / 400))
    for (const book of books) {
      const { sure } = allParlays(legs, book, { boost: max / 10_000, isInsured: false })
      expect([book, sure < 1]).toEqual([book, true])
    }
  },
)

test('two legs boosted by 15 % had a sure profit: no such boost is allowed', () => {
  const { sure, stakes } = allParlays(2, twoWay(0.565), { boost: 0.15, isInsured: false })
  expect(Math.min(...stakes)).toBeGreaterThan(0)
  expect(sure).toBeGreaterThan(1)
  expect(isBoosted(2, 1500)).toBe(false)
})

test('five legs at 1.50 insured and boosted by 5 % had a sure profit: no two such are in force at once', () => {
  const { sure, stakes } = allParlays(5, twoWay(0.635), { boost: 0.05 })
  expect(Math.min(...stakes)).toBeGreaterThan(0)
  expect(sure).toBeGreaterThan(1.01)
  const insuredIn = (from: string, until: string) => ({
    parlayInsurances: [{ from, until, minLegs: 5, minPriceMilli: 1500, maxCents: 1000 }],
  })
  expect(isBoosted(5, 500)).toBe(true)
  expect(isBoosted(5, 500, insuredIn(dates.from, dates.until))).toBe(false)
  expect(isBoosted(5, 500, insuredIn('2026-12-31T23:59:59Z', '2027-03-01T00:00:00Z'))).toBe(false)
  expect(isBoosted(5, 500, insuredIn(dates.until, '2027-03-01T00:00:00Z'))).toBe(true)
})
