import { expect, test } from 'vitest'
import { eachOnce } from './each-once.ts'

const rounds = (...ids: string[]) => ids.map((roundId) => ({ roundId }))

test('a round that was answered twice is shown once, at its first position', () => {
  expect(eachOnce(rounds('3', '2', '3', '1'))).toEqual(rounds('3', '2', '1'))
  expect(eachOnce(rounds())).toEqual([])
})
