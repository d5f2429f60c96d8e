import type { ProducerStatus } from './producer-queries.ts'

/** How a producer of a feed is: what it said last, and since when something of it may be missing. */
export type Producer = {
  readonly status: ProducerStatus
  readonly aliveAt: Date | null
  readonly missedSince: Date | null
  readonly requestId: number | null
}

export const silentProducer: Producer = { status: 'down', aliveAt: null, missedSince: null, requestId: null }

/** What a producer says of itself. */
export type Sign =
  | { readonly kind: 'alive'; readonly isUp: boolean }
  | { readonly kind: 'snapshot_complete'; readonly requestId: number | undefined }
  | { readonly kind: 'gap' }

/**
 * A producer after a sign of life, at this time of ours. One that says it is not subscribed is down at once. One that comes
 * back has to tell what was missed before it is up again: the answer to that very request ends it, any other does not. After
 * a gap it tells again what it sent since its last beat.
 */
export function afterSign(before: Producer, sign: Sign, now: Date): Producer {
  if (sign.kind === 'snapshot_complete') {
    const isAwaited = before.status === 'recovering' && sign.requestId === (before.requestId ?? undefined)
    return isAwaited ? { status: 'up', aliveAt: now, missedSince: null, requestId: null } : before
  }
  if (sign.kind === 'gap') {
    if (before.status !== 'up') return before
    return { ...before, status: 'recovering', missedSince: before.aliveAt, requestId: null }
  }
  if (!sign.isUp) return afterSilence(before)
  if (before.status === 'down') return { ...before, status: 'recovering', aliveAt: now }
  return { ...before, aliveAt: now }
}

/** A producer that was not heard in time: what it sends from its last beat on may be missing. */
export const afterSilence = (before: Producer): Producer => ({
  ...before,
  status: 'down',
  missedSince: before.missedSince ?? before.aliveAt,
  requestId: null,
})

/** A producer that was asked to tell what was missed. */
export const afterRequest = (before: Producer, requestId: number): Producer => ({ ...before, requestId })

export type Recovery = {
  /** From when on it tells; nothing for how all stands now. */
  readonly from: Date | undefined
  /** What it cannot tell any more: results of this time are known to nobody until people ask for them. */
  readonly lost: { readonly from: Date; readonly until: Date } | undefined
}

/** The request takes a moment to arrive, and one for longer than the producer remembers is refused. */
const ON_THE_WAY_MS = 60_000

/**
 * From when on a producer is asked to tell. Where the gap began longer ago than it remembers, it is asked for the longest that
 * it does: how all stands now would leave out every result in between. One that was never heard has missed nothing.
 */
export function recoverFrom({ missedSince }: Producer, now: Date, windowMinutes: number): Recovery {
  if (!missedSince) return { from: undefined, lost: undefined }
  const longest = new Date(now.getTime() - windowMinutes * 60_000 + ON_THE_WAY_MS)
  if (missedSince >= longest) return { from: missedSince, lost: undefined }
  return { from: longest, lost: { from: missedSince, until: longest } }
}
