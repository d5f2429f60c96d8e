import type { Sql, Tx } from '../../platform/db/index.ts'
import type { RoomName } from '../adapters/adapter.ts'
import type { Stakes } from '../draws/queries.ts'

/** A shared round as everybody may see it: its seed is there once it is drawn. */
export type ShownRound = {
  id: number
  place: number
  status: 'open' | 'drawn' | 'void' | 'settled' | 'refunded'
  opensAt: Date
  closesAt: Date
  drawsAt: Date
  settlesAt: Date
  endsAt: Date
  stakes: Stakes
  seed: string | null
  outcome: number | null
  number: number
  length: number
  commitment: string
  salt: string
  at: Date
}

/** The newest rounds of a room, newest first: those to come, the one in play, and earlier draws. */
export const selectNewest = (sql: Sql, room: RoomName, max: number) => sql<ShownRound[]>`
  select round.id, round.place, round.status, round.opens_at as "opensAt", round.closes_at as "closesAt",
         round.draws_at as "drawsAt", round.settles_at as "settlesAt", round.ends_at as "endsAt", round.stakes,
         round.seed, round.outcome, chain.number, chain.length, chain.commitment, chain.salt,
         clock_timestamp() as at
    from games_shared_round round
    join games_chain chain on chain.id = round.chain_id
   where round.room = ${room}
   order by round.id desc
   limit ${max}`

/** The newest bets on these rounds that were not refunded, newest first. */
export const selectNewestBets = (sql: Sql, sharedRoundIds: readonly number[], max: number) => sql<
  {
    sharedRoundId: number
    playerId: number
    choice: Record<string, string>
    stakeCents: number
    payoutCents: number
    status: string
  }[]
>`
  select shared_round_id as "sharedRoundId", player_id as "playerId", choice, stake_cents as "stakeCents",
         payout_cents as "payoutCents", status
    from games_round
   where shared_round_id = any(${sharedRoundIds}::bigint[]) and status <> 'refunded'
   order by id desc
   limit ${max}`

/** Those of these shared rounds that still take bets, locked: a bet may be withdrawn until its round closes. */
export const lockStillOpen = (tx: Tx, ids: readonly number[]) => tx<
  { id: number; stakes: Stakes; room: RoomName }[]
>`
  select id, stakes, room
    from games_shared_round
   where id = any(${ids}::bigint[]) and status = 'open' and closes_at > clock_timestamp()
   order by id
     for update`
