import { cents } from '@palpite/money'
import {
  checkMultiple,
  combinationCount,
  combinationsByLeg,
  type MultipleBet,
  parlayBoostBps,
  potentialFactor,
  MAX_LEGS_OF_BET,
  potentialMultipleReturn,
  priceMilli,
} from '@palpite/odds'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { asLeg, type BetBoost, boostAtBest, type WinningsBoost } from './boost-rules.ts'
import type { BetRequest } from './bet-request.ts'

/** Exposure of a bet on the outcome of one leg: a part of its stake, and the return if it wins. */
export type Exposure = { stakeCents: number; returnCents: number }

/** Figures of a bet at the prices it is accepted at. */
export type Ticket = {
  combinations: number
  stakeCents: number
  potentialReturnCents: number
  /** The promised boost. */
  boost: BetBoost | null
  /** By leg, in order. */
  exposures: readonly Exposure[]
}

/** Input of a ticket, apart from its prices. */
type Asked = {
  unitStakeCents: number
  folds: readonly number[]
  isEachWay?: boolean | undefined
  legs: readonly { isBanker: boolean }[]
}

/** Whether these legs and folds form a valid bet, regardless of its outcomes. */
export function checkShape({
  legs,
  folds,
  isEachWay,
  unitStakeCents,
}: BetRequest): Result<true, 'parlay_limit' | 'bet_malformed'> {
  if (legs.length > (isEachWay ? 2 : 1) * MAX_LEGS_OF_BET) return refuse('parlay_limit')
  const asked = legs.map((leg) => ({ priceMilli: priceMilli(leg.priceMilli), banker: leg.isBanker }))
  const bet = { unitStakeCents: cents(unitStakeCents), legs: asked, folds, isEachWay }
  // A leg that is in no combination is not part of the bet.
  const isEachIn = checkMultiple(bet) === undefined && combinationsByLeg(bet).every((count) => count > 0n)
  return isEachIn ? ok(true) : refuse('bet_malformed')
}

/**
 * The ticket of a bet at these prices, one per leg. The exposure of a leg values the other legs by their prices: for a parlay
 * the whole stake at the leg's own price, for a system the stake of the combinations that contain it. A winnings boost is
 * weighted by the chance, from the prices, that all other legs win.
 */
export function ticketOf(request: Asked, prices: readonly number[], boost: BetBoost | null = null): Ticket {
  const bet = multipleOf(request, prices)
  const combinations = Number(combinationCount(bet))
  const stakeCents = request.unitStakeCents * combinations
  const plainReturnCents = potentialMultipleReturn(bet)
  const boostCents = boostAtBest(boost, prices, { stakeCents, returnCents: plainReturnCents })
  const shareCents = Math.floor(stakeCents / prices.length)
  const restCents = stakeCents - shareCents * prices.length
  const counts = combinationsByLeg(bet)
  return {
    combinations,
    stakeCents,
    potentialReturnCents: plainReturnCents + boostCents,
    boost,
    exposures: prices.map((price, place) => {
      const own = place === 0 ? shareCents + restCents : shareCents
      const units = request.unitStakeCents * Number(counts[place])
      const boosted = boostCents === 0 ? 0 : Math.ceil(boostCents / othersOdds(prices, place))
      return { stakeCents: own, returnCents: Math.max(own, Math.floor((units * price) / 1000)) + boosted }
    }),
  }
}

/** The return of one unit on all other legs. */
const othersOdds = (prices: readonly number[], place: number): number =>
  prices.reduce((all, price, at) => (at === place ? all : (all * price) / 1000), 1)

/** Limits of a stake: for the whole ticket, and per leg the exposure headroom of its outcome. */
export type TicketBounds = {
  maxReturnCents: number
  maxLossCents: number
  exposureHeadroomCents: readonly number[]
}

/** The maximum stake on all combinations together, in whole units. */
export function maxTicketStake(
  request: Asked,
  prices: readonly number[],
  bounds: TicketBounds,
  boost: BetBoost | null = null,
): number {
  const plain = maxPlainStake(request, prices, bounds)
  return boost?.kind === 'winnings' ? Math.min(plain, maxBoostedStake(prices, bounds, boost)) : plain
}

/**
 * For a parlay with a winnings boost: a stake keeps a limit if it keeps it with the full share of the winnings, or with the
 * cap of the boost.
 */
function maxBoostedStake(
  prices: readonly number[],
  { maxReturnCents, maxLossCents, exposureHeadroomCents }: TicketBounds,
  boost: WinningsBoost,
): number {
  const odds = othersOdds(prices, -1)
  const share = ((odds - 1) * parlayBoostBps(boost, prices.map(asLeg))) / 10_000
  const { maxCents } = boost
  const most = (cents: number, odd: number, shared: number, added: number) =>
    odd > 0
      ? Math.max(0, Math.floor((cents - 1) / (odd + shared)), Math.floor((cents - 1 - added) / odd))
      : cents
  const byLegs = prices.map((price, place) => {
    const others = othersOdds(prices, place)
    // Stakes are split into whole cents and the boost is rounded up: the possible rounding error stays free.
    const room = Math.max(0, (exposureHeadroomCents[place] ?? 0) - prices.length)
    return most(room, price / 1000 - 1 / prices.length, share / others, maxCents / others)
  })
  return Math.min(
    most(maxReturnCents, odds, share, maxCents),
    most(maxLossCents, odds - 1, share, maxCents),
    ...byLegs,
  )
}

function maxPlainStake(request: Asked, prices: readonly number[], bounds: TicketBounds): number {
  const bet = multipleOf(request, prices)
  const combinations = Number(combinationCount(bet))
  const factor = potentialFactor(bet)
  // Rounded down: none of these is below zero.
  const gain = factor.n - BigInt(combinations) * factor.d
  const byReturn = Number((BigInt(bounds.maxReturnCents) * factor.d) / factor.n)
  const byLoss = gain > 0n ? Number((BigInt(bounds.maxLossCents) * factor.d) / gain) : Number.MAX_SAFE_INTEGER
  const counts = combinationsByLeg(bet)
  const byLegs = prices.map((price, place) => {
    const perUnit = Number(counts[place]) * price * prices.length - 1000 * combinations
    // Stakes are split into whole cents: the possible rounding error stays free.
    const room = Math.max(0, (bounds.exposureHeadroomCents[place] ?? 0) - (prices.length - 1))
    return perUnit > 0 ? Math.floor((room * 1000 * prices.length) / perUnit) : Number.MAX_SAFE_INTEGER
  })
  return Math.min(byReturn, byLoss, ...byLegs) * combinations
}

const multipleOf = (
  { unitStakeCents, legs, folds, isEachWay }: Asked,
  prices: readonly number[],
): MultipleBet => ({
  unitStakeCents: cents(unitStakeCents),
  legs: prices.map((price, place) => ({
    priceMilli: priceMilli(price),
    banker: legs[place]?.isBanker ?? false,
  })),
  folds,
  isEachWay,
})
