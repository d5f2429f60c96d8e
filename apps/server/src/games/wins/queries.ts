import type { GameCode } from '@palpite/contract'
import type { Sql } from '../../platform/db/index.ts'

export type Win = {
  id: number
  playerId: number
  stakeCents: number
  payoutCents: number
  multiplierE4: number
  closedAt: Date
}

/** The newest rounds of a game that paid more than they cost, newest first. */
export const selectLastWins = (sql: Sql, game: GameCode, max: number) => sql<Win[]>`
  select id, player_id as "playerId", stake_cents as "stakeCents", payout_cents as "payoutCents",
         multiplier_e4 as "multiplierE4", closed_at as "closedAt"
    from games_round
   where game = ${game} and status = 'won' and payout_cents > stake_cents
   order by closed_at desc
   limit ${max}`
