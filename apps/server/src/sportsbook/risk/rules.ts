import { present } from '../../platform/errors.ts'
import type { SportsbookSettings, PriceMove } from '../settings.ts'
import { type Bounded, leastBound } from './headroom-rules.ts'
import type { ClosedColumns, LiabilityColumns } from './queries.ts'
import type { Sport } from '@palpite/odds'

/** An outcome for its next bet: the potential return of its open bets, and all stakes on its market. */
type OutcomeSums = Bounded & {
  outcomeId: number
  marketId: number
  outcomeReturnCents: number
  marketStakeCents: number
}

/** The stake and potential return that bets put on an outcome. */
type Stake = { outcomeId: number; marketId: number; stakeCents: number; returnCents: number }

type Bounds = Pick<SportsbookSettings, 'maxLiabilityCents' | 'riskLimits'>

/**
 * The maximum potential return of this outcome's open bets: its market's liability limit plus all stakes on the
 * market, because bets on other outcomes offset it.
 */
export const maxReturns = (sums: Bounded & { marketStakeCents: number }, bounds: Bounds): number =>
  leastBound('maxLiabilityCents', sums, bounds) + sums.marketStakeCents

/** What a list has added to outcomes and their markets so far, on top of the read liabilities. */
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

/** The sums of an outcome, with the stakes that the list has added. */
export const withAdded = <S extends OutcomeSums>(sums: S, { outcomes, marketStakes }: Added): S => ({
  ...sums,
  outcomeReturnCents: sums.outcomeReturnCents + (outcomes.get(sums.outcomeId)?.returnCents ?? 0),
  marketStakeCents: sums.marketStakeCents + (marketStakes.get(sums.marketId) ?? 0),
})

/**
 * What a list adds to the liabilities it read. They were read without a lock, so each outcome carries its maximum;
 * stakes others added to its market meanwhile would only allow more.
 */
export function addedColumns(
  added: Added,
  sumsOfOutcome: ReadonlyMap<number, OutcomeSums>,
  bounds: Bounds,
): LiabilityColumns {
  const maxOf = ({ outcomeId }: Stake) =>
    maxReturns(withAdded(present(sumsOfOutcome.get(outcomeId), 'the sums of an outcome'), added), bounds)
  const stakes = [...added.outcomes.values()]
  return { ...unboundedColumns(stakes), maxReturns: stakes.map(maxOf) }
}

/**
 * What bets accepted earlier add again (reopened, partly cashed out, or with moved exposure): no limit
 * applies.
 */
export const unboundedColumns = (stakes: readonly Stake[]): LiabilityColumns => ({
  ...closedColumns(stakes),
  marketIds: stakes.map(({ marketId }) => marketId),
  maxReturns: stakes.map(() => null),
})

/** What bets that are no longer open subtract. */
export const closedColumns = (stakes: readonly Stake[]): ClosedColumns => ({
  outcomeIds: stakes.map(({ outcomeId }) => outcomeId),
  stakes: stakes.map(({ stakeCents }) => stakeCents),
  returns: stakes.map(({ returnCents }) => returnCents),
})

/** One row per outcome. */
export function sumsOf(stakes: readonly Stake[]): Stake[] {
  const all = nothingAdded()
  for (const stake of stakes) add(all, stake)
  return [...all.outcomes.values()]
}

/** The open bets on an outcome, and how they move its market. */
type Staked = {
  sport: string
  type: string
  /** Its potential return, and the stakes on its whole market. */
  returnCents: number
  marketStakeCents: number
  /** An operator keeps this market's prices fixed. */
  isKept: boolean
}

/**
 * How much stakes shorten an outcome, in hundredths of a percent of its chance: a little for each step of the house's
 * possible loss, up to a limit. The last rule in force for the market counts; without one, and where it moves
 * nothing, prices stay. Only current stakes count: once they are gone, so is the move.
 */
export function shortenedBps(staked: Staked, rules: readonly PriceMove[], at: Date): number {
  const rule = rules.findLast((one) => appliesTo(one, staked) && isInForce(one, at))
  if (!rule || staked.isKept) return 0
  const steps = Math.floor(Math.max(0, staked.returnCents - staked.marketStakeCents) / rule.stepCents)
  return Math.min(steps * rule.moveBps, rule.maxBps)
}

const appliesTo = ({ sports, marketTypes }: PriceMove, { sport, type }: Staked): boolean =>
  (sports.length === 0 || sports.includes(sport as Sport)) &&
  (marketTypes.length === 0 || marketTypes.includes(type))

const isInForce = ({ from, until }: PriceMove, at: Date): boolean =>
  new Date(from) <= at && at < new Date(until)
