import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { present } from '../../platform/assert.ts'
import { readQuotes } from '../betting/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { upsertBooking } from './queries.ts'
import { type Selection, selectionText } from './selection.ts'

/** Letters and digits that nobody takes for others (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

export type Booking = { code: string; expiresAt: Date }

/**
 * A code for a slip. Drawn at random, so that none leads to the next; the same slip keeps its code while that stands,
 * whoever hands it on, so that a code says nothing of a player. Two slips that draw one code of 2^40 fail, and ask again.
 */
export async function bookSlip(
  { db: sql, random }: Pick<Deps, 'db' | 'random'>,
  settings: SportsbookSettings,
  selection: Selection,
): Promise<Result<Booking, 'not_found' | 'bet_malformed'>> {
  const outcomeIds = [...new Set(selection.legs.map(({ outcomeId }) => outcomeId))]
  if (outcomeIds.length < selection.legs.length) return refuse('bet_malformed')
  const quotes = await readQuotes(sql, outcomeIds, { ...settings, simulatorPlays: true })
  if (quotes.size < outcomeIds.length) return refuse('not_found')
  const code = Array.from({ length: LENGTH }, () => ALPHABET[random.below(ALPHABET.length)]).join('')
  const rows = await upsertBooking(sql, {
    code,
    selection: selectionText(selection),
    hours: settings.bookingHours,
  })
  return ok(present(rows[0], 'the booking that was kept'))
}
