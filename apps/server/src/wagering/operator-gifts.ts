import { present } from '../platform/assert.ts'
import type { Tx } from '../platform/db/index.ts'
import { insertGiftDay, lockGiftDay, updateGiftDay } from './queries.ts'
import { refuse, type Result } from '../platform/result.ts'
import type { WageringSettings } from './settings.ts'

/** What somebody who gives may give today, and what is left of it. */
export type GiftBound = { maxCents: number; leftCents: number }

/**
 * What an operator may still give today. Their day is held: of two gifts at once the later one sees the earlier. Comes before
 * the players' accounts are locked.
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

/** Counts what an operator gave, in the transaction that gave it. */
export const countOperatorGift = (tx: Tx, operatorId: number, cents: number) =>
  updateGiftDay(tx, operatorId, cents)

/** What stands against a gift that is worth so much, and nothing where its operator may still give it today. */
export const refuseBeyondDay = (
  { maxCents, leftCents }: GiftBound,
  worthCents: number,
): Extract<Result<never, 'gifts_day_bound'>, { ok: false }> | undefined =>
  worthCents > leftCents
    ? refuse('gifts_day_bound', { values: { maxCents }, detail: { leftCents } })
    : undefined
