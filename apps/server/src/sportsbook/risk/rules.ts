import { present } from '../../platform/assert.ts'
import type { SportsbookSettings } from '../settings.ts'
import { type Bounded, leastBound } from './limits.ts'
import type { ClosedColumns, LiabilityColumns } from './queries.ts'

/** An outcome as its next bet meets it: what its open bets would return, and all stakes on its market. */
export type Standing = Bounded & {
  outcomeId: number
  marketId: number
  outcomeReturnCents: number
  marketStakeCents: number
}

/** What bets put on an outcome. */
export type Stake = { outcomeId: number; marketId: number; stakeCents: number; returnCents: number }

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
