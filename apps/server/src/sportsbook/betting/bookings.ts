import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { present } from '../../platform/errors.ts'
import { type BuilderPriceRefusal, readBuilder, priceSelected, readBuilderState } from './builders.ts'
import { isWinner, isOpen } from './quote-rules.ts'
import { readQuotes, type Quote } from './read-quotes.ts'
import type { SportsbookSettings } from '../settings.ts'
import { upsertBooking, selectBooking } from './queries.ts'
import type { Calls } from '@palpite/contract'
import type { Sql } from '../../platform/db/index.ts'
import { simulatorPlays } from '../../platform/config.ts'
import { BUILDER } from '../sports/adapter.ts'
import { endingOf, periodCode } from '../sports/match-status.ts'

/** One leg: an outcome, or the outcomes of a bet builder, ascending. */
type SelectedLeg = { outcomeIds: readonly number[]; isBanker: boolean }

/** The slip behind a booking code. */
type Selection = {
  legs: readonly SelectedLeg[]
  /** Undefined for a bet on all legs in one, or one on each. */
  folds: readonly number[] | undefined
  isEachWay: boolean
}

/** Unambiguous letters and digits (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

type Booking = { code: string; expiresAt: Date }

/** The column's limit: twenty bet builders of eight with today's ids, and more. */
const MAX_TEXT = 2000

/**
 * Creates a booking code for a slip. Codes are random, so one code does not reveal another. The same slip keeps its
 * code until the code expires, whichever player shares it, so a code reveals nothing about a player. If two slips
 * draw the same of 2^40 codes, the request fails and the client retries.
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
    // A suspended builder is shared like a suspended single; selections that cannot be combined are refused.
    if (!priced.ok && priced.refusal.code !== 'market_closed') return priced
  }
  // Without a runner that can be placed, each way has no effect and would give the slip a second code.
  const isEachWay = selection.isEachWay && [...quotes.values()].some(isWinner)
  const text = selectionText({ ...selection, isEachWay })
  if (text.length > MAX_TEXT) return refuse('bet_malformed')
  const code = Array.from({ length: LENGTH }, () => ALPHABET[random.below(ALPHABET.length)]).join('')
  const rows = await upsertBooking(sql, { code, selection: text, hours: settings.bookingHours })
  return ok(present(rows[0], 'the stored booking'))
}

const BANKER = 'b'
const EACH_WAY = 'w'

/** The stored form: `12,34b,56-78|2+3|w`; trailing empty parts are omitted. */
const selectionText = ({ legs, folds = [], isEachWay }: Selection): string =>
  [legs.map(legText).join(','), folds.join('+'), isEachWay ? EACH_WAY : ''].join('|').replace(/\|+$/, '')

const legText = ({ outcomeIds, isBanker }: SelectedLeg): string =>
  `${outcomeIds.join('-')}${isBanker ? BANKER : ''}`

function readSelection(text: string): Selection {
  const [legs = '', folds = '', mark] = text.split('|')
  return {
    legs: legs.split(',').map((leg) => ({
      outcomeIds: leg.split('-').map((id) => Number.parseInt(id, 10)),
      isBanker: leg.endsWith(BANKER),
    })),
    folds: folds === '' ? undefined : folds.split('+').map(Number),
    isEachWay: mark === EACH_WAY,
  }
}

type WireBooking = Calls['GET /api/app/sportsbook/booking/:code']['data']
type WireLeg = WireBooking['legs'][number]

type Needs = Pick<Deps, 'db' | 'config'> & {
  /** The queue in which its bet builders are priced. */
  inTurn: <T>(price: () => Promise<T>) => Promise<T>
}

/**
 * The slip behind a code, at current prices; each leg has its state, legs that no longer exist are left out.
 */
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

const isBuilder = ({ outcomeIds }: SelectedLeg): boolean => outcomeIds.length > 1

/** The legs that still exist, in their current state. */
async function readLegs(
  { sql, config }: { sql: Sql } & Pick<Deps, 'config'>,
  settings: SportsbookSettings,
  legs: readonly SelectedLeg[],
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

/** A bet builder has the status of its worst selection; without a price it takes no bets. */
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

/** Worst first. */
const STATES = ['over', 'closed', 'suspended'] as const

function stateOf(quote: Quote): WireLeg['state'] {
  if (isOpen(quote)) return 'open'
  if (endingOf(quote.matchStatus) !== 'running') return 'over'
  const { marketStatus, isOffered } = quote
  return isOffered && (marketStatus === 'open' || marketStatus === 'suspended') ? 'suspended' : 'closed'
}
