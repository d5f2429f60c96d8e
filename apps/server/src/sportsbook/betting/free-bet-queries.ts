import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

/** A kind of bet that a free bet may be used for. */
export type FreeBetKind = 'single' | 'parlay'

export type GivenRow = {
  id: string
  requestId: string
  playerId: number
  stakeCents: number
  minPriceMilli: number
  kinds: FreeBetKind[]
  endsAt: Date
}

export type FreeBetRow = Omit<GivenRow, 'requestId' | 'endsAt'> & {
  /** The bet that used it. */
  betId: number | null
  /** Whether its time has passed, or an operator took it back; and whether that is why. */
  isOver: boolean
  isRevoked: boolean
}

/** Of these free bets those of players whose accounts are held: others' may be used by somebody else right now. */
export const selectFreeBets = (tx: Tx, ids: readonly string[], playerIds: readonly number[]) => tx<
  FreeBetRow[]
>`
  select id, player_id as "playerId", stake_cents as "stakeCents", min_price_milli as "minPriceMilli", kinds,
         bet_id as "betId", ends_at <= now() or revoked_at is not null as "isOver",
         revoked_at is not null as "isRevoked"
    from sportsbook_free_bet
   where id = any(${ids}::text[]) and player_id = any(${playerIds}::bigint[])`

/** Writes which bet uses each of these; none where it was given back. */
export const updateHolders = (tx: Tx, rows: readonly { freeBetId: string; betId: number | null }[]) => tx`
  update sportsbook_free_bet free
     set bet_id = row.bet_id
    from unnest(${rows.map(({ freeBetId }) => freeBetId)}::text[], ${rows.map(({ betId }) => betId)}::bigint[])
           as row (id, bet_id)
   where free.id = row.id`

/** What a player has left to use, those that end first before others. */
export const selectOpenFreeBets = (sql: Sql, playerId: number) => sql<
  Pick<GivenRow, 'id' | 'stakeCents' | 'minPriceMilli' | 'kinds' | 'endsAt'>[]
>`
  select id, stake_cents as "stakeCents", min_price_milli as "minPriceMilli", kinds, ends_at as "endsAt"
    from sportsbook_free_bet
   where player_id = ${playerId} and bet_id is null and revoked_at is null and ends_at > now()
   order by ends_at, id
   limit 50`

/** Takes these back where no bet uses them and they are not over. */
export const revokeUnused = (tx: Tx, ids: readonly string[], playerIds: readonly number[]) => tx<
  { id: string }[]
>`
  update sportsbook_free_bet free
     set revoked_at = now()
    from unnest(${ids}::text[], ${playerIds}::bigint[]) as row (id, player_id)
   where free.id = row.id and free.player_id = row.player_id
     and free.bet_id is null and free.revoked_at is null and free.ends_at > now()
  returning free.id`

export type ListedFreeBetRow = Omit<GivenRow, 'requestId' | 'playerId'> & {
  betId: number | null
  createdAt: Date
  status: 'open' | 'used' | 'revoked' | 'over'
}

/** What a player was given, the newest first. */
export const selectFreeBetsOf = (sql: Sql, playerId: number, max: number) => sql<ListedFreeBetRow[]>`
  select id, stake_cents as "stakeCents", min_price_milli as "minPriceMilli", kinds, ends_at as "endsAt",
         bet_id as "betId", created_at as "createdAt",
         case when bet_id is not null then 'used' when revoked_at is not null then 'revoked'
              when ends_at <= now() then 'over' else 'open' end as status
    from sportsbook_free_bet
   where player_id = ${playerId}
   order by created_at desc, id
   limit ${max}`

type RequestKey = { playerId: number; requestId: string }

/** What these requests gave before. */
export const selectGiven = (tx: Tx, keys: readonly RequestKey[]) => tx<GivenRow[]>`
  select free.id, free.request_id as "requestId", free.player_id as "playerId", free.stake_cents as "stakeCents",
         free.min_price_milli as "minPriceMilli", free.kinds, free.ends_at as "endsAt"
    from unnest(${keys.map(({ playerId }) => playerId)}::bigint[], ${keys.map(({ requestId }) => requestId)}::text[])
           as asked (player_id, request_id)
    join sportsbook_free_bet free
      on free.player_id = asked.player_id and free.request_id = asked.request_id`

export const insertFreeBets = insertInto('sportsbook_free_bet', {
  id: 'text',
  requestId: 'text',
  playerId: 'bigint',
  stakeCents: 'bigint',
  minPriceMilli: 'int',
  kinds: 'jsonb',
  endsAt: 'timestamptz',
  policyVersion: 'text',
})
