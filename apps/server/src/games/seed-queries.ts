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

/** With what a list of rounds draws: the first id of a block of 1024 that is its own, and the time in milliseconds. */
export type TakenSeeds = SeedsInUse & { firstId: number; atMs: number }

/**
 * Counts so many rounds in the pair that each of these players has in use, and answers the pairs with the nonce they
 * stood at: no nonce is given out twice, whoever else plays. The players' books are held, except at the first try for
 * players who have no accounts yet (`openBookAnd` asks again): then the row of the pair itself is the lock.
 *
 * On each row stands what a list needs once: a statement of its own would cost it as much as two of its rounds. The
 * time is this transaction's, in milliseconds.
 */
export const takeTurns = (
  tx: Tx,
  { playerIds, rounds }: { playerIds: readonly number[]; rounds: readonly number[] },
) => tx<TakenSeeds[]>`
  update games_seed_pair pair
     set rounds = pair.rounds + asked.rounds
    from (select unnest(${playerIds}::bigint[]) as player_id, unnest(${rounds}::int[]) as rounds) as asked
   where pair.player_id = asked.player_id and pair.status = 'current'
  returning pair.id as "pairId", pair.player_id as "playerId", pair.server_seed as "serverSeed",
            pair.server_seed_hash as "serverSeedHash", pair.client_seed as "clientSeed",
            pair.rounds - asked.rounds as nonce, pair.algorithm,
            (select nextval('games_round_id')) as "firstId",
            (select floor(extract(epoch from now()) * 1000)::bigint) as "atMs"`

/** Takes rounds that were not played after all out of their pairs again, in the transaction that counted them. */
export const giveTurnsBack = (
  tx: Tx,
  { pairIds, rounds }: { pairIds: readonly number[]; rounds: readonly number[] },
) => tx`
  update games_seed_pair pair
     set rounds = pair.rounds - unplayed.rounds
    from (select unnest(${pairIds}::bigint[]) as id, unnest(${rounds}::int[]) as rounds) as unplayed
   where pair.id = unplayed.id`

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

export type MiscountedRow = { pairId: number; rounds: number; played: number; last: number | null }

/**
 * Pairs whose rounds are not those that were played with them, one for each nonce from 0 on: by their number, the last
 * nonce, the sum of the nonces and that of their squares. A count that went wrong shows in these; nonces that were
 * chosen to agree in all four would not. To compare each one with all others would sort every round there is.
 */
export const selectMiscounted = (sql: Sql) => sql<MiscountedRow[]>`
  select pair.id as "pairId", pair.rounds, coalesce(played.count, 0)::int as played, played.last
    from games_seed_pair pair
    left join (select seed_pair_id, count(*) as count, max(nonce) as last, sum(nonce) as sum,
                      sum(nonce::bigint * nonce) as squares
                 from games_round group by seed_pair_id) as played on played.seed_pair_id = pair.id
    cross join lateral (select pair.rounds::numeric as n) as counted
   where coalesce(played.count, 0) <> n
      or coalesce(played.last, -1) <> n - 1
      or coalesce(played.sum, 0) * 2 <> n * (n - 1)
      or coalesce(played.squares, 0) * 6 <> n * (n - 1) * (2 * n - 1)
   order by pair.id
   limit 20`
