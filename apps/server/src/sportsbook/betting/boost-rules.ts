import { boostedPrice, isPriceMilli, type ParlayBoost, parlayBoostCents, priceMilli } from '@palpite/odds'
import { cents } from '@palpite/money'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { SportsbookSettings } from '../settings.ts'
import { matchStatuses } from '../sports/match-status.ts'
import type { PriceBoostRow } from './promotion-queries.ts'

/** More of the winnings of a parlay by how many legs it has, as it was promised when the bet was placed. */
export type WinningsBoost = ParlayBoost & { kind: 'winnings' }

/** A price that the house raised for one selection: by how much, and what the price was without it. */
export type PriceBoost = { kind: 'price'; boostId: string; bps: number; priceMilli: number }

/** What a bet was promised beside its prices; kept with it, so that what operators change later changes no bet. */
export type BetBoost = WinningsBoost | PriceBoost

/**
 * What a bet was promised besides, kept with it as its boost is: its stake back, up to a most, where one leg alone loses;
 * and a leg on the winner of a match that counts as won once that one led by so much.
 */
export type BetPromises = { insurance?: { maxCents: number }; earlyPayout?: { lead: number } }

/** A boosted price that a bet asks for, with what its player has staked on it. */
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
 * The boost that a parlay at these prices has by the promotions in force: of several the one that adds most. None of any
 * other bet: of a system a part alone may win, and a free bet is a gift already.
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

/** What a boost of the winnings adds where every leg wins. */
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

/** A leg as a promise looks at it, with how it stood when the bet was placed. */
type PromisedLeg = {
  priceMilli: number
  marketType: string
  period: string
  code: string
  matchStatus: number
}

/** What the promotions in force promise a bet that is placed on these legs now; of several of a kind the one that gives most. */
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

/** The insurance that a parlay placed then has by these rules: of several the one that gives most back. */
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

/** On a side to win a football match that has not begun. */
const isPaidByLead = ({ marketType, period, code, matchStatus }: PromisedLeg): boolean =>
  marketType === 'football.1x2' &&
  period === 'full' &&
  code !== 'draw' &&
  matchStatus === matchStatuses.notOpen

/** The boosted price of the only leg of a bet, whose price now is this; refused where it is over or the bet of another kind. */
export function boostPrice(
  { legs, isEachWay = false, freeBetId }: Asked,
  asked: AskedBoost | undefined,
  quote: { outcomeId: number; priceMilli: number; isPlaying: boolean },
): Result<PriceBoost & { boostedMilli: number }, 'bet_malformed' | 'price_boost_over'> {
  if (legs.length !== 1 || isEachWay || freeBetId !== undefined) return refuse('bet_malformed')
  // In play a price of the moment may be worth anything: boosts are for what has not begun.
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
