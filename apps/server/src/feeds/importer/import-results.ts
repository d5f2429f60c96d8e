import type { Deps } from '../../platform/deps.ts'
import {
  applyFeedMessages,
  type FeedMessage,
  matchStatuses,
  type MarketKey,
  type Offer,
  sportOf,
  type FixtureState,
} from '../../sportsbook/index.ts'
import type { ImportedResult, RowProblem, ResultFile } from './results/result-file.ts'
import { checkMarket, MARKET_TYPES, type MarketType, type Period, type Side } from '@palpite/odds'
import { americanFootball } from './results/american-football.ts'
import { baseball } from './results/baseball.ts'
import { internationals, timelines, worldCups } from './results/football.ts'
import { league } from './results/league.ts'
import { races } from './results/races.ts'
import { tennis, volleyball } from './results/sets.ts'

/** The kinds of result files, by their name in `npm run import`. */
export const RESULT_FILES = {
  'american-football': americanFootball,
  baseball,
  tennis,
  volleyball,
  league,
  internationals,
  'world-cups': worldCups,
  timelines,
  races,
} as const satisfies Readonly<Record<string, ResultFile>>

export type ResultFileKind = keyof typeof RESULT_FILES

export const isResultFileKind = (kind: string): kind is ResultFileKind => Object.hasOwn(RESULT_FILES, kind)

export const RESULT_FILE_KINDS = Object.keys(RESULT_FILES) as readonly ResultFileKind[]

/** What a file contained, and how many markets were offered for it to decide. */
type ImportedResults = { fixtures: number; markets: number }

type Options = {
  /** Offers every market the result decides before applying it, so that all of settlement runs on real results. */
  withMarkets: boolean
}

/** Fixtures per transaction. */
const AT_ONCE = 40

/**
 * Imports a result file of this kind: all of it, or nothing if a line is wrong. Running it again changes nothing; a
 * corrected result is settled again. Nobody can bet on the markets `withMarkets` offers: they are offered and decided
 * in one transaction, on finished fixtures.
 */
export async function importResults(
  deps: Deps,
  kind: ResultFileKind,
  text: string,
  { withMarkets }: Options,
): Promise<{ ok: true; imported: ImportedResults } | { ok: false; problems: RowProblem[] }> {
  const { results, problems } = RESULT_FILES[kind].read(text)
  const all = [...problems, ...repeated(results)].toSorted((one, other) => one.line - other.line)
  if (all.length > 0) return { ok: false, problems: all }
  let markets = 0
  for (let from = 0; from < results.length; from += AT_ONCE) {
    const list = results.slice(from, from + AT_ONCE)
    const offered = withMarkets ? list.map(offersOf) : []
    await deps.db.begin(async (tx) => {
      await applyFeedMessages(tx, 'importer', list.map(fixtureOf))
      if (offered.length > 0) await applyFeedMessages(tx, 'importer', offered)
      await applyFeedMessages(tx, 'importer', list.map(playOf))
    })
    markets += offered.reduce((sum, { offers }) => sum + offers.length, 0)
  }
  return { ok: true, imported: { fixtures: results.length, markets } }
}

function repeated(results: readonly ImportedResult[]): RowProblem[] {
  const seen = new Set<string>()
  return results.flatMap(({ key, line }) => {
    if (seen.has(key)) return [{ line, problem: 'this fixture stands in the file twice' }]
    seen.add(key)
    return []
  })
}

const fixtureOf = ({
  key,
  sport,
  competition,
  title,
  participants,
  startsAt,
}: ImportedResult): FeedMessage => ({
  kind: 'fixture',
  key,
  sport,
  competition,
  title,
  participants,
  startsAt,
  model: null,
  play: null,
})

const playOf = ({ key, state }: ImportedResult): FeedMessage => ({
  kind: 'play',
  key,
  matchStatus: matchStatuses.finished,
  clock: null,
  state,
})

const offersOf = (result: ImportedResult) => ({
  kind: 'odds' as const,
  key: result.key,
  offers: decidedOffers(result),
})

/** Any price will do: nobody bets on these. */
const EVEN_MILLI = 2000

const QUARTERS = 4

/** Steps around a line, in quarters: a whole, a half and a quarter line, where the market has them. */
const STEPS = [0, 1, 2]

/** Typical counts of a whole match and of a part: a line far off would be won or lost whatever happens. */
const TYPICAL: Readonly<Record<string, readonly [whole: number, part: number]>> = {
  'football.goals': [2, 1],
  'football.corners': [10, 5],
  'football.cards': [4, 2],
  'american_football.points': [45, 11],
  'basketball.points': [220, 55],
  'baseball.runs': [9, 1],
  'tennis.games': [22, 9],
  'volleyball.points': [180, 45],
  'volleyball.sets': [4, 4],
  'tennis.sets': [3, 3],
}

/** Every market this result decides completely, with a few lines for those that have lines. */
function decidedOffers({ sport, participants, state }: ImportedResult): Offer[] {
  const runners = participants.map(({ isWithdrawn = false }, at) => ({ place: at + 1, isWithdrawn }))
  const fixtureState: FixtureState = { matchStatus: matchStatuses.finished, clock: null, state, runners }
  const markets = sport === 'racing' ? raceMarkets(runners.length) : matchMarkets(sport)
  return markets.flatMap(({ market, codes }) => {
    const decided = sportOf(sport).resolve(market, codes, fixtureState)
    if (codes.some((code) => !decided.has(code))) return []
    return [{ ...market, outcomes: codes.map((code) => ({ code, priceMilli: EVEN_MILLI })) }]
  })
}

type Named = { market: MarketKey; codes: readonly string[] }

function raceMarkets(runners: number): Named[] {
  const codes = Array.from({ length: runners }, (_, at) => String(at + 1))
  return ['racing.win', 'racing.place'].map((type) => ({
    market: { type, period: 'full', lineQuarters: null, side: null },
    codes,
  }))
}

const matchMarkets = (sport: string): Named[] =>
  MARKET_TYPES.filter((type) => type.sport === sport).flatMap((type) =>
    (Object.keys(type.periods) as Period[]).flatMap((period) =>
      keysOf(type, period).map((market) => ({ market, codes: type.outcomes })),
    ),
  )

function keysOf(type: MarketType, period: Period): MarketKey[] {
  const lines = type.line ? linesOf(type, period) : [null]
  const sides: (Side | null)[] = type.needsSide ? ['home', 'away'] : [null]
  return lines
    .flatMap((lineQuarters) => sides.map((side) => ({ type: type.id, period, lineQuarters, side })))
    .filter(({ lineQuarters, side, ...rest }) => {
      const ref = { ...rest, ...(lineQuarters === null ? {} : { lineQuarters }), ...(side ? { side } : {}) }
      return checkMarket(ref) === undefined
    })
}

function linesOf({ sport, stat, outcomes, needsSide }: MarketType, period: Period): number[] {
  const [whole, part] = TYPICAL[`${sport}.${stat}`] ?? [1, 1]
  const all = period === 'full' || period === 'all' ? whole : part
  const centre = outcomes.includes('over') ? (needsSide ? Math.ceil(all / 2) : all) : -1
  return STEPS.map((step) => centre * QUARTERS + step)
}
