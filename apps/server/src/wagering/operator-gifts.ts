import { present } from '../platform/assert.ts'
import type { Tx } from '../platform/db/index.ts'
import { insertGiftDay, lockGiftDay, updateGiftDay } from './queries.ts'
import { refuse, type Result } from '../platform/result.ts'
import type { WageringSettings } from './settings.ts'

/** The daily gift limit of an operator, and what is left of it. */
export type GiftBound = { maxCents: number; leftCents: number }

/**
 * What an operator may still give today. Locks their day, so that of two concurrent gifts the later sees the
 * earlier. Must be called before the players' accounts are locked.
 */
export async function lockOperatorGifts(
  tx: Tx,
  { operatorGiftsADayCents: maxCents }: WageringSettings,
  operatorId: number,
): Promise<GiftBound> {
  const [, given] = await Promise.all([insertGiftDay(tx, operatorId), lockGiftDay(tx, operatorId)])
  const { givenCents } = present(given[0], 'the day of an operator')
  return { maxCents, leftCents: Math.max(0, maxCents - givenCents) }
}

/** Counts a gift of an operator, in its transaction. */
export const countOperatorGift = (tx: Tx, operatorId: number, cents: number) =>
  updateGiftDay(tx, operatorId, cents)

/** The refusal of a gift of this worth; undefined if its operator may still give it today. */
export const refuseBeyondDay = (
  { maxCents, leftCents }: GiftBound,
  worthCents: number,
): Extract<Result<never, 'gifts_day_bound'>, { ok: false }> | undefined =>
  worthCents > leftCents
    ? refuse('gifts_day_bound', { values: { maxCents }, detail: { leftCents } })
    : undefined
