import type { Receipt } from '../rails/chain.ts'

/**
 * seen: in a block that is not deep yet. gone: in none any more. credited. taken_back: credited, and then the chain lost
 * it. below_min, other_token and no_rate: not credited by themselves, kept for operators to look at.
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

/** At which rate a transfer is credited, and what of it, more than that rate converts, at which other one. */
export type Price = { rateE4: number; restMicros: number; restRateE4: number | null }

/** A rate that was shown, and how much of what it converts is left. */
export type Shown = { rateE4: number; leftMicros: number }

/**
 * Prices a transfer: as far as the rate that its player was shown reaches, at that; the rest, or all where none was shown in
 * time, at the rate of now. Nothing where that one is needed and nobody knows it.
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

/** What a transfer is worth at its price (reais for one USDT, in ten-thousandths); a broken cent is dropped. */
export const centsOfUsdt = (micros: number, { rateE4, restMicros, restRateE4 }: Price): number =>
  Number(
    (BigInt(micros - restMicros) * BigInt(rateE4) + BigInt(restMicros) * BigInt(restRateE4 ?? 0)) /
      100_000_000n,
  )
