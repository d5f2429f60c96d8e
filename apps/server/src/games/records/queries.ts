import type { Sql } from '../../platform/db/index.ts'
import type { RoundRow } from '../rounds/queries.ts'

export type RevealedPair = {
  id: number
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  revealedAt: Date
  rounds: number
}

/** The newest pairs of a player that were revealed and played, with how many rounds each decided. */
export const selectRevealedPairs = (sql: Sql, playerId: number, max: number) => sql<RevealedPair[]>`
  select pair.id, pair.server_seed as "serverSeed", pair.server_seed_hash as "serverSeedHash",
         pair.client_seed as "clientSeed", pair.revealed_at as "revealedAt", played.rounds
    from games_seed_pair pair
    join (select seed_pair_id, count(*)::int as rounds
            from games_round
           where player_id = ${playerId} and shared_round_id is null
           group by seed_pair_id) as played on played.seed_pair_id = pair.id
   where pair.player_id = ${playerId} and pair.status = 'revealed'
   order by pair.id desc
   limit ${max}`

/** The rounds of a pair from this nonce on, in order. */
export const selectPairRounds = (
  sql: Sql,
  { playerId, pairId, from, max }: { playerId: number; pairId: number; from: number; max: number },
) => sql<RoundRow[]>`
  select shown.*
    from games_shown_round shown
   where shown."playerId" = ${playerId} and shown."seedPairId" = ${pairId} and shown."sharedRoundId" is null
     and shown.nonce >= ${from}
   order by shown.nonce
   limit ${max}`

/** How many bets of a player on draws that many share are closed. */
export const countSharedRounds = async (sql: Sql, playerId: number): Promise<number> => {
  const rows = await sql<{ count: number }[]>`
    select count(*)::int as count
      from games_round
     where player_id = ${playerId} and shared_round_id is not null and status <> 'open'`
  return rows[0]?.count ?? 0
}

/** A player's closed bets on draws that many share, oldest first, after so many. */
export const selectSharedRounds = (
  sql: Sql,
  { playerId, after, max }: { playerId: number; after: number; max: number },
) => sql<RoundRow[]>`
  select shown.*
    from games_shown_round shown
   where shown."playerId" = ${playerId} and shown."sharedRoundId" is not null and shown.status <> 'open'
   order by shown.id
  offset ${after}
   limit ${max}`
