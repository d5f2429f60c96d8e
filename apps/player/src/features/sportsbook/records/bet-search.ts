import type { Calls } from '@palpite/contract'
import { useSearchParams } from 'wouter'
import { SPORTS } from '@palpite/odds'

type Query = Calls['GET /api/app/sportsbook/bets']['query']

/** The state. */
export const betFilters = ['all', 'open', 'won', 'lost', 'cashed_out', 'refunded'] as const
export type BetFilter = (typeof betFilters)[number]

/** Placed at any time, within a number of days, or in a date range. */
export const betPeriods = ['all', '7', '30', '90', 'days'] as const
export type BetPeriod = (typeof betPeriods)[number]

export const betSports = ['all', ...SPORTS] as const
export type BetSport = (typeof betSports)[number]

/** Minimum odds and maximum odds (exclusive), in thousandths. */
export const betOdds = [
  'all',
  '-1500',
  '1500-2000',
  '2000-3000',
  '3000-5000',
  '5000-10000',
  '10000-',
] as const
export type BetOdds = (typeof betOdds)[number]

/** The search parameters, by their names in the address. */
export type BetSearch = {
  bets: BetFilter
  days: BetPeriod
  /** Dates in the format of date inputs; empty is any. */
  from: string
  until: string
  sport: BetSport
  odds: BetOdds
}

/** The search from the address; unknown values mean any. */
export const searchIn = (address: URLSearchParams): BetSearch => {
  const chosen = <Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice =>
    choices.find((each) => each === address.get(name)) ?? choices[0]
  return {
    bets: chosen('bets', betFilters),
    days: chosen('days', betPeriods),
    from: address.get('from') ?? '',
    until: address.get('until') ?? '',
    sport: chosen('sport', betSports),
    odds: chosen('odds', betOdds),
  }
}

/** The odds bounds in thousandths; open ranges have one. */
export const boundsOfOdds = (odds: Exclude<BetOdds, 'all'>): { from?: string; below?: string } => {
  const [from, below] = odds.split('-')
  return { ...(from && { from }), ...(below && { below }) }
}

/** An unfinished year is no date yet. */
const isDay = (day: string): boolean => /^20\d\d-\d\d-\d\d$/.test(day)

/** The server's search parameters: it searches all bets ever placed. */
export const queryOf = ({ bets, days, from, until, sport, odds }: BetSearch): Query => {
  const bounds = odds === 'all' ? {} : boundsOfOdds(odds)
  return {
    ...(bets === 'all' ? {} : { status: bets }),
    ...(days === 'all' || days === 'days' ? {} : { days }),
    ...(days === 'days' && isDay(from) ? { from } : {}),
    ...(days === 'days' && isDay(until) ? { until } : {}),
    ...(sport === 'all' ? {} : { sport }),
    ...(bounds.from ? { fromOddsMilli: bounds.from } : {}),
    ...(bounds.below ? { belowOddsMilli: bounds.below } : {}),
  }
}

/** Whether anything but the state is filtered. */
export const isNarrowed = (search: BetSearch): boolean =>
  Object.keys(queryOf({ ...search, bets: 'all' })).length > 0

/** The search, and its setter. */
export const useBetSearch = (): [BetSearch, (changed: Partial<BetSearch>) => void] => {
  const [address, setAddress] = useSearchParams()
  const change = (changed: Partial<BetSearch>) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changed)) next.set(name, value)
        return next
      },
      { replace: true },
    )
  return [searchIn(address), change]
}
