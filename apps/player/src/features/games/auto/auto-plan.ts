/** The maximum number of automatic rounds. */
export const autoRounds = [10, 25, 50, 100] as const

/** The maximum raise after a round: tenfold. */
export const maxRaiseBps = 100_000

/** The automatic-play settings, fixed before the first round. */
export type AutoPlan = {
  rounds: number
  /** The first stake, and the game's maximum, at which raises stop. */
  stakeCents: number
  maxStakeCents: number
  /** The raise after a win or loss in hundredths of a percent; null resets to the first stake. */
  onWinBps: number | null
  onLossBps: number | null
  /** Stops at this total win; null never. */
  stopProfitCents: number | null
  /** Never loses more than this in total. */
  stopLossCents: number
}

/** How often the stake was raised since the last reset. */
export type Raises = { readonly wins: number; readonly losses: number }

export const noRaises: Raises = { wins: 0, losses: 0 }

/** The number of raises after another round. */
export const raisesAfter = (plan: AutoPlan, raises: Raises, won: boolean): Raises => {
  if ((won ? plan.onWinBps : plan.onLossBps) === null) return noRaises
  return won ? { ...raises, wins: raises.wins + 1 } : { ...raises, losses: raises.losses + 1 }
}

const factorOf = (bps: number | null, times: number): number => (1 + (bps ?? 0) / 10_000) ** times

/** The next stake, rounded down to the cent. Floating-point error stays below a thousandth of a cent. */
export const stakeAt = (plan: AutoPlan, { wins, losses }: Raises): number => {
  const grown = plan.stakeCents * factorOf(plan.onWinBps, wins) * factorOf(plan.onLossBps, losses)
  return Math.min(plan.maxStakeCents, Math.floor(grown + 0.001))
}

/** The state of automatic play between two rounds. */
export type AutoCount = {
  played: number
  netCents: number
  /** The player's current balance. */
  balanceCents: number
  raises: Raises
}

export type EndByPlan = 'profit' | 'loss' | 'done' | 'balance'

/**
 * Why no further round starts, if so. A round whose stake could exceed the loss limit does not start, so the limit is
 * never exceeded by a cent.
 */
export const endOf = (plan: AutoPlan, count: AutoCount): EndByPlan | undefined => {
  const { played, netCents, balanceCents } = count
  if (plan.stopProfitCents !== null && netCents >= plan.stopProfitCents) return 'profit'
  if (-netCents >= plan.stopLossCents) return 'loss'
  if (played >= plan.rounds) return 'done'
  const stakeCents = stakeAt(plan, count.raises)
  if (stakeCents > plan.stopLossCents + netCents) return 'loss'
  return stakeCents > balanceCents ? 'balance' : undefined
}

/** The state after another round. */
export const countAfter = (
  plan: AutoPlan,
  count: AutoCount,
  round: { stakeCents: number; payoutCents: number },
): AutoCount => {
  const gainCents = round.payoutCents - round.stakeCents
  return {
    played: count.played + 1,
    netCents: count.netCents + gainCents,
    balanceCents: count.balanceCents + gainCents,
    raises: raisesAfter(plan, count.raises, round.payoutCents > 0),
  }
}

/**
 * The maximum loss: the smallest of the loss stop, the total stake if every round is raised by the larger raise, and
 * the balance. Exact if the stake stays or is raised on losses only and all rounds fit in the stop.
 */
export const mostLostCents = (plan: AutoPlan, balanceCents: number): number => {
  const limitCents = Math.min(plan.stopLossCents, balanceCents)
  let stakedCents = 0
  const raisesOnWins = (plan.onWinBps ?? 0) > (plan.onLossBps ?? 0)
  for (let round = 0; round < plan.rounds && stakedCents < limitCents; round += 1)
    stakedCents += stakeAt(plan, raisesOnWins ? { wins: round, losses: 0 } : { wins: 0, losses: round })
  return Math.min(limitCents, stakedCents)
}

export type PlanProblem = 'stopLossMissing' | 'stopLossBelowStake'

/** Why a plan cannot start, if so. */
export const planProblem = ({
  stakeCents,
  stopLossCents,
}: Pick<AutoPlan, 'stakeCents' | 'stopLossCents'>): PlanProblem | undefined => {
  if (stopLossCents === 0) return 'stopLossMissing'
  return stopLossCents < stakeCents ? 'stopLossBelowStake' : undefined
}
