import { boostedPrice, isPriceMilli, type ParlayBoost, parlayBoostCents, priceMilli } from '@palpite/odds'
import { cents } from '@palpite/money'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { SportsbookSettings } from '../settings.ts'
import { matchStatuses } from '../sports/match-status.ts'
import type { PriceBoostRow } from './promotion-queries.ts'

/** Extra winnings of a parlay by number of legs, as promised when the bet was placed. */
export type WinningsBoost = ParlayBoost & { kind: 'winnings' }

/** A raised price for one selection: by how much, and the plain price. */
export type PriceBoost = { kind: 'price'; boostId: string; bps: number; priceMilli: number }

/** A bet's boost, stored with it, so that later changes of settings do not affect it. */
export type BetBoost = WinningsBoost | PriceBoost

/**
 * A bet's other promises, stored like its boost: the stake back, up to a maximum, if exactly one leg loses; and a leg
 * on the winner of a match not yet started that counts as won once its side leads by so much.
 */
export type BetPromises = { insurance?: { maxCents: number }; earlyPayout?: { lead: number } }

/** The boosted price a bet asks for, with the player's stakes on it. */
export type AskedBoost = PriceBoostRow & { stakedCents: number }

type Asked = {
  folds: readonly number[]
  isEachWay?: boolean | undefined
  freeBetId?: string | undefined
  priceBoostId?: string | undefined
  legs: readonly { isBanker: boolean }[]
}

export const asLeg = (price: number) => ({ priceMilli: price })

/**
 * The parlay boost at these prices by the promotions in force: the one that adds most. No boost for other bets: a
 * system may win in part, and a free bet is a gift already.
 */
export function winningsBoostOf(
  { folds, isEachWay = false, freeBetId, legs }: Asked,
  {
    prices,
    stakeCents,
    returnCents,
    at,
  }: { prices: readonly number[]; stakeCents: number; returnCents: number; at: Date },
  boosts: SportsbookSettings['winningsBoosts'],
): WinningsBoost | null {
  if (boosts.length === 0 || legs.length < 2 || isEachWay || freeBetId !== undefined) return null
  if (folds.length !== 1 || folds[0] !== legs.length || legs.some(({ isBanker }) => isBanker)) return null
  const fitting = boosts
    .filter(isInForce(at))
    .map(({ minPriceMilli, maxCents, steps }): { boost: WinningsBoost; addsCents: number } => {
      const boost = { kind: 'winnings' as const, minPriceMilli, maxCents, steps }
      return { boost, addsCents: boostAtBest(boost, prices, { stakeCents, returnCents }) }
    })
    .filter(({ addsCents }) => addsCents > 0)
  return fitting.toSorted((one, other) => other.addsCents - one.addsCents)[0]?.boost ?? null
}

/** What a winnings boost adds if every leg wins. */
export const boostAtBest = (
  boost: BetBoost | null,
  prices: readonly number[],
  { stakeCents, returnCents }: { stakeCents: number; returnCents: number },
): number =>
  boost?.kind === 'winnings'
    ? parlayBoostCents(boost, prices.map(asLeg), {
        stakeCents: cents(stakeCents),
        returnCents: cents(returnCents),
      })
    : 0

type PromiseRules = Pick<SportsbookSettings, 'parlayInsurances' | 'earlyPayouts'>

/** A leg for promises, with the match state when the bet was placed. */
type PromisedLeg = {
  priceMilli: number
  marketType: string
  period: string
  code: string
  matchStatus: number
}

/** The promises of the promotions in force for a bet placed now; the best of each kind. */
export function promisesOf(
  { freeBetId, folds }: Pick<Asked, 'freeBetId' | 'folds'>,
  { legs, at }: { legs: readonly PromisedLeg[]; at: Date },
  { parlayInsurances, earlyPayouts }: PromiseRules,
): BetPromises {
  const insurance =
    freeBetId === undefined ? insuranceAt(parlayInsurances, { folds, legs, placedAt: at }) : undefined
  const leads = legs.some(isPaidByLead) ? earlyPayouts.filter(isInForce(at)).map(({ lead }) => lead) : []
  return {
    ...(insurance && { insurance }),
    ...(leads.length > 0 && { earlyPayout: { lead: Math.min(...leads) } }),
  }
}

/** The insurance a parlay placed then has by these rules: the one that returns most. */
export function insuranceAt(
  rules: SportsbookSettings['parlayInsurances'],
  {
    folds,
    legs,
    placedAt,
  }: { folds: readonly number[]; legs: readonly { priceMilli: number }[]; placedAt: Date },
): BetPromises['insurance'] {
  if (folds.length !== 1 || folds[0] !== legs.length) return undefined
  const fitting = rules
    .filter(isInForce(placedAt))
    .filter(
      ({ minLegs, minPriceMilli }) =>
        legs.length >= minLegs && legs.every(({ priceMilli: price }) => price >= minPriceMilli),
    )
    .map(({ maxCents }) => maxCents)
  return fitting.length > 0 ? { maxCents: Math.max(...fitting) } : undefined
}

const isInForce =
  (at: Date) =>
  ({ from, until }: { from: string; until: string }): boolean =>
    at >= new Date(from) && at < new Date(until)

/** On a side to win a football match that has not started. */
const isPaidByLead = ({ marketType, period, code, matchStatus }: PromisedLeg): boolean =>
  marketType === 'football.1x2' &&
  period === 'full' &&
  code !== 'draw' &&
  matchStatus === matchStatuses.notOpen

/** The boosted price of a single's leg at this current price; refused if it is over or the bet is of another kind. */
export function boostPrice(
  { legs, isEachWay = false, freeBetId }: Asked,
  asked: AskedBoost | undefined,
  quote: { outcomeId: number; priceMilli: number; isPlaying: boolean },
): Result<PriceBoost & { boostedMilli: number }, 'bet_malformed' | 'price_boost_over'> {
  if (legs.length !== 1 || isEachWay || freeBetId !== undefined) return refuse('bet_malformed')
  // In play a boosted current price could be worth anything: boosts are for matches not started.
  if (!asked || asked.isOver || asked.outcomeId !== quote.outcomeId || quote.isPlaying) {
    return refuse('price_boost_over')
  }
  const { id: boostId, bps } = asked
  if (!isPriceMilli(quote.priceMilli)) return refuse('price_boost_over')
  return ok({
    kind: 'price',
    boostId,
    bps,
    priceMilli: quote.priceMilli,
    boostedMilli: boostedPrice(priceMilli(quote.priceMilli), bps),
  })
}
