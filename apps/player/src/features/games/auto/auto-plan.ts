/** How many rounds automatic play can be asked for. It always has an end. */
export const autoRounds = [10, 25, 50, 100] as const

/** The most that a stake may grow by after one round: tenfold. */
export const maxRaiseBps = 100_000

/** What automatic play was asked to do. All of it is known before its first round. */
export type AutoPlan = {
  rounds: number
  /** The first stake, and the greatest that the game takes: it grows no further. */
  stakeCents: number
  maxStakeCents: number
  /** What a stake grows by after a round that was won or lost, in hundredths of a percent; null goes back to the first. */
  onWinBps: number | null
  onLossBps: number | null
  /** Ends when so much is won in all; null plays on. */
  stopProfitCents: number | null
  /** Never loses more than this in all. */
  stopLossCents: number
}

/** How often the stake has grown since it was last the first one. */
export type Raises = { readonly wins: number; readonly losses: number }

export const noRaises: Raises = { wins: 0, losses: 0 }

/** How the stake has grown after one round more. */
export const raisesAfter = (plan: AutoPlan, raises: Raises, won: boolean): Raises => {
  if ((won ? plan.onWinBps : plan.onLossBps) === null) return noRaises
  return won ? { ...raises, wins: raises.wins + 1 } : { ...raises, losses: raises.losses + 1 }
}

const factorOf = (bps: number | null, times: number): number => (1 + (bps ?? 0) / 10_000) ** times

/** The stake that follows, rounded down to the cent. A thousandth of a cent is what floating point may be off by. */
export const stakeAt = (plan: AutoPlan, { wins, losses }: Raises): number => {
  const grown = plan.stakeCents * factorOf(plan.onWinBps, wins) * factorOf(plan.onLossBps, losses)
  return Math.min(plan.maxStakeCents, Math.floor(grown + 0.001))
}

/** Where automatic play stands between two rounds. */
export type AutoCount = {
  played: number
  netCents: number
  /** What the player has now. */
  balanceCents: number
  raises: Raises
}

export type EndByPlan = 'profit' | 'loss' | 'done' | 'balance'

/**
 * Why no further round is played, if none is. A round is not begun whose stake would go beyond what may be lost: so the
 * stop on loss is never passed, not by a cent.
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

/** The count after one round more. */
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
 * The most that can be lost, whatever comes: the stop on loss, or what all rounds stake where each grows by the greater of
 * both raises, or what the player has; whichever is least. Exact where the stake stays or grows on losses alone and all
 * rounds fit in the stop.
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

/** Why a plan cannot be begun, if it cannot. */
export const planProblem = ({
  stakeCents,
  stopLossCents,
}: Pick<AutoPlan, 'stakeCents' | 'stopLossCents'>): PlanProblem | undefined => {
  if (stopLossCents === 0) return 'stopLossMissing'
  return stopLossCents < stakeCents ? 'stopLossBelowStake' : undefined
}
