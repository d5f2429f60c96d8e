import { nextRequest, type Harness } from './harness.ts'

export type Bettors = ReturnType<typeof openBettors>

type StandingBet = { status: string; returnCents: number | null; parts: number | null; won: number | null }

/** Players of a test that bet, and what became of their bets. */
export function openBettors(harness: Harness) {
  return {
    /** The id of a bet of R$ 10, placed at whatever price stands. */
    placed: async (playerId: number, outcomeId: number | undefined, own: object = {}): Promise<number> => {
      const request = { playerId, requestId: nextRequest(), stakeCents: 1000, outcomeId: outcomeId ?? 0 }
      const answer = await harness.sportsbook.placeBet({
        ...request,
        priceMilli: 2000,
        accept: 'any',
        ...own,
      })
      if (!answer.ok) throw new Error(answer.refusal.code)
      return Number(answer.value.betId)
    },
    standing: async (betId: number): Promise<StandingBet | undefined> => {
      const rows = await harness.deps.db<StandingBet[]>`
        select status, return_cents as "returnCents", parts, won from sportsbook_bet where id = ${betId}`
      return rows[0]
    },
  }
}
