/** Why a message of a feed was not taken. Each is counted in `/metrics` and listed for operators; no money moves. */
export const FEED_REFUSALS = [
  'too_large',
  'malformed',
  'unknown_kind',
  'field_missing',
  'field_not_valid',
  'unknown_producer',
  'unknown_sport',
  'unknown_fixture',
  'unknown_market',
  'unknown_outcome',
  'market_never_offered',
  'settlement_differs',
  'operator_needed',
  'duplicate',
  'out_of_order',
  'clock_off',
  'score_negative',
  'score_went_back',
  'status_went_back',
  'name_not_mapped',
  'sides_swapped',
  'lower_priority',
  'queue_full',
  'missed_for_good',
] as const

export type FeedRefusalReason = (typeof FEED_REFUSALS)[number]

/** What could not be read spoke of something all the same: until a readable message comes, nobody bets on that. */
export const closes = (reason: FeedRefusalReason): boolean => CLOSING.has(reason)

const CLOSING: ReadonlySet<FeedRefusalReason> = new Set([
  'too_large',
  'malformed',
  'field_missing',
  'field_not_valid',
  'clock_off',
  'score_negative',
])

/** A message that was not taken: why, and what of it, in words for whoever reads the list. */
export type FeedRefusal = { readonly reason: FeedRefusalReason; readonly detail: string }

/** A refusal with the feed's own name of the fixture that it is about. */
export type KeyedRefusal = FeedRefusal & { key: string }

/** What was read of a message, or why it is none. */
export type FeedReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: FeedRefusal }

export const readAs = <Value>(value: Value): FeedReading<Value> => ({ ok: true, value })

export const refuse = (reason: FeedRefusalReason, detail: string): FeedReading<never> => ({
  ok: false,
  refusal: { reason, detail },
})

/** Thrown inside a reader, and caught at its API by `attemptReading`: it unwinds a deep reading in one step. */
class NotRead extends Error {
  readonly refusal: FeedRefusal
  constructor(refusal: FeedRefusal) {
    super(`${refusal.reason}: ${refusal.detail}`)
    this.refusal = refusal
  }
}

/** Ends the reading of a message with a refusal. */
export const stopReading = (reason: FeedRefusalReason, detail: string): never => {
  throw new NotRead({ reason, detail })
}

/** Runs a reader; what it stopped with is its refusal. An error of our own goes on. */
export function attemptReading<Value>(read: () => Value): FeedReading<Value> {
  try {
    return readAs(read())
  } catch (error) {
    if (error instanceof NotRead) return { ok: false, refusal: error.refusal }
    throw error
  }
}
