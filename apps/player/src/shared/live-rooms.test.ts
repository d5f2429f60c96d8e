import type { PublicEvents } from '@palpite/contract'
import { afterEach, expect, test } from 'vitest'
import { callKey } from './api/use-call.ts'
import { writeRoom } from './live-rooms.ts'
import { queryClient } from './query.ts'

type GameRoom = PublicEvents['gameRoom']

const at = (seconds: string, room: GameRoom['room'] = 'double'): GameRoom => ({
  room,
  game: 'double',
  at: `2026-11-20T12:00:${seconds}.000Z`,
  rounds: [],
  bets: [],
  history: [],
  lastDraw: null,
})
const held = (room: string) =>
  queryClient.getQueryData<GameRoom>(callKey('GET /api/app/games/shared/:room', { params: { room } }))?.at

afterEach(() => queryClient.clear())

test('a pushed room reaches its page, each room separately', () => {
  writeRoom(at('01'))
  writeRoom(at('02', 'luckyColor:30'))
  expect([held('double'), held('luckyColor:30')]).toEqual([at('01').at, at('02').at])
})

test('an older reading of a room does not replace a newer one', () => {
  writeRoom(at('05'))
  writeRoom(at('04'))
  expect(held('double')).toBe(at('05').at)
})
