import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { type PublicIds, publicIds } from '../../platform/public-ids.ts'
import { signingKey } from '../../platform/signing-key.ts'
import type { BetBoost, BetPromises } from './boost-rules.ts'
import type { Accept } from './bet-request.ts'

/** One leg of a receipt: the price asked for, the price accepted, and the match state if in play. */
export type ReceiptLeg = {
  outcomeId: number
  /** The selections of a bet builder. */
  selections: readonly number[]
  isBanker: boolean
  requestedPriceMilli: number
  minPriceMilli: number | null
  priceMilli: number
  priceVersion: number
  standing: string | null
}

/** Everything a bet was accepted by. */
export type Receipt = {
  betId: number
  playerId: number
  requestId: string
  placedAt: Date
  unitStakeCents: number
  folds: readonly number[]
  isEachWay: boolean
  stakeCents: number
  potentialReturnCents: number
  accept: Accept
  withinBps: number | null
  maxStakeCents: number
  delayMs: number
  /** The in-play delay at that time; operators may have set none. */
  requiredDelayMs: number
  isOffered: boolean
  /** The free bet that paid for it: only the profit is returned. */
  freeBetId: string | null
  /** Its boost. */
  boost: BetBoost | null
  /** Its other promises; null for bets from before these were stored. */
  promises: BetPromises | null
  legs: readonly ReceiptLeg[]
}

const purpose = 'receipts of bets'

const innerIds = { bet: { show: String }, player: { show: String } }

/**
 * Signs receipts. The signature is stored with the bet and given to the player, so neither altered rows nor a forged receipt
 * pass as genuine. It is a MAC under the house's key rather than a public signature, which would cost as much as the bet
 * itself; the public log already prevents bets from being backdated.
 */
export function receiptSigner(config: Pick<Config, 'PUBLIC_ID_SECRET'>) {
  const key = signingKey(config, purpose)
  const ids = { bet: publicIds(config, 'bet'), player: publicIds(config, 'player') }
  const text = (receipt: Receipt) => receiptText(receipt, ids)
  const signText = (words: string): string => createHmac('sha256', key).update(words).digest('base64url')
  const sign = (receipt: Receipt): string => signText(text(receipt))
  return {
    text,
    sign,
    /** Also accepts the older form, which signed internal ids instead of public ones. */
    isSigned: (receipt: Receipt, signature: string): boolean =>
      isSame(signature, sign(receipt)) || isSame(signature, signText(receiptText(receipt, innerIds))),
  }
}

function isSame(one: string, other: string): boolean {
  const [given, right] = [Buffer.from(one), Buffer.from(other)]
  return right.length === given.length && timingSafeEqual(right, given)
}

/** A boost in a receipt: of a price its percentage and the plain price; of winnings its steps, conditions and cap. */
function boostText(boost: BetBoost | null): string {
  if (!boost) return ''
  if (boost.kind === 'price') return `price boost ${boost.boostId} of ${boost.priceMilli} by ${boost.bps}`
  const steps = boost.steps.map(({ legs, bps }) => `${legs}:${bps}`).join('+')
  return `winnings boost ${steps} from ${boost.minPriceMilli} to ${boost.maxCents}`
}

/** Promises that later changes of settings do not affect: insured stake with its cap, early payout. */
export const promiseText = ({ insurance, earlyPayout }: BetPromises): string =>
  [
    ...(insurance ? [`stake back to ${insurance.maxCents} where one leg alone loses`] : []),
    ...(earlyPayout ? [`won by a lead of ${earlyPayout.lead}`] : []),
  ].join(', ')

/**
 * A receipt as it is signed and given out: every number in a fixed order, bet and player by public ids. A receipt with promises
 * ends with these and their version; older receipts have neither.
 */
const receiptText = (receipt: Receipt, ids: Record<'bet' | 'player', Pick<PublicIds, 'show'>>): string =>
  [
    ids.bet.show(receipt.betId),
    ids.player.show(receipt.playerId),
    receipt.requestId,
    receipt.placedAt.toISOString(),
    receipt.unitStakeCents,
    `${receipt.folds.join('+')}${receipt.isEachWay ? ' each way' : ''}`,
    receipt.stakeCents,
    receipt.potentialReturnCents,
    receipt.accept,
    receipt.withinBps ?? '',
    receipt.maxStakeCents,
    receipt.delayMs,
    receipt.requiredDelayMs,
    receipt.isOffered ? 'offered' : '',
    receipt.freeBetId ?? '',
    boostText(receipt.boost),
    ...receipt.legs.map((leg) =>
      [
        [leg.outcomeId, ...leg.selections].join('-'),
        leg.isBanker ? 'banker' : '',
        leg.requestedPriceMilli,
        leg.minPriceMilli ?? '',
        leg.priceMilli,
        leg.priceVersion,
        leg.standing ?? '',
      ].join(','),
    ),
    ...(receipt.promises ? [['receipt 2', promiseText(receipt.promises)].filter(Boolean).join(', ')] : []),
  ].join('\n')
