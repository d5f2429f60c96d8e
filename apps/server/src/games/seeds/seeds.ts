import { createHash, createHmac } from 'node:crypto'
import { seedEntry } from '@palpite/games/log'
import { lockAccounts } from '../../ledger/index.ts'
import { present } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { publish } from '../../platform/public-log.ts'
import type { Random } from '../../platform/crypto.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import {
  type DrawnSeeds,
  drawSeeds,
  insertPairs,
  revealPair,
  selectIsInRound,
  type SeedsInUse,
  selectSeedsInUse,
  selectVisibleSeeds,
  type VisibleSeeds,
  startNextPair,
} from './queries.ts'
import type { HmacSha256 } from '@palpite/games'

/** How numbers come from seeds: HMAC-SHA256 of `<client seed>:<nonce>:<round>`, keyed by the server seed's text. */
const ALGORITHM = 'hmac-sha256'

const SERVER_SEED_BYTES = 32
const FIRST_CLIENT_SEED_BYTES = 8

/** The result of a rotation: the revealed seed, and the pair now in use. */
type RotatedSeeds = {
  revealed: { serverSeed: string; serverSeedHash: string }
  seeds: VisibleSeeds
}

/** The player's seeds, by hash. A player without any gets the first pairs. */
export async function readSeeds(deps: Deps, playerId: number): Promise<VisibleSeeds> {
  const shown = await selectVisibleSeeds(deps.db, playerId)
  if (shown) return shown
  return deps.db.begin(async (tx) => {
    await lockAccounts(tx, [playerId])
    await seedsInUse(tx, deps.random, playerId)
    return present(await selectVisibleSeeds(tx, playerId), 'the seeds')
  })
}

/**
 * Reveals the server seed in use and starts the waiting pair, with the player's own client seed. The hash of that
 * pair was shown before the client seed was chosen, so neither side can know a result in advance. Refused while a
 * round of the player is open: its tiles would be revealed with the seed.
 */
export const rotateSeeds = (
  deps: Deps,
  playerId: number,
  clientSeed: string,
): Promise<Result<RotatedSeeds>> =>
  deps.db.begin(async (tx) => {
    await lockAccounts(tx, [playerId])
    if (await selectIsInRound(tx, playerId)) return refuse('round_already_open')
    const inUse = await seedsInUse(tx, deps.random, playerId)
    await revealPair(tx, inUse.pairId)
    await startNextPair(tx, playerId, clientSeed)
    await createPairs(tx, deps.random, [{ playerId, status: 'next', clientSeed: null }])
    return ok({
      revealed: { serverSeed: inUse.serverSeed, serverSeedHash: inUse.serverSeedHash },
      seeds: present(await selectVisibleSeeds(tx, playerId), 'the seeds'),
    })
  })

/** The pair in use. Locks needed: the player's accounts, which cover the seeds as well. */
async function seedsInUse(tx: Tx, random: Random, playerId: number): Promise<SeedsInUse> {
  const [found] = await selectSeedsInUse(tx, [playerId])
  if (found) return found
  await createFirstPairs(tx, random, [playerId])
  const [first] = await selectSeedsInUse(tx, [playerId])
  return present(first, 'the pair in use')
}

/**
 * Gives players without seeds their first pairs, one in use and one waiting, and draws from the first. Locks needed:
 * their accounts.
 */
export async function drawFirstSeeds(
  tx: Tx,
  random: Random,
  playerIds: readonly number[],
  drawn: readonly DrawnSeeds[],
): Promise<readonly DrawnSeeds[]> {
  const known = new Set(drawn.map(({ playerId }) => playerId))
  const newcomers = playerIds.filter((playerId) => !known.has(playerId))
  if (newcomers.length === 0) return []
  await createFirstPairs(tx, random, newcomers)
  return drawSeeds(tx, newcomers)
}

const createFirstPairs = (tx: Tx, random: Random, playerIds: readonly number[]): Promise<void> =>
  createPairs(
    tx,
    random,
    playerIds.flatMap((playerId) => [
      { playerId, status: 'current' as const, clientSeed: random.hex(FIRST_CLIENT_SEED_BYTES) },
      { playerId, status: 'next' as const, clientSeed: null },
    ]),
  )

type FreshPair = { playerId: number; status: 'current' | 'next'; clientSeed: string | null }

async function createPairs(tx: Tx, random: Random, pairs: readonly FreshPair[]): Promise<void> {
  const rows = pairs.map((pair) => {
    const serverSeed = random.hex(SERVER_SEED_BYTES)
    return { ...pair, serverSeed, serverSeedHash: hashOf(serverSeed), algorithm: ALGORITHM }
  })
  // In the same transaction: no pair is ever played without a public commitment.
  await Promise.all([
    insertPairs(tx, rows),
    publish(
      tx,
      rows.map(({ serverSeedHash }) => seedEntry(serverSeedHash)),
    ),
  ])
}

/** The commitment: SHA-256 of the seed's text. */
const hashOf = (seed: string) => createHash('sha256').update(seed).digest('hex')

/** The HMAC for playing rounds: Node's own, many times as fast as the browser's for verification. */
export const nodeHmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()
