import type { Harness } from './harness.ts'
import { requestFor } from './requests.ts'

export type Bettors = ReturnType<typeof openBettors>

type StandingBet = { status: string; returnCents: number | null; result: number | null }

/** Players of a test that bet, and what became of their bets. */
export function openBettors(harness: Harness) {
  return {
    /** The id of a bet of R$ 10, placed at whatever price stands. */
    placed: async (
      playerId: number,
      outcomeId: number | undefined,
      own: Parameters<typeof requestFor>[2] = {},
    ): Promise<number> => {
      const answer = await harness.sportsbook.placeBet(
        requestFor(playerId, outcomeId, { accept: 'any', ...own }),
      )
      if (!answer.ok) throw new Error(answer.refusal.code)
      return Number(answer.value.betId)
    },
    standing: async (betId: number): Promise<StandingBet | undefined> => {
      const rows = await harness.deps.db<StandingBet[]>`
        select status, return_cents as "returnCents", result from sportsbook_bet where id = ${betId}`
      return rows[0]
    },
  }
}
