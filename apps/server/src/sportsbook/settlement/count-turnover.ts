import { countTurnover, type LedgerBatch, type TurnoverChange } from '../../ledger/index.ts'
import { countedOf, type SettledStake, unrewardedOf, type WageringSettings } from '../../wagering/index.ts'
import { present } from '../../platform/errors.ts'
import { type BetChange, isVoid, resolutionOf } from './rules.ts'

type Counting = {
  wagering: WageringSettings
  /** Bets whose player also staked on another outcome of the same match. */
  opposedIds: ReadonlySet<number>
  /** Bets settled before, and not void: their stakes already count. */
  countedIds: ReadonlySet<number>
}

/**
 * Adds these changes of bets to their players' turnover. A stake counts as settled once, and stays counted
 * when its result is corrected or reverted: a met wagering requirement stays met. An insured part of a stake
 * never counts, so the order in which matches end makes no difference. The part that does not count as
 * settled is counted as ended unsettled: both parts are the stake, once. Returns are counted as they are: a
 * return reverted by a correction counts as a loss, and the loss limit sees it.
 */
export function countBetTurnover(
  batch: LedgerBatch,
  changes: readonly BetChange[],
  counting: Counting,
): void {
  for (const change of changes) {
    const { bet, before, after } = change
    if (bet.freeBetId !== null) continue // none of the player's own money was staked
    const isSettledNow = counts(after) && !counts(before) && !counting.countedIds.has(bet.id)
    const settled = isSettledNow ? settledOf(change, counting) : { settledCents: 0 }
    const endedCents = bet.settledTimes === 0 ? bet.stakeCents : 0
    countTurnover(batch, {
      playerId: bet.playerId,
      returnedCents: (after?.returnCents ?? 0) - (before?.returnCents ?? 0),
      ...settled,
      endedUnsettledCents: endedCents - settled.settledCents,
    })
  }
}

/** Whether a stake counts by its bet's settlement: void and open bets do not. */
export const counts = (result: BetChange['after']): boolean => result !== undefined && !isVoid(result)

/**
 * The turnover that a settled bet adds: its stake without the insured part, the part that counts towards wagering, and the
 * part that earns no rewards. Only money at risk counts: of a half-refunded single, the other half.
 */
function settledOf(
  change: BetChange,
  counting: Counting,
): Omit<TurnoverChange, 'playerId'> & { settledCents: number } {
  const { bet, insurableCents } = change
  const settledCents = bet.stakeCents - insurableCents
  const { refunded, of } =
    (bet.legs.length === 1 && resolutionOf(present(bet.legs[0], 'a leg of a bet'))) || whole
  const ownCents = Math.max(0, bet.cashCents - insurableCents)
  const ownRiskedCents = Math.floor((ownCents * (of - refunded)) / of)
  const stake: SettledStake = { on: 'sports', priceMilli: lowestPriceMilli(atRiskOf(bet)), ownRiskedCents }
  return {
    settledCents,
    unrewardedCents: unrewardedOf(settledCents, stake),
    ...(isWagered(change, counting) ? countedOf(counting.wagering, stake) : {}),
  }
}

const whole = { refunded: 0, of: 1 }

/**
 * In a multiple a fully refunded leg counts at a price of 1: otherwise one likely to be refunded, like draw no bet
 * late in a drawn match, would lift a nearly riskless bet above the minimum price that counts.
 */
const atRiskOf = (bet: BetChange['bet']): BetChange['bet'] =>
  bet.legs.length === 1
    ? bet
    : { ...bet, legs: bet.legs.map((leg) => (isGivenBack(leg) ? { ...leg, priceMilli: 1000 } : leg)) }

function isGivenBack(leg: BetChange['bet']['legs'][number]): boolean {
  const resolution = resolutionOf(leg)
  return resolution !== undefined && resolution.refunded === resolution.of
}

/**
 * A stake placed against another bet on the same match, at a boosted price, or with a promise of the house counts for
 * nothing towards wagering. An each-way bet counts by its place half; one over several races counts for nothing,
 * because a place may be worth more than its fraction of the price, and that multiplies.
 */
function isWagered({ bet, insurableCents }: BetChange, { opposedIds }: Counting): boolean {
  const isPromised = bet.boost !== null || insurableCents > 0 || bet.promises?.earlyPayout !== undefined
  const isOfRaces = bet.isEachWay && bet.legs.length > 2
  return !isPromised && !isOfRaces && !opposedIds.has(bet.id)
}

/**
 * The lowest price of any combination of a bet: for a single its price, for a parlay the product, for a system the
 * lowest prices in the number of its smallest fold, with its bankers; for an each-way bet that of its place half.
 */
export function lowestPriceMilli({ legs, folds, isEachWay }: Combined): number {
  const half = isEachWay ? legs.length / 2 : legs.length
  const halves = isEachWay ? [legs.slice(0, half), legs.slice(half)] : [legs]
  return Math.min(...halves.map((own) => lowestOf(own, Math.min(...folds))))
}

type Combined = Pick<BetChange['bet'], 'folds' | 'isEachWay'> & {
  legs: readonly Pick<BetChange['bet']['legs'][number], 'priceMilli' | 'isBanker'>[]
}

function lowestOf(legs: Combined['legs'], fold: number): number {
  const [bankers, free] = [legs.filter((leg) => leg.isBanker), legs.filter((leg) => !leg.isBanker)]
  const lowest = free.toSorted((one, other) => one.priceMilli - other.priceMilli).slice(0, fold)
  return [...bankers, ...lowest].reduce((all, leg) => (all * leg.priceMilli) / 1000, 1000)
}
