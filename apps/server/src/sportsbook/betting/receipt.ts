import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { type PublicIds, publicIds } from '../../platform/public-ids.ts'
import { signingKey } from '../../platform/signing-key.ts'
import type { BetBoost, BetPromises } from '../boosts/index.ts'
import type { Accept } from './bet-request.ts'

/** One leg of a receipt: what was asked, what was taken, and how its match stood in play. */
export type ReceiptLeg = {
  outcomeId: number
  /** Of a bet builder the outcomes that it needed. */
  selections: readonly number[]
  isBanker: boolean
  requestedPriceMilli: number
  minPriceMilli: number | null
  priceMilli: number
  priceVersion: number
  standing: string | null
}

/** All that a bet was accepted by. */
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
  /** How long one in play had to wait then; an operator may have set none. */
  requiredDelayMs: number
  isOffered: boolean
  /** The free bet that paid for it: what it returns is the profit alone. */
  freeBetId: string | null
  /** What was promised beside its prices. */
  boost: BetBoost | null
  /** And besides; null of a bet from before that was kept. */
  promises: BetPromises | null
  legs: readonly ReceiptLeg[]
}

const purpose = 'receipts of bets'

const innerIds = { bet: { show: String }, player: { show: String } }

/**
 * Signs receipts. The signature stands in the row of the bet and is handed to its player, so that neither a change of
 * the rows nor a made-up receipt passes for what was accepted. A code of the house's own key, not a public signature:
 * that would cost as much as the bet itself, and the public log already keeps bets from being put back in time.
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
    /** Also where the inner numbers were signed, as they were until receipts named bet and player by their public ids. */
    isSigned: (receipt: Receipt, signature: string): boolean =>
      isSame(signature, sign(receipt)) || isSame(signature, signText(receiptText(receipt, innerIds))),
  }
}

function isSame(one: string, other: string): boolean {
  const [given, right] = [Buffer.from(one), Buffer.from(other)]
  return right.length === given.length && timingSafeEqual(right, given)
}

/** A boost in its receipt: of a price by how much and what it was without, of winnings each step, where it counts, its most. */
function boostText(boost: BetBoost | null): string {
  if (!boost) return ''
  if (boost.kind === 'price') return `price boost ${boost.boostId} of ${boost.priceMilli} by ${boost.bps}`
  const steps = boost.steps.map(({ legs, bps }) => `${legs}:${bps}`).join('+')
  return `winnings boost ${steps} from ${boost.minPriceMilli} to ${boost.maxCents}`
}

/** What stays as it was told, whatever operators change: a stake that comes back up to a most, a lead that is paid. */
export const promiseText = ({ insurance, earlyPayout }: BetPromises): string =>
  [
    ...(insurance ? [`stake back to ${insurance.maxCents} where one leg alone loses`] : []),
    ...(earlyPayout ? [`won by a lead of ${earlyPayout.lead}`] : []),
  ].join(', ')

/**
 * A receipt as it is signed and handed out: every number in a fixed order, bet and player by their public ids. One with what
 * was promised besides ends with that and its version; those from before had neither.
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
