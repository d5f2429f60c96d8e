import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'
import type { SealedTable } from '../../platform/seals-rules.ts'

/** The pair and the nonce of a player's next round. The server seed never leaves the module before it is revealed. */
export type SeedsInUse = {
  pairId: number
  playerId: number
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: number
  algorithm: string
}

/** The seeds in use of these players. No lock: the lock of a player's accounts covers the seeds as well. */
export const selectSeedsInUse = (sql: Sql, playerIds: readonly number[]) => sql<SeedsInUse[]>`
  select id as "pairId", player_id as "playerId", server_seed as "serverSeed",
         server_seed_hash as "serverSeedHash", client_seed as "clientSeed", nonce, algorithm
    from games_seed_in_use
   where player_id = any(${playerIds}::bigint[])`

/** What a list of rounds draws with: the first id of its block of 1024, and the time in milliseconds. */
export type DrawnSeeds = SeedsInUse & {
  firstId: number
  atMs: number
  /** When the player's last round began, if any. */
  lastRoundAtMs: number | null
}

/**
 * The seeds in use of these players. Locks needed: their accounts. Each row repeats what a list needs once: a
 * separate statement would cost as much as two of its rounds. The time is this transaction's, in milliseconds.
 */
export const drawSeeds = (tx: Tx, playerIds: readonly number[]) => tx<DrawnSeeds[]>`
  select id as "pairId", player_id as "playerId", server_seed as "serverSeed",
         server_seed_hash as "serverSeedHash", client_seed as "clientSeed", nonce, algorithm,
         (select nextval('games_round_id')) as "firstId",
         (select floor(extract(epoch from now()) * 1000)::bigint) as "atMs",
         floor(extract(epoch from last_round_at) * 1000)::bigint as "lastRoundAtMs"
    from games_seed_in_use
   where player_id = any(${playerIds}::bigint[])`

/** What a player may see of the seeds in use: server seeds only by their hashes. */
export type VisibleSeeds = {
  serverSeedHash: string
  clientSeed: string
  nonce: number
  nextServerSeedHash: string
  algorithm: string
}

/** One statement, so that the pair in use and the next one are of one moment, despite concurrent rotations. */
export const selectVisibleSeeds = async (sql: Sql, playerId: number): Promise<VisibleSeeds | undefined> => {
  const [shown] = await sql<VisibleSeeds[]>`
    select in_use.server_seed_hash as "serverSeedHash", in_use.client_seed as "clientSeed", in_use.nonce,
           next.server_seed_hash as "nextServerSeedHash", in_use.algorithm
      from games_seed_in_use in_use
      join games_seed_pair next on next.player_id = in_use.player_id and next.status = 'next'
     where in_use.player_id = ${playerId}`
  return shown
}

export const insertPairs = insertInto('games_seed_pair', {
  playerId: 'bigint',
  status: 'text',
  serverSeed: 'text',
  serverSeedHash: 'text',
  clientSeed: 'text null',
  algorithm: 'text',
})

export const revealPair = (tx: Tx, pairId: number) => tx`
  update games_seed_pair set status = 'revealed', revealed_at = now() where id = ${pairId}`

/** Puts the player's waiting pair in use, with this client seed. */
export const startNextPair = (tx: Tx, playerId: number, clientSeed: string) => tx`
  update games_seed_pair set status = 'current', client_seed = ${clientSeed}
   where player_id = ${playerId} and status = 'next'`

export type MiscountedRow = { pairId: number; played: number; last: number }

/**
 * Pairs without exactly one round for each nonce from 0, as far as count, last nonce, sum and sum of squares of the
 * nonces show. A nonce used twice or left out shows in these; nonces chosen to match all four would not. Comparing
 * each with all others would sort every round.
 */
export const selectMiscounted = (sql: Sql) => sql<MiscountedRow[]>`
  select seed_pair_id as "pairId", played::int, last
    from (select seed_pair_id, count(*)::numeric as played, max(nonce) as last, sum(nonce) as sum,
                 sum(nonce::bigint * nonce) as squares
            from games_round
           where shared_round_id is null
           group by seed_pair_id) as pair
   where played <> last + 1
      or sum * 2 <> played * (played - 1)
      or squares * 6 <> played * (played - 1) * (2 * played - 1)
   order by seed_pair_id
   limit 20`

/** Whether a round of this player decided by its seeds is still open. Locks needed: the player's accounts. */
export const selectIsInRound = async (tx: Tx, playerId: number): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    select id from games_round
     where player_id = ${playerId} and status = 'open' and shared_round_id is null
     limit 1`
  return rows.length > 0
}

/** The commitments of pairs by id, after this one. */
export const selectSeedHashesAfter = (sql: Sql, afterId: number, max: number) => sql<
  { id: number; serverSeedHash: string }[]
>`
  select id, server_seed_hash as "serverSeedHash"
    from games_seed_pair where id > ${afterId} order by id limit ${max}`

/** Sealed data of seeds: each pair's commitment from its creation, and all of it once revealed. */
export const sealedSeeds: readonly SealedTable[] = [
  { tableName: 'games_committed_seed', moment: 'created_at' },
  { tableName: 'games_seed_pair', moment: 'revealed_at' },
]
