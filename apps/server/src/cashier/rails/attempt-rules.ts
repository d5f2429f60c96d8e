import type { PayoutAnswer } from './payment-gateway.ts'
import type { Receipt } from './chain.ts'
import type { Attempt } from './queries.ts'

/** What the chain says of the attempts of one payout, and how far it is. */
export type ChainStatus = {
  head: number
  /** How many transactions of the sender are in blocks. */
  mined: number
  /** The attempt that is in a block, if one is. */
  inBlock: { attempt: Attempt; receipt: Receipt } | undefined
  /** Whether the node still has the last attempt. */
  knowsLast: boolean
}

export type Patience = { confirmations: number; stuckSeconds: number; maxFeeWei: number }

/** What to do about a payout after a look at the chain. */
export type Step =
  | { do: 'answer'; answer: PayoutAnswer }
  /** The node has lost it, or a block with it is no longer in the chain: the same signed transaction goes out again. */
  | { do: 'send_again' }
  /** It waits for too long: the same payment, by the same number, for a higher fee. */
  | { do: 'replace' }

/**
 * Decides about a payout. Only what lies deep enough in the chain is paid or failed. A number that something else took
 * is for a person: nothing is ever sent by another number.
 */
export function nextStep(
  { payoutId, nonce, sentSeconds, feeWei }: Attempt,
  { head, mined, inBlock, knowsLast }: ChainStatus,
  { confirmations, stuckSeconds, maxFeeWei }: Patience,
): Step {
  const processing = (providerRef: string | undefined): Step => ({
    do: 'answer',
    answer: { kind: 'known', payout: { payoutId, state: 'processing', amountCents: undefined, providerRef } },
  })
  if (inBlock) {
    const { attempt, receipt } = inBlock
    const providerRef = attempt.hash ?? undefined
    if (head - receipt.block + 1 < confirmations) return processing(undefined)
    const state = receipt.hasSucceeded ? 'paid' : 'failed'
    return {
      do: 'answer',
      answer: { kind: 'known', payout: { payoutId, state, amountCents: undefined, providerRef } },
    }
  }
  if (mined > nonce) return unknown(NUMBER_TAKEN)
  if (!knowsLast) return { do: 'send_again' }
  if ((sentSeconds ?? 0) < stuckSeconds) return processing(undefined)
  return feeWei < maxFeeWei ? { do: 'replace' } : unknown('it waits for a block at the highest fee')
}

/** Why a payout can never be mined any more: whatever took its number is none of its transactions. */
export const NUMBER_TAKEN = 'another transaction has its number'

const unknown = (why: string): Step => ({ do: 'answer', answer: { kind: 'unknown', why } })

/** Nodes take a replacement only for a tenth more; a quarter more makes it worth mining. */
export const raisedFee = (feeWei: number, feeNowWei: number, maxFeeWei: number): number =>
  Math.min(maxFeeWei, Math.max(Math.ceil(feeWei * 1.25), feeNowWei))
