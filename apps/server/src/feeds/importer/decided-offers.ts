import { checkMarket, MARKET_TYPES, type MarketType, type Period, type Side } from '@palpite/odds'
import { type MarketKey, matchStatuses, type Offer, sportOf, type Standing } from '../../sportsbook/index.ts'
import type { ImportedResult } from './results/result-file.ts'

/** Nobody bets on these, so that it does not matter. */
const EVEN_MILLI = 2000

const QUARTERS = 4

/** Steps around a line, in quarters: a whole, a half and a quarter line, where the market has them. */
const STEPS = [0, 1, 2]

/** About what is counted in a whole match, and in a part of one: a line far off would be won or lost whatever is played. */
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

/** Every market that this result decides as a whole, with a few lines of each that has them. */
export function decidedOffers({ sport, participants, state }: ImportedResult): Offer[] {
  const runners = participants.map(({ isWithdrawn = false }, at) => ({ place: at + 1, isWithdrawn }))
  const standing: Standing = { matchStatus: matchStatuses.finished, clock: null, state, runners }
  const markets = sport === 'racing' ? raceMarkets(runners.length) : matchMarkets(sport)
  return markets.flatMap(({ market, codes }) => {
    const decided = sportOf(sport).resolve(market, codes, standing)
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
