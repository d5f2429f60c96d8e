import { expect, test } from 'vitest'
import { waitingRoom } from './waiting-bets.ts'

const room = () => waitingRoom({ maxWaitingBets: 4, maxWaitingOfPlayer: 2 })
const of = (playerId: number, requestId: string) => ({ playerId, requestId })

test('a player has a limited number of waiting bets, and the next may wait once one has left', () => {
  const { enter } = room()
  const leave = enter(of(1, 'a'))
  expect(enter(of(1, 'b'))).toBeDefined()
  expect(enter(of(1, 'c'))).toBeUndefined()
  expect(enter(of(2, 'c'))).toBeDefined()
  leave?.()
  expect(enter(of(1, 'c'))).toBeDefined()
})

test('repeating a waiting request takes no second place', () => {
  const { enter } = room()
  const leaves = [enter(of(1, 'a')), enter(of(1, 'a'))]
  expect(enter(of(1, 'b'))).toBeDefined()
  leaves[0]?.()
  expect(enter(of(1, 'c'))).toBeUndefined()
  leaves[1]?.()
  expect(enter(of(1, 'c'))).toBeDefined()
})

test('all players together have a limit of their own', () => {
  const { enter } = room()
  for (const playerId of [1, 2, 3, 4]) enter(of(playerId, 'a'))
  expect(() => enter(of(5, 'a'))).toThrow('too many bets in play are waiting')
})
