import { present } from '../../platform/assert.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Device } from '../../platform/http/device.ts'
import { networkOf } from '../throttles/network.ts'
import { announceEnded } from './end-sessions.ts'
import { deleteOldestSessions, insertKnownNetworks, insertSessions } from './queries.ts'
import { TOKEN_BYTES, tokenHash } from './token.ts'

export type OpenSession = { playerId: number; ip: string; device: Device }

/** A session's token is told once, here; only its hash is kept. */
export type OpenedSession = { token: string; playerId: number }

/**
 * Opens a session for each request, with a token of its own, and ends a player's oldest beyond the most. The network
 * it is opened from is known from now on. Answers in the order asked.
 */
export const openSessions = (deps: Deps, maxOpen: number, requests: readonly OpenSession[]) =>
  deps.db.begin(async (tx): Promise<OpenedSession[]> => {
    const opened = requests.map(({ playerId }) => ({ playerId, token: deps.random.token(TOKEN_BYTES) }))
    await insertSessions(
      tx,
      requests.map(({ playerId, ip, device }, at) => ({
        tokenHash: tokenHash(present(opened[at], 'a token of its own').token),
        playerId,
        ip,
        userAgent: device.userAgent,
        deviceKind: device.kind,
        deviceId: device.id,
        zone: device.zone,
      })),
    )
    await insertKnownNetworks(tx, {
      playerIds: requests.map(({ playerId }) => playerId),
      networks: requests.map(({ ip }) => networkOf(ip)),
    })
    const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
    await announceEnded(tx, await deleteOldestSessions(tx, playerIds, maxOpen))
    return opened
  })
