import { cents, prorate, type Cents } from '@palpite/money'
import type { Resolution } from '../resolution.ts'
import { checkMultiple, partsOf, potentialMultipleReturn, type Leg, type MultipleBet } from './parlay.ts'

/**
 * An open leg with the house's current chance, without margin. No chance: its market is suspended. Half won is half a
 * chance to win and half of a refund.
 */
export type CashOutLeg = Leg & {
  /** Share of its stake that is won. */
  readonly chance?: number | undefined
  /** Share of its stake that is given back; nothing if not said. */
  readonly refundChance?: number | undefined
  /** Its best possible resolution; won by default. */
  readonly best?: Resolution | undefined
}

export type CashOutBet = Omit<MultipleBet, 'legs'> & { readonly legs: readonly CashOutLeg[] }

/** An open bet's value in fractional cents, and the house's offer. */
export type CashOut = { readonly fairCents: number; readonly offerCents: Cents }

export type CashOutRefusal = 'leg_suspended' | 'chance_out_of_range' | 'nothing_to_offer'

export type CashOutOffer =
  | { readonly ok: true; readonly value: CashOut }
  | { readonly ok: false; readonly reason: CashOutRefusal }

const GREATEST_REDUCTION_BPS = 10_000

/**
 * The offer for an open bet: its expected return minus the house's reduction, rounded down, never above its best
 * possible return. Settled legs count as settled, open ones at their current chance. Refused while an open leg is
 * suspended. Asserts: a bet that `checkMultiple` allows; a reduction of 0 to 10,000 (hundredths of a percent). Source:
 * docs/maths/cash-out.md.
 */
export const cashOutOffer = (bet: CashOutBet, reductionBps: number): CashOutOffer => {
  const refusal = checkMultiple(bet)
  if (refusal) throw new Error(`not a bet: ${refusal}`)
  if (!(reductionBps >= 0 && reductionBps <= GREATEST_REDUCTION_BPS))
    throw new Error(`reduction: ${reductionBps} bps`)
  const open = bet.legs.filter((leg) => !leg.resolution)
  if (open.some((leg) => leg.chance === undefined)) return { ok: false, reason: 'leg_suspended' }
  if (!open.every(isPossible)) return { ok: false, reason: 'chance_out_of_range' }
  const fairCents = bet.unitStakeCents * expectedFactor(bet)
  // A double slightly below a whole cent counts as that cent: tolerance one part in a trillion.
  const reduced = Math.floor(fairCents * (1 - reductionBps / 10_000) * (1 + 1e-12))
  const offerCents = cents(Math.min(reduced, bestReturn(bet)))
  return offerCents > 0
    ? { ok: true, value: { fairCents, offerCents } }
    : { ok: false, reason: 'nothing_to_offer' }
}

/** The bet's return if each open leg ends as well as possible. */
const bestReturn = (bet: CashOutBet): Cents =>
  potentialMultipleReturn({
    ...bet,
    legs: bet.legs.map((leg) => ({ ...leg, resolution: leg.resolution ?? leg.best })),
  })

const isPossible = ({ chance = 0, refundChance = 0 }: CashOutLeg): boolean =>
  chance >= 0 && refundChance >= 0 && chance + refundChance <= 1 + 1e-9

/** The expected return per unit on the leg. */
const legFactor = ({ priceMilli, resolution, chance = 0, refundChance = 0 }: CashOutLeg): number => {
  const price = priceMilli / 1000
  return resolution
    ? (resolution.won * price + resolution.refunded) / resolution.of
    : chance * price + refundChance
}

/** Legs of different matches are independent: expectations multiply. */
const expectedFactor = (bet: CashOutBet): number =>
  partsOf<CashOutLeg, CashOutBet>(bet).reduce((sum, part) => sum + expectedOfPart(part), 0)

const expectedOfPart = (bet: CashOutBet): number => {
  let sums = [1]
  for (const leg of bet.legs.filter((one) => !one.banker)) {
    const factor = legFactor(leg)
    sums = [...sums, 0].map((sum, degree) => sum + (degree > 0 ? (sums[degree - 1] ?? 0) * factor : 0))
  }
  const combinations = bet.folds.reduce((all, fold) => all + (sums[fold] ?? 0), 0)
  return bet.legs.filter((leg) => leg.banker).reduce((product, leg) => product * legFactor(leg), combinations)
}

/** A split for a partial cash-out: the sold stake, the remaining stake, and the payment. */
export type PartialCashOut = {
  readonly cashedStakeCents: Cents
  readonly keptStakeCents: Cents
  readonly offerCents: Cents
}

export type PartialCashOutRefusal = 'nothing_kept' | 'nothing_to_offer'

export type PartialCashOutOffer =
  | { readonly ok: true; readonly value: PartialCashOut }
  | { readonly ok: false; readonly reason: PartialCashOutRefusal }

/**
 * Sells a share of the bet (in hundredths of a percent): the stake rounded up, the same part of the offer rounded
 * down, so that no sequence of parts pays more than the whole. The stakes sum to the original. Refused where no stake
 * would remain, or nothing be paid. Asserts: a share above zero and below the whole; non-negative amounts. Source:
 * docs/maths/cash-out.md.
 */
export const partialCashOut = (
  totalStakeCents: Cents,
  fullOfferCents: Cents,
  shareBps: number,
): PartialCashOutOffer => {
  if (!Number.isSafeInteger(shareBps) || shareBps <= 0 || shareBps >= 10_000)
    throw new Error(`share: ${shareBps} bps`)
  if (totalStakeCents < 0 || fullOfferCents < 0) throw new Error('stake and offer cannot be negative')
  const share = BigInt(totalStakeCents) * BigInt(shareBps)
  const cashedStakeCents = cents(Number((share + 9_999n) / 10_000n))
  const keptStakeCents = cents(totalStakeCents - cashedStakeCents)
  if (keptStakeCents === 0) return { ok: false, reason: 'nothing_kept' }
  const offerCents = prorate(fullOfferCents, cashedStakeCents, totalStakeCents)
  return offerCents > 0
    ? { ok: true, value: { cashedStakeCents, keptStakeCents, offerCents } }
    : { ok: false, reason: 'nothing_to_offer' }
}
