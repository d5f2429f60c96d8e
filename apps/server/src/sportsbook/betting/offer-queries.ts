import type { Sql } from '../../platform/db/index.ts'

type HeldOffer = {
  playerId: number
  requestId: string
  outcomeIds: readonly number[]
  pausedUntil: Date
}

/**
 * Notes that prices of these outcomes are held for a player, all of them or none; answers which. One is held already, or
 * paused, until its time or until the bet that takes it up is there. What has long run out is taken away. Of two at once
 * the second finds the first one's rows, and some or all of its outcomes missing.
 */
export const insertOffers = (sql: Sql, { playerId, requestId, outcomeIds, pausedUntil }: HeldOffer) => sql<
  { outcomeId: number }[]
>`
  with gone as (
    delete from sportsbook_bet_offer
     where player_id = ${playerId} and paused_until < now() - interval '1 hour' and outcome_id <> all(${outcomeIds}::bigint[])
  )
  insert into sportsbook_bet_offer as offer (player_id, outcome_id, request_id, paused_until)
  select ${playerId}, outcome_id, ${requestId}, ${pausedUntil}
    from unnest(${outcomeIds}::bigint[]) as asked (outcome_id)
   where not exists (
     select from sportsbook_bet_offer other
      where other.player_id = ${playerId} and other.outcome_id = any(${outcomeIds}::bigint[]) and other.paused_until > now()
        and not exists (select from sportsbook_bet bet
                         where bet.player_id = other.player_id and bet.request_id = other.request_id and bet.is_offered))
   order by outcome_id
  on conflict (player_id, outcome_id) do update
     set request_id = excluded.request_id, paused_until = excluded.paused_until
   where offer.paused_until <= now()
      or exists (select from sportsbook_bet bet
                  where bet.player_id = offer.player_id and bet.request_id = offer.request_id and bet.is_offered)
  returning outcome_id as "outcomeId"`
