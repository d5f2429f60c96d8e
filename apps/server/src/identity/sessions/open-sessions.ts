import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Device } from '../../platform/http/device.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  deleteOldestDevices,
  deleteOldestSessions,
  insertKnownNetworks,
  insertSessions,
  upsertKnownDevices,
} from './queries.ts'
import { holdSecrets } from '../accounts/queries.ts'
import { networkOf } from '../abuse/throttles.ts'
import { announceEnded } from './end-sessions.ts'
import { TOKEN_BYTES, tokenHash } from './tokens.ts'

export type OpenSession = {
  playerId: number
  ip: string
  device: Device
  /** The secret of the device, hashed: known from now on. */
  deviceHash?: string
  /** What was verified: where another password was set meanwhile, no session opens. */
  passwordHash?: string
}

/** A session's token is told once, here; only its hash is kept. */
export type OpenedSession = { token: string; playerId: number; sessionId: number }

/** The most that one player has, of each. */
type Bounds = { maxOpen: number; maxDevices: number }

/**
 * Opens a session for each request, with a token of its own, and ends a player's oldest beyond the most. The network
 * and the device it is opened from are known from now on. A password that was set while another one was being verified ends all
 * sessions: one that would open after it is refused. Answers in the order asked.
 */
export const openSessions = (deps: Deps, { maxOpen, maxDevices }: Bounds, requests: readonly OpenSession[]) =>
  deps.db.begin(async (tx): Promise<Result<OpenedSession, 'wrong_credentials'>[]> => {
    const asked = [...new Set(requests.map(({ playerId }) => playerId))]
    const held = await holdSecrets(tx, asked)
    const hashes = new Map(held.map(({ playerId, passwordHash }) => [playerId, passwordHash]))
    const decided = requests.map((request) => {
      const { playerId, passwordHash } = request
      const isOutdated = passwordHash !== undefined && passwordHash !== hashes.get(playerId)
      return isOutdated ? undefined : { ...request, token: deps.random.token(TOKEN_BYTES) }
    })
    const opened = decided.filter((one) => one !== undefined)
    const inserted = await insertSessions(
      tx,
      opened.map(({ playerId, token, ip, device }) => ({
        tokenHash: tokenHash(token),
        playerId,
        ip,
        userAgent: device.userAgent,
        deviceKind: device.kind,
        deviceId: device.id,
        zone: device.zone,
      })),
    )
    await insertKnownNetworks(tx, {
      playerIds: opened.map(({ playerId }) => playerId),
      networks: opened.map(({ ip }) => networkOf(ip)),
    })
    await keepDevices(tx, opened, maxDevices)
    const playerIds = [...new Set(opened.map(({ playerId }) => playerId))]
    await announceEnded(tx, await deleteOldestSessions(tx, playerIds, maxOpen), 'newer')
    const ids = new Map(inserted.map((row) => [row.tokenHash, row.sessionId]))
    return decided.map((one) => {
      if (!one) return refuse('wrong_credentials')
      const { token, playerId } = one
      const sessionId = ids.get(tokenHash(token))
      assert(sessionId !== undefined, 'each opened session has an id')
      return ok({ token, playerId, sessionId })
    })
  })

async function keepDevices(tx: Tx, opened: readonly OpenSession[], max: number): Promise<void> {
  const seen = new Map(
    opened.flatMap(({ playerId, deviceHash }) =>
      deviceHash === undefined ? [] : [[`${playerId} ${deviceHash}`, { playerId, deviceHash }] as const],
    ),
  )
  if (seen.size === 0) return
  await upsertKnownDevices(tx, [...seen.values()])
  await deleteOldestDevices(tx, [...new Set([...seen.values()].map(({ playerId }) => playerId))], max)
}
