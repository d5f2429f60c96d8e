import { expect, test } from 'vitest'
import { knownFixtures } from './known-fixtures.ts'

test('knows the fixtures of outcomes once all of them were read', () => {
  const fixtures = knownFixtures()
  fixtures.learn([
    { outcomeId: 1, fixtureId: 10 },
    { outcomeId: 2, fixtureId: 10 },
    { outcomeId: 3, fixtureId: 11 },
  ])
  expect(fixtures.find([3, 1, 2])).toEqual([11, 10])
  expect(fixtures.find([1, 4])).toBeUndefined()
})

test('keeps within its room', () => {
  const fixtures = knownFixtures(2)
  fixtures.learn([{ outcomeId: 1, fixtureId: 10 }])
  fixtures.learn([
    { outcomeId: 2, fixtureId: 11 },
    { outcomeId: 3, fixtureId: 12 },
  ])
  expect(fixtures.find([1])).toBeUndefined()
  expect(fixtures.find([2, 3])).toEqual([11, 12])
})
