import type { Deps } from '../../platform/deps.ts'
import type { InTurn } from '../../platform/costly-work.ts'
import { type Api, serve } from '../../platform/http/serve.ts'
import { ok, refuse } from '../../platform/result.ts'
import { bookSlip } from './book-slip.ts'
import { readBooking } from './read-booking.ts'
import type { SportsbookSettings } from '../settings.ts'

/** Slips that a player may hand on in an hour: each other one is a row that is kept for weeks. */
const BOOKINGS = 120
const BOOKINGS_SECONDS = 3600

/** The calls of booking codes: a slip handed on, and opened. */
export function bookingRoutes(
  api: Api,
  deps: Pick<Deps, 'db' | 'config' | 'random' | 'limits'>,
  { readSettings, priceInTurn }: { readSettings: () => Promise<SportsbookSettings>; priceInTurn: InTurn },
): void {
  const bookings = deps.limits.limiter('bookings', BOOKINGS, BOOKINGS_SECONDS)
  serve(
    api,
    'POST /api/app/sportsbook/booking',
    async ({ caller: { playerId }, body: { legs, folds, isEachWay = false } }) => {
      if (!(await bookings.take(String(playerId)))) return refuse('too_many_requests')
      const selection = {
        legs: legs.map(({ outcomeId, isBanker = false }) => ({
          outcomeIds: outcomeId
            .split('-')
            .map(Number)
            .sort((one, another) => one - another),
          isBanker,
        })),
        folds,
        isEachWay,
      }
      const book = async () => bookSlip(deps, await readSettings(), selection)
      const hasBuilder = selection.legs.some(({ outcomeIds }) => outcomeIds.length > 1)
      const answer = await (hasBuilder ? priceInTurn(playerId, book) : book())
      if (!answer.ok) return answer
      return ok({ code: answer.value.code, expiresAt: answer.value.expiresAt.toISOString() })
    },
  )
  serve(api, 'GET /api/app/sportsbook/booking/:code', async ({ params, ip }) =>
    readBooking({ ...deps, inTurn: (price) => priceInTurn(ip, price) }, await readSettings(), params.code),
  )
}
