import type { Calls } from '@palpite/contract'
import type { Deps } from '../../platform/deps.ts'
import { present } from '../../platform/assert.ts'
import type { Sql } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { isOpen } from './quote-rules.ts'
import { priceSelected, readBuilderState } from './builder-quotes.ts'
import { type Quote, readQuotes } from './read-quotes.ts'
import { simulatorPlays } from '../../platform/config.ts'
import type { SportsbookSettings } from '../settings.ts'
import { BUILDER } from '../sports/offers.ts'
import { endingOf, periodCode } from '../sports/match-status.ts'
import { selectBooking } from './booking-queries.ts'
import { readSelection, type Selection } from './booked-selection.ts'

type WireBooking = Calls['GET /api/app/sportsbook/booking/:code']['data']
type WireLeg = WireBooking['legs'][number]

type Needs = Pick<Deps, 'db' | 'config'> & {
  /** In which its bet builders are priced. */
  inTurn: <T>(price: () => Promise<T>) => Promise<T>
}

/** What a code stands for, at the prices of now; a leg that cannot be bet on any more says so. */
export async function readBooking(
  { db: sql, config, inTurn }: Needs,
  settings: SportsbookSettings,
  code: string,
): Promise<Result<WireBooking, 'not_found' | 'booking_over'>> {
  const [booking] = await selectBooking(sql, code)
  if (!booking) return refuse('not_found')
  if (booking.isOver) return refuse('booking_over')
  const { legs, folds, isEachWay } = readSelection(booking.selection)
  const read = () => readLegs({ sql, config }, settings, legs)
  const known = await (legs.some(isBuilder) ? inTurn(read) : read())
  return ok({
    code,
    expiresAt: booking.expiresAt.toISOString(),
    folds: folds ? [...folds] : null,
    isEachWay,
    unknownLegs: legs.length - known.length,
    legs: known,
  })
}

type BookedLeg = Selection['legs'][number]

const isBuilder = ({ outcomeIds }: BookedLeg): boolean => outcomeIds.length > 1

/** The legs that there still are, as they stand now. */
async function readLegs(
  { sql, config }: { sql: Sql } & Pick<Deps, 'config'>,
  settings: SportsbookSettings,
  legs: readonly BookedLeg[],
): Promise<WireLeg[]> {
  const outcomeIds = legs.flatMap((leg) => leg.outcomeIds)
  const needs = { ...settings, simulatorPlays: simulatorPlays(config) }
  const quotes = await readQuotes(sql, outcomeIds, needs)
  const found = legs.map((leg) => ({ leg, quotes: leg.outcomeIds.flatMap((id) => quotes.get(id) ?? []) }))
  const known = found.filter((one) => one.quotes.length === one.leg.outcomeIds.length)
  const state = await readBuilderState(
    sql,
    known.flatMap(({ leg, quotes: own }) => (isBuilder(leg) && own[0] ? [own[0].fixtureId] : [])),
  )
  return known.map(({ leg: { isBanker }, quotes: own }) => {
    const first = present(own[0], 'an outcome of a leg')
    if (own.length === 1) return { ...toWireLeg(first), isBanker }
    const price = priceSelected(own, state, settings)
    return { ...toBuilderLeg(own, price?.ok ? price.priceMilli : null), isBanker }
  })
}

type OwnLeg = Omit<WireLeg, 'isBanker'>

const toWireLeg = (quote: Quote): OwnLeg => ({
  ...matchOf(quote),
  outcomeId: String(quote.outcomeId),
  type: quote.marketType,
  period: quote.period,
  periodCode: periodCode({ type: quote.marketType, period: quote.period }),
  lineQuarters: quote.lineQuarters,
  side: quote.side,
  code: quote.code,
  name: quote.name,
  priceMilli: quote.priceMilli,
  selections: null,
  state: stateOf(quote),
})

/** A bet builder stands as the worst of its selections does; one that has no price any more takes no bets. */
function toBuilderLeg(selected: readonly Quote[], priceMilli: number | null): OwnLeg {
  const states = selected.map(stateOf)
  const worst = STATES.find((state) => states.includes(state)) ?? 'open'
  const market = { type: BUILDER, period: 'full' as const }
  return {
    ...matchOf(present(selected[0], 'a selection')),
    outcomeId: selected.map(({ outcomeId }) => outcomeId).join('-'),
    ...market,
    periodCode: periodCode(market),
    lineQuarters: null,
    side: null,
    code: 'yes',
    name: null,
    priceMilli,
    selections: selected.map(({ outcomeId, marketType, period, lineQuarters, side, code, name }) => ({
      outcomeId: String(outcomeId),
      marketType,
      period,
      lineQuarters,
      side,
      code,
      name,
    })),
    state: priceMilli === null && worst !== 'over' ? 'closed' : worst,
  }
}

const matchOf = (quote: Quote) => ({
  fixtureId: String(quote.fixtureId),
  sport: quote.sport as WireLeg['sport'],
  title: quote.title,
  home: quote.home ?? '',
  away: quote.away ?? '',
  startsAt: quote.startsAt.toISOString(),
  isDayOnly: quote.isDayOnly,
  simulated: quote.simulated,
})

/** The worst first. */
const STATES = ['over', 'closed', 'suspended'] as const

function stateOf(quote: Quote): WireLeg['state'] {
  if (isOpen(quote)) return 'open'
  if (endingOf(quote.matchStatus) !== 'running') return 'over'
  const { marketStatus, isOffered } = quote
  return isOffered && (marketStatus === 'open' || marketStatus === 'suspended') ? 'suspended' : 'closed'
}
