import { present } from '../../platform/errors.ts'
import type { SportsbookSettings, PriceMove } from '../settings.ts'
import { type Bounded, leastBound } from './headroom-rules.ts'
import type { ClosedColumns, LiabilityColumns } from './queries.ts'
import type { Sport } from '@palpite/odds'

/** An outcome as its next bet meets it: what its open bets would return, and all stakes on its market. */
type Standing = Bounded & {
  outcomeId: number
  marketId: number
  outcomeReturnCents: number
  marketStakeCents: number
}

/** What bets put on an outcome. */
type Stake = { outcomeId: number; marketId: number; stakeCents: number; returnCents: number }

type Bounds = Pick<SportsbookSettings, 'maxLiabilityCents' | 'riskLimits'>

/**
 * What the open bets on this outcome may return at most: the liability that its market may have, and all that
 * is staked on the market, because the bets on other outcomes pay for it.
 */
export const maxReturns = (standing: Bounded & { marketStakeCents: number }, bounds: Bounds): number =>
  leastBound('maxLiabilityCents', standing, bounds) + standing.marketStakeCents

/** What a list has put on outcomes and their markets so far, beyond the sums it was read with. */
export type Added = { outcomes: Map<number, Stake>; marketStakes: Map<number, number> }

export const nothingAdded = (): Added => ({ outcomes: new Map(), marketStakes: new Map() })

export function add({ outcomes, marketStakes }: Added, stake: Stake): void {
  const { outcomeId, marketId, stakeCents, returnCents } = stake
  const so = outcomes.get(outcomeId)
  outcomes.set(outcomeId, {
    outcomeId,
    marketId,
    stakeCents: stakeCents + (so?.stakeCents ?? 0),
    returnCents: returnCents + (so?.returnCents ?? 0),
  })
  marketStakes.set(marketId, stakeCents + (marketStakes.get(marketId) ?? 0))
}

/** The standing with what the list has added. */
export const standingWith = <S extends Standing>(standing: S, { outcomes, marketStakes }: Added): S => ({
  ...standing,
  outcomeReturnCents: standing.outcomeReturnCents + (outcomes.get(standing.outcomeId)?.returnCents ?? 0),
  marketStakeCents: standing.marketStakeCents + (marketStakes.get(standing.marketId) ?? 0),
})

/**
 * What a list adds to the sums that it has read. They were read without a lock, so each outcome carries what it
 * may return at most; stakes that others added to its market meanwhile would only allow more.
 */
export function addedColumns(
  added: Added,
  standings: ReadonlyMap<number, Standing>,
  bounds: Bounds,
): LiabilityColumns {
  const maxOf = ({ outcomeId }: Stake) =>
    maxReturns(standingWith(present(standings.get(outcomeId), 'the sums of an outcome'), added), bounds)
  const stakes = [...added.outcomes.values()]
  return { ...unboundedColumns(stakes), maxReturns: stakes.map(maxOf) }
}

/** What bets that are open again add: they were taken, so no bound is asked. */
export const unboundedColumns = (stakes: readonly Stake[]): LiabilityColumns => ({
  ...closedColumns(stakes),
  marketIds: stakes.map(({ marketId }) => marketId),
  maxReturns: stakes.map(() => null),
})

/** What bets that are no longer open take back. */
export const closedColumns = (stakes: readonly Stake[]): ClosedColumns => ({
  outcomeIds: stakes.map(({ outcomeId }) => outcomeId),
  stakes: stakes.map(({ stakeCents }) => stakeCents),
  returns: stakes.map(({ returnCents }) => returnCents),
})

/** One row for each outcome. */
export function sumsOf(stakes: readonly Stake[]): Stake[] {
  const all = nothingAdded()
  for (const stake of stakes) add(all, stake)
  return [...all.outcomes.values()]
}

/** What bets on an outcome come to, and how its market is moved by them. */
type Taken = {
  sport: string
  type: string
  /** What its open bets would return, and what is staked on its whole market. */
  returnCents: number
  marketStakeCents: number
  /** An operator has this market's prices stay where they are. */
  isKept: boolean
}

/**
 * By how much what was bet shortens an outcome, in hundredths of a percent of its chance: a little for each step of what
 * the house would lose if it won, up to a bound. The last rule in force that speaks of the market counts; without one,
 * and where it moves nothing, prices stay. What was bet is all that counts: once it is gone, so is the move.
 */
export function shortenedBps(taken: Taken, rules: readonly PriceMove[], at: Date): number {
  const rule = rules.findLast((one) => appliesTo(one, taken) && isInForce(one, at))
  if (!rule || taken.isKept) return 0
  const steps = Math.floor(Math.max(0, taken.returnCents - taken.marketStakeCents) / rule.stepCents)
  return Math.min(steps * rule.moveBps, rule.maxBps)
}

const appliesTo = ({ sports, marketTypes }: PriceMove, { sport, type }: Taken): boolean =>
  (sports.length === 0 || sports.includes(sport as Sport)) &&
  (marketTypes.length === 0 || marketTypes.includes(type))

const isInForce = ({ from, until }: PriceMove, at: Date): boolean =>
  new Date(from) <= at && at < new Date(until)
