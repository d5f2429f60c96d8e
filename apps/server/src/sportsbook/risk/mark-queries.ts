import type { Sql } from '../../platform/db/index.ts'

/** A bet is looked at for so long after its seconds: a look that was missed is made up for. */
const LOOKED_AT_SECONDS = 60

/**
 * Marks the bets of which a price has fallen by so much since they were placed, some seconds ago: whoever placed one may
 * have known before the house did. The most that was seen stays. Answers how many were marked or marked higher.
 */
export const markLateBets = (
  sql: Sql,
  { afterSeconds, movedBps }: { afterSeconds: number; movedBps: number },
) => sql<{ betId: number }[]>`
  with moved as (
    select bet.id, bet.player_id,
           max(((leg.price_milli - coalesce(outcome.unmoved_price_milli, outcome.price_milli))::bigint * 10000 / leg.price_milli)::integer) as bps
      from sportsbook_bet bet
      join sportsbook_leg leg on leg.bet_id = bet.id
      join sportsbook_outcome outcome on outcome.id = leg.outcome_id
      -- The row of a bet builder keeps the price of the day it was made.
      join sportsbook_market market on market.id = outcome.market_id and market.selections is null
     where bet.placed_at <= now() - make_interval(secs => ${afterSeconds})
       and bet.placed_at > now() - make_interval(secs => ${afterSeconds + LOOKED_AT_SECONDS})
     group by bet.id, bet.player_id
  )
  insert into sportsbook_bet_mark as mark (bet_id, kind, player_id, moved_bps)
  select id, 'late', player_id, bps from moved where bps >= ${movedBps} order by id
  on conflict (bet_id, kind) do update set moved_bps = excluded.moved_bps
   where excluded.moved_bps > mark.moved_bps
  returning bet_id as "betId"`

type BetMark = {
  betId: number
  playerId: number
  kind: 'late'
  movedBps: number
  stakeCents: number
  potentialReturnCents: number
  placedAt: Date
  markedAt: Date
  /** Bets of this player that are marked in all, and by how much their prices fell on average. */
  marksOfPlayer: number
  averageMovedBps: number
}

/** The bets that were marked, the newest first, each with how often its player's are. */
export const readBetMarks = (sql: Sql, { beforeId, max }: { beforeId: number; max: number }) => sql<
  BetMark[]
>`
  select mark.bet_id as "betId", mark.player_id as "playerId", mark.kind, mark.moved_bps as "movedBps",
         bet.stake_cents as "stakeCents", bet.potential_return_cents as "potentialReturnCents",
         bet.placed_at as "placedAt", mark.marked_at as "markedAt",
         own.marks as "marksOfPlayer", own.moved as "averageMovedBps"
    from sportsbook_bet_mark mark
    join sportsbook_bet bet on bet.id = mark.bet_id
   cross join lateral (
     select count(*)::integer as marks, round(avg(other.moved_bps))::integer as moved
       from sportsbook_bet_mark other where other.player_id = mark.player_id) as own
   where mark.bet_id < ${beforeId}
   order by mark.bet_id desc
   limit ${max}`
