import type { Sql, Tx } from '../platform/db/index.ts'

/** The pair a player's next round is played with. The server seed never leaves the room before it is revealed. */
export type SeedsInUse = {
  pairId: number
  playerId: number
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: number
  algorithm: string
}

/** The seeds in use of these players. No lock: whoever holds a player's book is alone with the seeds as well. */
export const selectSeedsInUse = (sql: Sql, playerIds: readonly number[]) => sql<SeedsInUse[]>`
  select id as "pairId", player_id as "playerId", server_seed as "serverSeed",
         server_seed_hash as "serverSeedHash", client_seed as "clientSeed", rounds as nonce, algorithm
    from games_seed_pair
   where player_id = any(${playerIds}::bigint[]) and status = 'current'`

/**
 * The same with what a list of rounds needs once, on each row: the first id of a block of 1024 that is ours alone, and
 * the time of this transaction in milliseconds. A statement of its own costs a list of 32 as much as two of its rounds.
 */
export const selectTurn = (tx: Tx, playerIds: readonly number[]) => tx<
  (SeedsInUse & { firstId: number; atMs: number })[]
>`
  select id as "pairId", player_id as "playerId", server_seed as "serverSeed",
         server_seed_hash as "serverSeedHash", client_seed as "clientSeed", rounds as nonce, algorithm,
         (select nextval('games_round_id')) as "firstId",
         (select floor(extract(epoch from now()) * 1000)::bigint) as "atMs"
    from games_seed_pair
   where player_id = any(${playerIds}::bigint[]) and status = 'current'`

/** The hash of the pair that follows the one in use. */
export const selectNextHash = async (sql: Sql, playerId: number): Promise<string | undefined> => {
  const [next] = await sql<{ hash: string }[]>`
    select server_seed_hash as hash from games_seed_pair where player_id = ${playerId} and status = 'next'`
  return next?.hash
}

export type PairColumns = {
  playerIds: number[]
  statuses: ('current' | 'next')[]
  serverSeeds: string[]
  serverSeedHashes: string[]
  clientSeeds: (string | null)[]
  algorithm: string
}

export const insertPairs = (tx: Tx, pairs: PairColumns) => tx`
  insert into games_seed_pair (player_id, status, server_seed, server_seed_hash, client_seed, algorithm)
  select player_id, status, server_seed, server_seed_hash, client_seed, ${pairs.algorithm}
    from unnest(${pairs.playerIds}::bigint[], ${pairs.statuses}::text[], ${pairs.serverSeeds}::text[],
                ${pairs.serverSeedHashes}::text[], ${pairs.clientSeeds}::text[])
      as row (player_id, status, server_seed, server_seed_hash, client_seed)`

export const revealPair = (tx: Tx, pairId: number) => tx`
  update games_seed_pair set status = 'revealed', revealed_at = now() where id = ${pairId}`

export const startNextPair = (tx: Tx, playerId: number, clientSeed: string) => tx`
  update games_seed_pair set status = 'current', client_seed = ${clientSeed}
   where player_id = ${playerId} and status = 'next'`
