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

/** The newest revealed seed pairs of a player with rounds, and how many rounds each decided. */
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

/** How many closed bets on shared draws a player has. */
export const countSharedRounds = async (sql: Sql, playerId: number): Promise<number> => {
  const rows = await sql<{ count: number }[]>`
    select count(*)::int as count
      from games_round
     where player_id = ${playerId} and shared_round_id is not null and status <> 'open'`
  return rows[0]?.count ?? 0
}

/** A player's closed bets on shared draws, oldest first, after this many. */
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

/** A time range. A position in it has its time `at` as PostgreSQL's text, because a Date has no microseconds. */
type Window = { from: Date; until: Date; max: number }

type ClosedRound = {
  playerId: number
  id: number
  game: string
  status: 'won' | 'lost' | 'refunded'
  stakeCents: number
  payoutCents: number
  startedAt: Date
  closedAt: Date
  at: string
}

/** The next rounds of our own games closed in this range, in order of their end. */
export const selectClosedRounds = (
  sql: Sql,
  { from, until, max }: Window,
  after: { at: string; playerId: number; id: number },
) => sql<ClosedRound[]>`
  select player_id as "playerId", id, game, status, stake_cents as "stakeCents", payout_cents as "payoutCents",
         created_at as "startedAt", closed_at as "closedAt", closed_at::text as at
    from games_round
   where closed_at >= ${from} and closed_at < ${until}
     and (closed_at, player_id, id) > (${after.at}::timestamptz, ${after.playerId}::bigint, ${after.id}::bigint)
   order by closed_at, player_id, id
   limit ${max}`

type StudioMove = {
  playerId: number
  studioId: string
  transactionId: string
  gameCode: string
  kind: 'debit' | 'credit' | 'rollback'
  cents: number
  movedAt: Date
  at: string
}

/** The next studio transactions in this range that moved players' money, in order. */
export const selectStudioMoves = (
  sql: Sql,
  { from, until, max }: Window,
  after: { at: string; studioId: string; transactionId: string },
) => sql<StudioMove[]>`
  select moved.player_id as "playerId", moved.studio_id as "studioId", moved.transaction_id as "transactionId",
         round.game_code as "gameCode", moved.kind, moved.cents, moved.created_at as "movedAt",
         moved.created_at::text as at
    from games_wallet_transaction moved
    join games_studio_round round
      on round.studio_id = moved.studio_id and round.player_id = moved.player_id and round.round_id = moved.round_id
   where moved.created_at >= ${from} and moved.created_at < ${until} and moved.kind <> 'free' and moved.cents > 0
     and (moved.created_at, moved.studio_id, moved.transaction_id)
         > (${after.at}::timestamptz, ${after.studioId}::text, ${after.transactionId}::text)
   order by moved.created_at, moved.studio_id, moved.transaction_id
   limit ${max}`

/** Days in America/Sao_Paulo, inclusive. */
type Asked = { playerId: number; from: string; until: string }

/**
 * A player's costs and payouts by local month of the rounds' end: of our own games, and of studios. A refunded round
 * cost nothing.
 */
export const selectGameResults = (sql: Sql, { playerId, from, until }: Asked) => sql<
  { month: string; stakedCents: number; prizesCents: number }[]
>`
  with days as (
    select ${from}::date::timestamp at time zone 'America/Sao_Paulo' as from_at,
           (${until}::date + 1)::timestamp at time zone 'America/Sao_Paulo' as until_at
  ), ended as (
    select closed_at as at, stake_cents as staked, payout_cents as prize
      from games_round, days
     where player_id = ${playerId} and status in ('won', 'lost') and closed_at >= from_at and closed_at < until_at
    union all
    select round.ended_at, round.staked_cents, round.returned_cents
      from games_studio studio
     cross join days
      join games_studio_round round on round.studio_id = studio.id and round.player_id = ${playerId}
     where round.ended_at >= from_at and round.ended_at < until_at
  )
  select to_char(at at time zone 'America/Sao_Paulo', 'YYYY-MM') as month,
         sum(staked)::bigint as "stakedCents", sum(prize)::bigint as "prizesCents"
    from ended
   group by 1
   order by 1`
