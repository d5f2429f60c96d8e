import { assert } from '../../platform/errors.ts'
import type { GameAdapter, PacedGame, SharedGame } from '../adapters/adapter.ts'

type Choice = Readonly<Record<string, unknown>>

/** A group of equal rounds: same game, choice, stake and number of steps. */
export type AlikeRounds = { choice: Choice; stakeCents: number; steps: number; rounds: number }

/** A group of bets with equal choice and stake on a shared draw. */
export type AlikeBets = Pick<AlikeRounds, 'choice' | 'stakeCents' | 'rounds'>

/**
 * The expectation of rounds by their pay table: mean in cents, variance in square cents, and the maximum deviation of
 * one.
 */
export type Expected = {
  expectedCents: number
  variance: number
  maxAboveCents: number
  maxBelowCents: number
}

const nothing: Expected = { expectedCents: 0, variance: 0, maxAboveCents: 0, maxBelowCents: 0 }

/** The sum of independent expectations. */
export const together = (parts: readonly Expected[]): Expected =>
  parts.reduce(
    (sum, part) => ({
      expectedCents: sum.expectedCents + part.expectedCents,
      variance: sum.variance + part.variance,
      maxAboveCents: Math.max(sum.maxAboveCents, part.maxAboveCents),
      maxBelowCents: Math.max(sum.maxBelowCents, part.maxBelowCents),
    }),
    nothing,
  )

/** A chance of `payoutCents`, otherwise nothing, against the value held before it. */
const riskOf = (chance: number, payoutCents: number, heldCents: number): Expected => ({
  expectedCents: chance * payoutCents - heldCents,
  variance: chance * (1 - chance) * payoutCents ** 2,
  maxAboveCents: (1 - chance) * payoutCents,
  maxBelowCents: chance * payoutCents,
})

const times = (count: number, one: Expected): Expected => ({
  ...one,
  expectedCents: count * one.expectedCents,
  variance: count * one.variance,
})

/**
 * The expectation of rounds decided by one player each. Payouts as paid, cut to the cent. A round of a paced game is
 * one risk per step made, whatever made its player stop.
 * Asserts: no game with a shared draw.
 * Source: docs/maths/actual-returns.md.
 */
export function expectedOf(
  adapter: GameAdapter,
  { choice, stakeCents, steps, rounds }: AlikeRounds,
): Expected {
  assert(adapter.kind !== 'shared', 'a shared draw is counted as one')
  if (adapter.kind === 'instant') {
    const { chance, payoutCents } = adapter.win({ stakeCents, choice })
    return times(rounds, riskOf(chance, payoutCents, 0))
  }
  return times(rounds, together(stepsOf(adapter, { choice, stakeCents }, steps)))
}

function stepsOf(adapter: PacedGame, bet: { choice: Choice; stakeCents: number }, steps: number): Expected[] {
  let [reached, held] = [1, 0]
  return Array.from({ length: steps }, (_, at) => {
    const chance = adapter.chance(bet.choice, at + 1)
    const payoutCents = adapter.payoutAfter(bet, at + 1)
    const risk = riskOf(chance / reached, payoutCents, held)
    ;[reached, held] = [chance, payoutCents]
    return risk
  })
}

/**
 * The expectation of one draw with all bets on it, which win and lose together.
 * Source: docs/maths/actual-returns.md.
 */
export function expectedOfDraw(adapter: SharedGame, bets: readonly AlikeBets[]): Expected {
  const paid = Array.from({ length: adapter.outcomes }, (_, drawn) =>
    bets.reduce((sum, { rounds, ...bet }) => sum + rounds * adapter.resolve(drawn, bet).payoutCents, 0),
  )
  const mean = paid.reduce((sum, cents) => sum + cents, 0) / adapter.outcomes
  return {
    expectedCents: mean,
    variance: paid.reduce((sum, cents) => sum + (cents - mean) ** 2, 0) / adapter.outcomes,
    maxAboveCents: Math.max(...paid) - mean,
    maxBelowCents: mean - Math.min(...paid),
  }
}

/**
 * Fair games exceed the watch limit once in a thousand times in each direction, and the alarm limit once in a
 * million.
 */
const chances = { watch: 1e-3, alarm: 1e-6 } as const

/**
 * The maximum deviation of fair games in one direction, except with this chance (Freedman's inequality). It holds for
 * few rounds and rare wins alike, unlike a normal approximation.
 * Source: docs/maths/actual-returns.md.
 */
export function boundCents(variance: number, maxOneCents: number, chance: number): number {
  const share = (Math.log(1 / chance) * maxOneCents) / 3
  return share + Math.sqrt(share ** 2 + 2 * Math.log(1 / chance) * variance)
}

export type ReturnState = 'usual' | 'watch' | 'alarm'

/** Where the payout is relative to its bands, and the bands: between which amounts it is usual, and no alarm. */
export function bandsOf(paidCents: number, expected: Expected) {
  const { expectedCents, variance, maxAboveCents, maxBelowCents } = expected
  const band = (chance: number) => ({
    leastCents: Math.max(0, Math.floor(expectedCents - boundCents(variance, maxBelowCents, chance))),
    mostCents: Math.ceil(expectedCents + boundCents(variance, maxAboveCents, chance)),
  })
  const [watch, alarm] = [band(chances.watch), band(chances.alarm)]
  const isIn = ({ leastCents, mostCents }: typeof watch) => paidCents >= leastCents && paidCents <= mostCents
  const state: ReturnState = isIn(watch) ? 'usual' : isIn(alarm) ? 'watch' : 'alarm'
  return { state, watch, alarm }
}
