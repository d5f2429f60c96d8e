import { openSessions, registerPlayers } from '../../apps/server/src/identity/index.ts'
import type { House } from '../../apps/server/src/platform/house.ts'
import { openBalances } from './transfers.ts'

export type Players = { playerIds: number[]; tokens: string[] }

const LIST = 500
const OPENING_CENTS = 100_000

/** Registers many players with R$ 1,000 and a session each, by the rooms' own deeds. */
export async function openPlayers(house: House, count: number): Promise<Players> {
  const playerIds: number[] = []
  const tokens: string[] = []
  for (let from = 0; from < count; from += LIST) {
    const numbers = Array.from({ length: Math.min(LIST, count - from) }, (_, at) => from + at)
    const registered = await registerPlayers(
      house,
      numbers.map((number) => ({
        email: `bench-${number}@palpite.example`,
        passwordHash: 'no password opens this account',
        phone: null,
        ip: '127.0.0.1',
      })),
    )
    const ids = registered.map((answer) => {
      if (!answer.ok) throw new Error(`a player was refused: ${answer.refusal.code}`)
      return answer.value.playerId
    })
    const sessions = await openSessions(
      house,
      ids.map((playerId) => ({ playerId, ip: '127.0.0.1', userAgent: 'bench' })),
    )
    playerIds.push(...ids)
    tokens.push(...sessions.map(({ token }) => token))
  }
  await openBalances(house, playerIds, OPENING_CENTS)
  return { playerIds, tokens }
}
