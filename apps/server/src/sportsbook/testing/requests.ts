import { nextRequest, type Harness } from './harness.ts'

/** A single of R$ 10 at 2.00 and no other price, unless told otherwise. */
export const requestFor = (playerId: number, outcomeId: number | undefined, own: object = {}) => ({
  playerId,
  requestId: nextRequest(),
  stakeCents: 1000,
  outcomeId: outcomeId ?? 0,
  priceMilli: 2000,
  accept: 'exact' as const,
  ...own,
})

/** The refusal, or that it was placed. */
export const codeOf = (answer: Awaited<ReturnType<Harness['sportsbook']['placeBet']>>) =>
  answer.ok ? 'placed' : answer.refusal.code
