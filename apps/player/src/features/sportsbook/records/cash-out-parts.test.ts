import { expect, test } from 'vitest'
import { leastPercent, paidFor, partOfUnit } from './cash-out-parts.ts'

test.each([
  { offerCents: 10_000, unitCents: 5000, least: 5 },
  { offerCents: 1000, unitCents: 500, least: 10 },
  { offerCents: 999, unitCents: 500, least: 15 },
  { offerCents: 120, unitCents: 100, least: 85 },
  { offerCents: 104, unitCents: 100, least: 100 },
  { offerCents: 3, unitCents: 100, least: 100 },
  { offerCents: 150, unitCents: 1, least: 5 },
])(
  'of an offer of $offerCents cents the least part is $least percent',
  ({ offerCents, unitCents, least }) => {
    expect(leastPercent({ offerCents, minPartCents: 100 }, unitCents)).toBe(least)
  },
)

test('a part is paid no more than its share of the offer', () => {
  expect(paidFor(999, partOfUnit(500, 15), 500)).toBe(149)
})
