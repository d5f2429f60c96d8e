import { expect, test } from 'vitest'
import { knownMarkets } from './known-markets.ts'

const row = (outcomeId: number, marketId: number, fixtureId: number) => ({ outcomeId, marketId, fixtureId })

test('knows the markets and fixtures of outcomes once all of them were read', () => {
  const markets = knownMarkets()
  expect(markets.learn([row(1, 100, 10), row(2, 100, 10), row(3, 101, 11)])).toEqual({
    outcomeIds: [1, 2, 3],
    marketIds: [100, 101],
    fixtureIds: [10, 11],
  })
  expect(markets.find([3, 1, 2])).toEqual({
    outcomeIds: [3, 1, 2],
    marketIds: [101, 100],
    fixtureIds: [11, 10],
  })
  expect(markets.find([1, 4])).toBeUndefined()
})

test('keeps within its room', () => {
  const markets = knownMarkets(2)
  markets.learn([row(1, 100, 10)])
  markets.learn([row(2, 101, 11), row(3, 102, 12)])
  expect(markets.find([1])).toBeUndefined()
  expect(markets.find([2, 3])).toEqual({
    outcomeIds: [2, 3],
    marketIds: [101, 102],
    fixtureIds: [11, 12],
  })
})
