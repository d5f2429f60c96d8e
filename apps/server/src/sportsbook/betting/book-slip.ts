import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { present } from '../../platform/assert.ts'
import { type BuilderPriceRefusal, readBuilder } from './builders.ts'
import { isWinner } from './quote-rules.ts'
import { readQuotes } from './read-quotes.ts'
import type { SportsbookSettings } from '../settings.ts'
import { upsertBooking } from './booking-queries.ts'
import { type Selection, selectionText } from './booked-selection.ts'

/** Letters and digits that nobody takes for others (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

export type Booking = { code: string; expiresAt: Date }

/** What the table takes: twenty bet builders of eight with the ids of today, and more. */
const MAX_TEXT = 2000

/**
 * A code for a slip. Drawn at random, so that none leads to the next; the same slip keeps its code while that stands,
 * whoever hands it on, so that a code says nothing of a player. Two slips that draw one code of 2^40 fail, and ask again.
 */
export async function bookSlip(
  { db: sql, random }: Pick<Deps, 'db' | 'random'>,
  settings: SportsbookSettings,
  selection: Selection,
): Promise<Result<Booking, 'not_found' | BuilderPriceRefusal>> {
  const { legs } = selection
  const known = new Set(legs.map(({ outcomeIds }) => outcomeIds.join('-')))
  if (known.size < legs.length) return refuse('bet_malformed')
  const outcomeIds = [...new Set(legs.flatMap((leg) => leg.outcomeIds))]
  if (!outcomeIds.every(Number.isSafeInteger)) return refuse('not_found')
  const quotes = await readQuotes(sql, outcomeIds, { ...settings, simulatorPlays: true })
  if (quotes.size < outcomeIds.length) return refuse('not_found')
  for (const builder of legs.filter((leg) => leg.outcomeIds.length > 1)) {
    const priced = await readBuilder(sql, settings, builder.outcomeIds)
    // Locked for a while it is handed on as a single is; what cannot be together is nobody's bet.
    if (!priced.ok && priced.refusal.code !== 'market_closed') return priced
  }
  // The mark of a slip on which nobody can be placed says nothing, and would give it a second code.
  const isEachWay = selection.isEachWay && [...quotes.values()].some(isWinner)
  const text = selectionText({ ...selection, isEachWay })
  if (text.length > MAX_TEXT) return refuse('bet_malformed')
  const code = Array.from({ length: LENGTH }, () => ALPHABET[random.below(ALPHABET.length)]).join('')
  const rows = await upsertBooking(sql, { code, selection: text, hours: settings.bookingHours })
  return ok(present(rows[0], 'the booking that was kept'))
}
