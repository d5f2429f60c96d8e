import { expect, test } from 'vitest'
import { leastPercent, paidFor, partOfUnit, shownPercent } from './cash-out-parts.ts'

test.each([
  { offerCents: 10_000, unitCents: 5000, least: 5 },
  { offerCents: 1000, unitCents: 500, least: 10 },
  { offerCents: 999, unitCents: 500, least: 15 },
  { offerCents: 120, unitCents: 100, least: 85 },
  { offerCents: 104, unitCents: 100, least: 100 },
  { offerCents: 3, unitCents: 100, least: 100 },
  { offerCents: 500, unitCents: 3, least: 5 },
  { offerCents: 150, unitCents: 1, least: 100 }, // one cent cannot be split
])(
  'of an offer of $offerCents cents the least part is $least percent',
  ({ offerCents, unitCents, least }) => {
    expect(leastPercent({ offerCents, minPartCents: 100 }, unitCents)).toBe(least)
  },
)

test('a part pays no more than its share of the offer', () => {
  expect(paidFor(999, partOfUnit(500, 15), 500)).toBe(149)
})

test.each([
  { unitCents: 500, percent: 15, shown: 15 },
  { unitCents: 25, percent: 5, shown: 4 },
  { unitCents: 3, percent: 5, shown: 33 },
  { unitCents: 3, percent: 100, shown: 100 },
])(
  '$percent percent of $unitCents cents are shown as the $shown percent that are sold',
  ({ unitCents, percent, shown }) => {
    expect(shownPercent(unitCents, partOfUnit(unitCents, percent))).toBe(shown)
  },
)
