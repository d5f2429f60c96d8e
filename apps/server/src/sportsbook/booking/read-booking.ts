import type { Calls } from '@palpite/contract'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { isOpen, type Quote, readQuotes } from '../betting/index.ts'
import { simulatorPlays } from '../feeds/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { endingOf, periodCode } from '../sports/index.ts'
import { selectBooking } from './queries.ts'
import { readSelection } from './selection.ts'

type WireBooking = Calls['GET /api/app/sportsbook/booking/:code']['data']
type WireLeg = WireBooking['legs'][number]

/** What a code stands for, at the prices of now; a leg that cannot be bet on any more says so. */
export async function readBooking(
  { db: sql, config }: Pick<Deps, 'db' | 'config'>,
  settings: SportsbookSettings,
  code: string,
): Promise<Result<WireBooking, 'not_found' | 'booking_over'>> {
  const [booking] = await selectBooking(sql, code)
  if (!booking) return refuse('not_found')
  if (booking.isOver) return refuse('booking_over')
  const { legs, folds } = readSelection(booking.selection)
  const quotes = await readQuotes(
    sql,
    legs.map(({ outcomeId }) => outcomeId),
    { ...settings, simulatorPlays: simulatorPlays(config) },
  )
  return ok({
    code,
    expiresAt: booking.expiresAt.toISOString(),
    folds: folds ? [...folds] : null,
    legs: legs.flatMap(({ outcomeId, isBanker }) => {
      const quote = quotes.get(outcomeId)
      return quote ? [toWireLeg(quote, isBanker)] : []
    }),
  })
}

const toWireLeg = (quote: Quote, isBanker: boolean): WireLeg => ({
  outcomeId: String(quote.outcomeId),
  fixtureId: String(quote.fixtureId),
  sport: quote.sport as WireLeg['sport'],
  title: quote.title,
  home: quote.home ?? '',
  away: quote.away ?? '',
  startsAt: quote.startsAt.toISOString(),
  type: quote.marketType,
  period: quote.period,
  periodCode: periodCode({ type: quote.marketType, period: quote.period }),
  lineQuarters: quote.lineQuarters,
  side: quote.side,
  code: quote.code,
  name: quote.name,
  priceMilli: quote.priceMilli,
  isBanker,
  simulated: quote.simulated,
  state: stateOf(quote),
})

function stateOf(quote: Quote): WireLeg['state'] {
  if (isOpen(quote)) return 'open'
  if (endingOf(quote.matchStatus) !== 'running') return 'over'
  const { marketStatus, isOffered } = quote
  return isOffered && (marketStatus === 'open' || marketStatus === 'suspended') ? 'suspended' : 'closed'
}
