import { expect, test } from 'vitest'
import { type SeenPrice, withPrice } from './seen-prices.ts'

const minute = 60_000
const noted = (...prices: [at: number, priceMilli: number][]): readonly SeenPrice[] =>
  prices.reduce<readonly SeenPrice[]>(
    (before, [at, priceMilli]) => withPrice(before, { at: at * minute, priceMilli }),
    [],
  )

test('a price is recorded once until it changes', () => {
  expect(noted([0, 2000], [1, 2000], [2, 2100]).map(({ priceMilli }) => priceMilli)).toEqual([2000, 2100])
})

test('prices older than ten minutes are dropped, except the one valid then', () => {
  expect(noted([0, 2000], [1, 2100], [14, 2200], [20, 2300]).map(({ priceMilli }) => priceMilli)).toEqual([
    2100, 2200, 2300,
  ])
})

test('a constantly changing price keeps its last sixty values', () => {
  const many = Array.from({ length: 90 }, (_, place): [number, number] => [place / 60, 2000 + place])
  expect(noted(...many)).toHaveLength(60)
})
