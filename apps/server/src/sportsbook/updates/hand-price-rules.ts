import { fairChances } from '../catalogue/move-prices.ts'
import type { HandEnd, PricedOutcomeRow } from './hand-price-queries.ts'

export type HandBounds = { minMilli: number; maxMilli: number }

type Priced = Pick<PricedOutcomeRow, 'outcomeId' | 'automaticMilli' | 'isOffered'>

/** Prices are typed with two decimals. */
const STEP_MILLI = 10
/** The lowest price that is offered. */
const LOWEST_MILLI = 1010
const WHOLE_BPS = 10_000

/**
 * Between which prices an outcome may be priced by hand. At most `maxBps` from its automatic price, and never above the
 * price without margin: neither bets, bet builders nor cash-outs at it then lose money on average, and with no other price
 * of the match does it make a sure win. If no longer price is safe, it may only be shortened.
 * Shape: by outcome, for the offered outcomes of one market.
 * Units: thousandths, in steps of two decimals.
 */
export function handBounds(market: readonly Priced[], maxBps: number): Map<number, HandBounds> {
  const offered = market.filter(({ isOffered }) => isOffered)
  const fair = fairChances(offered.map(({ automaticMilli }) => automaticMilli))
  return new Map(
    offered.map(({ outcomeId, automaticMilli }, at): [number, HandBounds] => {
      const longest = Math.min(
        (automaticMilli * (WHOLE_BPS + maxBps)) / WHOLE_BPS,
        Math.max(automaticMilli, 1000 / (fair[at] ?? 1)),
      )
      const shortest = (automaticMilli * (WHOLE_BPS - maxBps)) / WHOLE_BPS
      return [
        outcomeId,
        {
          minMilli: Math.max(LOWEST_MILLI, Math.ceil(shortest / STEP_MILLI) * STEP_MILLI),
          maxMilli: Math.floor(longest / STEP_MILLI) * STEP_MILLI,
        },
      ]
    }),
  )
}

export const isWithin = (priceMilli: number, bounds: HandBounds | undefined): boolean =>
  bounds !== undefined && priceMilli >= bounds.minMilli && priceMilli <= bounds.maxMilli

/** What happened to a match: an event such as a goal, or a stop of all its markets. */
export type MatchTurn = 'event' | 'stop'

type Held = Priced & Pick<PricedOutcomeRow, 'handMilli' | 'maxBps' | 'isOver' | 'isOpen'>

/** Why the price by hand of this outcome of a market ends now; undefined if it goes on, or there is none. */
export function endOf(
  { outcomeId, handMilli, maxBps, isOver, isOpen }: Held,
  market: readonly Held[],
  turn: MatchTurn | undefined,
): HandEnd | undefined {
  if (handMilli === null) return undefined
  if (turn) return turn
  if (!isOpen) return 'stop'
  if (isOver) return 'time'
  return isWithin(handMilli, handBounds(market, maxBps ?? 0).get(outcomeId)) ? undefined : 'price'
}
