import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { type PublicIds, publicIds } from '../../platform/public-ids.ts'
import { signingKey } from '../../platform/crypto.ts'
import type { BetBoost, BetPromises } from './boost-rules.ts'
import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Receipt, type ReceiptLeg, selectReceiptLegs, selectReceipts } from './receipt-queries.ts'
import { boostedPrice, priceMilli } from '@palpite/odds'
import { minAcceptedPriceMilli } from './quote-rules.ts'
import { ticketOf } from './ticket-rules.ts'

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

/**
 * A stored receipt, its text, and whether it matches the signature made at acceptance. Old receipts were signed with internal
 * ids; they are signed again with public ids, because the text goes out to players.
 */
type StoredReceipt = { receipt: Receipt; text: string; signature: string; isSigned: boolean }

/** The complete receipt of a bet; undefined if it does not exist. */
export async function readReceipt(
  { db: sql, config }: Pick<Deps, 'config'> & { db: Sql },
  betId: number,
): Promise<StoredReceipt | undefined> {
  const [row] = await selectReceipts(sql, betId)
  if (!row) return undefined
  const { signature, ...bet } = row
  const legs: ReceiptLeg[] = await selectReceiptLegs(sql, betId)
  const receipt = { ...bet, legs }
  const signer = receiptSigner(config)
  const isSigned = signer.isSigned(receipt, signature)
  return {
    receipt,
    text: signer.text(receipt),
    signature: isSigned ? signer.sign(receipt) : signature,
    isSigned,
  }
}

/** One check of a receipt, and whether it passes. */
type Point = { what: string; holds: boolean }

/**
 * Decides a dispute about how a bet was accepted: checks each acceptance rule against the receipt. A failed check
 * means that the house made a mistake or that rows were changed.
 */
export function judgeReceipt(receipt: Receipt, isSigned: boolean): Point[] {
  const ticket = ticketOf(
    receipt,
    receipt.legs.map(({ priceMilli }) => priceMilli),
    receipt.boost,
  )
  return [
    { what: 'the rows are those that were signed when the bet was accepted', holds: isSigned },
    ...receipt.legs.map((leg, place) => ({
      what: `leg ${place + 1}: ${leg.priceMilli} is a price that the player accepted (${leg.requestedPriceMilli} shown, rule ${receipt.accept})`,
      holds: isPriceAccepted(leg, receipt),
    })),
    { what: 'the stake is that of all combinations', holds: ticket.stakeCents === receipt.stakeCents },
    { what: 'the stake is within the limit of then', holds: receipt.stakeCents <= receipt.maxStakeCents },
    {
      what: 'the potential return is that of its prices',
      holds:
        ticket.potentialReturnCents - (receipt.freeBetId === null ? 0 : receipt.stakeCents) ===
        receipt.potentialReturnCents,
    },
    ...boostedPoint(receipt),
    {
      what: 'a bet in play had waited out the delay of then',
      holds: receipt.delayMs >= receipt.requiredDelayMs,
    },
  ]
}

/** A boosted price is the price of that time raised by the boost. */
function boostedPoint({ boost, legs: [leg] }: Receipt): Point[] {
  if (boost?.kind !== 'price') return []
  const boostedMilli = boostedPrice(priceMilli(boost.priceMilli), boost.bps)
  return [{ what: 'the boosted price is that of its price then', holds: leg?.priceMilli === boostedMilli }]
}

function isPriceAccepted(leg: ReceiptLeg, receipt: Receipt): boolean {
  if (leg.priceMilli < (leg.minPriceMilli ?? 0)) return false
  if (receipt.accept === 'exact') return leg.priceMilli === leg.requestedPriceMilli
  const rule = { accept: receipt.accept, withinBps: receipt.withinBps ?? undefined }
  return leg.priceMilli >= minAcceptedPriceMilli(rule, leg.requestedPriceMilli)
}
