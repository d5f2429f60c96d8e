import { checkMarket } from './check-market.ts'
import { lineQuarters } from './lines.ts'
import type { MarketRef, MarketType } from './market-type.ts'
import type { Sport } from '../sports.ts'
import type { Period, Side } from './state.ts'
import { MARKET_TYPES } from './table.ts'

/** The specifiers of a Unified Odds Feed market, such as total=2.5, hcp=0:1, setnr=2. */
export type FeedSpecifiers = Readonly<Record<string, string>>

/** The feed's name for the number of a period. */
const NUMBERS: readonly (readonly [specifier: string, period: string])[] = [
  ['quarternr', 'quarter'],
  ['setnr', 'set'],
  ['gamenr', 'set'],
  ['inningnr', 'inning'],
  ['framenr', 'frame'],
]

type Place = { readonly type: MarketType; readonly period: Period; readonly side?: Side }

const placesOf = (sport: Sport, feedId: number): Place[] =>
  MARKET_TYPES.filter((type) => type.sport === sport).flatMap((type) => [
    ...periodsWith(type.periods, feedId).map((period) => ({ type, period, ...(type.needsSide ? HOME : {}) })),
    ...periodsWith(type.awayPeriods ?? {}, feedId).map((period) => ({ type, period, side: 'away' as const })),
  ])

const HOME = { side: 'home' } as const

const periodsWith = (periods: MarketType['periods'], feedId: number): Period[] =>
  (Object.entries(periods) as [Period, number | undefined][])
    .filter(([, id]) => id === feedId)
    .map(([period]) => period)

/** "0:1" is a handicap of one for away; the line is the home side's. */
const lineOf = (specifiers: FeedSpecifiers): number | undefined => {
  const written = specifiers['total'] ?? specifiers['hcp']
  const [home, away] = (written ?? '').split(':').map(Number)
  if (written === undefined || written === '' || home === undefined) return undefined
  return lineQuarters(away === undefined ? home : home - away)
}

/**
 * Our market for a feed's id and specifiers; `undefined` if it is not ours: unknown id, missing or odd line,
 * impossible period.
 */
export const marketFromFeed = (
  sport: Sport,
  feedId: number,
  specifiers: FeedSpecifiers,
): MarketRef | undefined => {
  const numbers = NUMBERS.flatMap(([name, period]) =>
    specifiers[name] ? [`${period}${specifiers[name]}`] : [],
  )
  const places = placesOf(sport, feedId)
  const place = places.length > 1 ? places.find(({ period }) => numbers.includes(period)) : places[0]
  if (!place) return undefined
  const line = place.type.line ? lineOf(specifiers) : undefined
  const ref: MarketRef = {
    type: place.type.id,
    period: place.period,
    ...(line === undefined ? {} : { lineQuarters: line }),
    ...(place.side ? { side: place.side } : {}),
  }
  return checkMarket(ref) === undefined ? ref : undefined
}

/** Our outcome for a feed's outcome id in this market; `undefined` if unknown. */
export const outcomeFromFeed = (type: MarketType, feedOutcome: string): string | undefined => {
  const place = type.uofOutcomes?.indexOf(feedOutcome) ?? -1
  return place < 0 ? undefined : type.outcomes[place]
}
