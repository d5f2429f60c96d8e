import { openSessions, registerPlayers } from '../../apps/server/src/identity/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { openBalances } from './transfers.ts'
import { testDevice } from '../test/test-device.ts'

export type Players = { playerIds: number[]; tokens: string[] }

const LIST = 500
const OPENING_CENTS = 100_000

/** Registers many players with R$ 1,000 and a session each, by the modules' own commands. */
export async function openPlayers(deps: Deps, count: number): Promise<Players> {
  const playerIds: number[] = []
  const tokens: string[] = []
  for (let from = 0; from < count; from += LIST) {
    const numbers = Array.from({ length: Math.min(LIST, count - from) }, (_, at) => from + at)
    const registered = await registerPlayers(
      deps,
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
      deps,
      ids.map((playerId) => ({ playerId, ip: '127.0.0.1', device: testDevice })),
    )
    playerIds.push(...ids)
    tokens.push(...sessions.map(({ token }) => token))
  }
  await openBalances(deps, playerIds, OPENING_CENTS)
  return { playerIds, tokens }
}
