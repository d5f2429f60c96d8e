import { refuse } from '../platform/result.ts'

/** What a player may lose in a day (that of America/Sao_Paulo); a player without a limit is in no list of limits. */
export type PlayerLimits = { dailyLossCents: number }

/** What a player staked and got back today, requests of the same list decided before included. */
type TodayTurnover = { stakedCents: number; returnedCents: number }

/** What was staked today and has not come back; below zero after a winning day. */
export const netLoss = ({ stakedCents, returnedCents }: TodayTurnover): number => stakedCents - returnedCents

/**
 * Says no to a stake that could take today's loss above the player's limit, were it lost whole; nothing where
 * the stake may go on. Open stakes count as lost until they return something: a limit that waits for results
 * can be overrun by placing everything at once.
 */
export function refuseLoss(limits: PlayerLimits | undefined, today: TodayTurnover, stakeCents: number) {
  if (limits === undefined) return undefined
  const lostCents = netLoss(today)
  if (lostCents + stakeCents <= limits.dailyLossCents) return undefined
  const leftCents = Math.max(0, limits.dailyLossCents - lostCents)
  return refuse('daily_loss_limit', { detail: { dailyLossCents: limits.dailyLossCents, leftCents } })
}

/** How a stake may use bonus money: at most so much of it, once the cash is used up. */
export type BonusRules = { maxBonusStakeCents: number }

/** Where a stake comes from, cash first; nothing when the player has not enough. */
export function splitStake(balances: { cashCents: number; bonusCents: number }, stakeCents: number) {
  if (balances.cashCents + balances.bonusCents < stakeCents) return undefined
  const cashCents = Math.min(balances.cashCents, stakeCents)
  return { cashCents, bonusCents: stakeCents - cashCents }
}

/** Says no to a stake that takes more from the bonus than one may; nothing where the stake may go on. */
export function refuseBonusStake({ bonusCents }: { bonusCents: number }, { maxBonusStakeCents }: BonusRules) {
  if (bonusCents <= maxBonusStakeCents) return undefined
  return refuse('bonus_stake_above_max', {
    values: { maxCents: maxBonusStakeCents },
    detail: { maxBonusStakeCents },
  })
}

/** A limit that waits for its time; null lifts the limit. */
export type PendingLimit = { dailyLossCents: number | null; startsAt: Date }

/** The limit in force, null for none, and a looser one that waits. */
export type LimitState = { dailyLossCents: number | null; pending: PendingLimit | null }

export const noLimit: LimitState = { dailyLossCents: null, pending: null }

/** Whether the first limit lets a player lose more than the second. */
export const isLooser = (one: number | null, other: number | null): boolean =>
  other !== null && (one === null || one > other)

/**
 * What a player's wish does to the limit in force: tighter or the same holds at once and forgets a looser one
 * that waited; looser waits until `looserFrom`. Asked again for what already waits, the wait goes on unchanged.
 */
export function changedLimit(state: LimitState, wishedCents: number | null, looserFrom: Date): LimitState {
  if (!isLooser(wishedCents, state.dailyLossCents)) return { dailyLossCents: wishedCents, pending: null }
  if (state.pending?.dailyLossCents === wishedCents) return state
  return {
    dailyLossCents: state.dailyLossCents,
    pending: { dailyLossCents: wishedCents, startsAt: looserFrom },
  }
}
