import type { Sql } from '../platform/db/index.ts'
import type { ListPlace } from '../platform/merge-pages.ts'

type Step = { playerId: number; before: ListPlace; max: number }

type PlayedGame = {
  /** Of the day, as `2026-11-22`, in the house's time zone. */
  day: string
  game: string
  rounds: number
  stakeCents: number
  payoutCents: number
  /** The time of the newest round of that day and game, and the id of the oldest. */
  atMicros: number
  firstId: number
  /** How many rounds the statement read in all. */
  scanned: number
}

/**
 * What a player played in our games by day and game, from the `max` rounds before a place, by descending id. Around
 * midnight the order of ids and that of times may differ, so a round counts on the earliest day among it and the rounds
 * read before it: days never alternate, and each round is counted once.
 */
export const selectPlayedGames = (sql: Sql, { playerId, before, max }: Step) => sql<PlayedGame[]>`
  with scanned as materialized (
    select id, game, stake_cents, payout_cents, created_at,
           min((created_at at time zone 'America/Sao_Paulo')::date) over (order by id desc) as day
      from (select id, game, stake_cents, payout_cents, created_at from games_round
             where player_id = ${playerId} and id < ${before.key}::bigint
             order by id desc limit ${max}) as newest
  )
  select day::text, game, count(*)::int as rounds, sum(stake_cents)::bigint as "stakeCents",
         sum(payout_cents)::bigint as "payoutCents", (extract(epoch from max(created_at)) * 1000000)::bigint as "atMicros",
         min(id) as "firstId", (select count(*)::int from scanned) as scanned
    from scanned
   group by day, game
   order by day desc, max(id) desc`

type SessionEntry = ListPlace & { game: string; stakedCents: number; returnedCents: number; isOpen: boolean }

/** A player's sessions in games of studios before a place, newest first. */
export const selectPlayerSessions = (sql: Sql, { playerId, before, max }: Step) => sql<SessionEntry[]>`
  select id as key, (extract(epoch from opened_at) * 1000000)::bigint as "atMicros", game_code as game,
         staked_cents as "stakedCents", returned_cents as "returnedCents", closed_at is null as "isOpen"
    from games_session
   where player_id = ${playerId}
     and (opened_at, id) < (to_timestamp(0) + ${before.atMicros}::bigint * interval '1 microsecond', ${before.key}::text)
   order by opened_at desc, id desc limit ${max}`
