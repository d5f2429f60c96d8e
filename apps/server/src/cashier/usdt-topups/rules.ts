import type { Receipt } from '../usdt/index.ts'

/**
 * seen: in a block that is not deep yet. gone: in none any more. credited. taken_back: credited, and then the chain lost
 * it. below_min and other_token: never credited, kept for operators to look at.
 */
export type TransferStatus = 'seen' | 'gone' | 'credited' | 'taken_back' | 'below_min' | 'other_token'

export type Followed = {
  status: TransferStatus
  block: number
  /** The head of the chain when it was first missed there. */
  missedAtBlock: number | null
  micros: number
}

export type Sight = { head: number; receipt: Receipt | undefined; confirmations: number; minMicros: number }

export type Change =
  | { to: 'credit' }
  | { to: 'take_back' }
  | { to: 'keep'; status: TransferStatus; block: number; missedAtBlock: number | null }

/**
 * What a look at the chain means for a transfer to a player. Credited only deep in the chain; what was credited is a debt
 * once the chain has done without it for as many blocks as made it sure.
 */
export function changeOf(transfer: Followed, { head, receipt, confirmations, minMicros }: Sight): Change {
  const { status, micros } = transfer
  const isThere = receipt?.hasSucceeded === true
  const block = receipt?.block ?? transfer.block
  if (status === 'credited') {
    if (isThere) return { to: 'keep', status, block, missedAtBlock: null }
    const missedAtBlock = transfer.missedAtBlock ?? head
    if (head - missedAtBlock >= confirmations) return { to: 'take_back' }
    return { to: 'keep', status, block, missedAtBlock }
  }
  if (!isThere) return { to: 'keep', status: 'gone', block, missedAtBlock: null }
  if (confirmationsOf(block, head) < confirmations) {
    return { to: 'keep', status: 'seen', block, missedAtBlock: null }
  }
  if (micros < minMicros) return { to: 'keep', status: 'below_min', block, missedAtBlock: null }
  return { to: 'credit' }
}

/** How many blocks stand on a transfer, its own included. */
export const confirmationsOf = (block: number, head: number): number => Math.max(0, head - block + 1)

/** What USDT is worth at a rate (reais for one, in ten-thousandths); a broken cent is dropped. */
export const centsOfUsdt = (micros: number, rateE4: number): number =>
  Number((BigInt(micros) * BigInt(rateE4)) / 100_000_000n)
