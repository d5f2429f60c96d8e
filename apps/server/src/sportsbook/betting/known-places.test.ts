import { expect, test } from 'vitest'
import { knownPlaces } from './known-places.ts'

const place = (outcomeId: number, marketId: number, fixtureId: number) => ({ outcomeId, marketId, fixtureId })

test('knows where outcomes belong once all of them were read', () => {
  const places = knownPlaces()
  expect(places.learn([place(1, 100, 10), place(2, 100, 10), place(3, 101, 11)])).toEqual({
    marketIds: [100, 101],
    fixtureIds: [10, 11],
  })
  expect(places.find([3, 1, 2])).toEqual({ marketIds: [101, 100], fixtureIds: [11, 10] })
  expect(places.find([1, 4])).toBeUndefined()
})

test('keeps within its room', () => {
  const places = knownPlaces(2)
  places.learn([place(1, 100, 10)])
  places.learn([place(2, 101, 11), place(3, 102, 12)])
  expect(places.find([1])).toBeUndefined()
  expect(places.find([2, 3])).toEqual({ marketIds: [101, 102], fixtureIds: [11, 12] })
})
