import type { Sql } from '../../platform/db/index.ts'

/** A stretch of time and how far into it was read: `at` as PostgreSQL writes it, for a Date knows no microseconds. */
export type Window = { from: Date; until: Date; max: number }

export type ClosedRound = {
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

/** The next rounds of our own games that were closed in this time, in the order of their end. */
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

export type StudioMove = {
  playerId: number
  studioId: string
  transactionId: string
  gameCode: string
  kind: 'debit' | 'credit' | 'rollback'
  cents: number
  movedAt: Date
  at: string
}

/** The next transactions of studios in this time that moved money of players, in their order. */
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
