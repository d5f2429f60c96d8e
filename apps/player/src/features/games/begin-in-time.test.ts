import { expect, test } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { beginInTime } from './begin-in-time.ts'

const refused = (code: string, waitMs?: number) =>
  new ApiError({ http: 429, status: 5411, path: '/betPlay', data: { code, waitMs } })

/** A game that refuses with these in turn, and then accepts the round. */
const gameThat = (...refusals: readonly ApiError[]) => {
  const waited: number[] = []
  let sent = 0
  const begin = async () => {
    const refusal = refusals[sent]
    sent += 1
    if (refusal) throw refusal
    return 'played'
  }
  return { begin, waited, wait: async (ms: number) => void waited.push(ms), sent: () => sent }
}

test('a round that is too early starts once the game accepts it', async () => {
  const game = gameThat(refused('round_too_soon', 150), refused('round_too_soon', 20))
  expect(await beginInTime(game.begin, game.wait)).toBe('played')
  expect(game.waited).toEqual([150, 20])
})

test('any other refusal is reported at once', async () => {
  const game = gameThat(refused('game_closed'))
  await expect(beginInTime(game.begin, game.wait)).rejects.toMatchObject({ data: { code: 'game_closed' } })
  expect(game.waited).toEqual([])
})

test('a game that keeps refusing is neither retried for ever nor waited for longer than a player would', async () => {
  const game = gameThat(...Array.from({ length: 9 }, () => refused('round_too_soon', 3_600_000)))
  await expect(beginInTime(game.begin, game.wait)).rejects.toThrow('betPlay')
  expect(game.sent()).toBe(5)
  expect(Math.max(...game.waited)).toBe(5000)
})
