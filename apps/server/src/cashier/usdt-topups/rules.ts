import type { Receipt } from '../rails/chain.ts'

/**
 * seen: in a block that is not deep enough yet. gone: lost by the chain. credited. taken_back: credited, and then
 * lost by the chain. below_min, other_token and no_rate: not credited automatically; operators decide.
 */
export type TransferStatus =
  | 'seen'
  | 'gone'
  | 'credited'
  | 'taken_back'
  | 'below_min'
  | 'other_token'
  | 'no_rate'

export type Followed = {
  status: TransferStatus
  block: number
  /** The chain's head when the transfer was first missing. */
  missedAtBlock: number | null
  micros: number
}

export type Sight = { head: number; receipt: Receipt | undefined; confirmations: number; minMicros: number }

export type Change =
  | { to: 'credit' }
  | { to: 'take_back' }
  | { to: 'keep'; status: TransferStatus; block: number; missedAtBlock: number | null }

/**
 * The status change of a transfer after reading the chain. It is credited only deep in the chain; a credited one
 * becomes a debt once the chain has been without it for as many blocks as had made it sure.
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

/** The confirmations of a transfer, its own block included. */
export const confirmationsOf = (block: number, head: number): number => Math.max(0, head - block + 1)

/** The rate of a transfer, and the amount beyond that rate's cover with its own rate. */
export type Price = { rateE4: number; restMicros: number; restRateE4: number | null }

/** A shown rate, and the amount it still covers. */
export type Shown = { rateE4: number; leftMicros: number }

/**
 * Prices a transfer: at the rate shown to its player as far as that covers it; the rest, or all if none was shown in
 * time, at the current rate. Undefined if the current rate is needed and unknown.
 */
export function priceOf(
  micros: number,
  shown: Shown | undefined,
  nowE4: number | undefined,
): Price | undefined {
  const restMicros = micros - Math.min(micros, shown?.leftMicros ?? 0)
  if (shown && restMicros === 0) return { rateE4: shown.rateE4, restMicros, restRateE4: null }
  if (nowE4 === undefined) return undefined
  if (!shown || restMicros === micros) return { rateE4: nowE4, restMicros: 0, restRateE4: null }
  return { rateE4: shown.rateE4, restMicros, restRateE4: nowE4 }
}

/** The value of a transfer at its price (reais per USDT, in ten-thousandths); a fraction of a cent is dropped. */
export const centsOfUsdt = (micros: number, { rateE4, restMicros, restRateE4 }: Price): number =>
  Number(
    (BigInt(micros - restMicros) * BigInt(rateE4) + BigInt(restMicros) * BigInt(restRateE4 ?? 0)) /
      100_000_000n,
  )
