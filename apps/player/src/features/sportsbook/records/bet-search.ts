import type { Calls } from '@palpite/contract'
import { useSearchParams } from 'wouter'
import { SPORTS } from '@palpite/odds'

type Query = Calls['GET /api/app/sportsbook/bets']['query']

/** How they stand. */
export const betFilters = ['all', 'open', 'won', 'lost', 'cashed_out', 'refunded'] as const
export type BetFilter = (typeof betFilters)[number]

/** Placed at any time, within so many days, or on days of the player's choice. */
export const betPeriods = ['all', '7', '30', '90', 'days'] as const
export type BetPeriod = (typeof betPeriods)[number]

export const betSports = ['all', ...SPORTS] as const
export type BetSport = (typeof betSports)[number]

/** From odds on and below others, in thousandths. */
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

/** What the player's bets are looked for by, each under its name in the address. */
export type BetSearch = {
  bets: BetFilter
  days: BetPeriod
  /** Days as an input of dates has them; empty is any. */
  from: string
  until: string
  sport: BetSport
  odds: BetOdds
}

/** What the address says that bets are looked for by; what it does not know is any. */
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

/** The bounds of odds, in thousandths; the ends have one. */
export const boundsOfOdds = (odds: Exclude<BetOdds, 'all'>): { from?: string; below?: string } => {
  const [from, below] = odds.split('-')
  return { ...(from && { from }), ...(below && { below }) }
}

/** A year that is being typed is no day yet. */
const isDay = (day: string): boolean => /^20\d\d-\d\d-\d\d$/.test(day)

/** The same as the server is asked for it: it looks for the bets, in all that the player ever placed. */
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

/** Whether they are looked for by more than how they stand. */
export const isNarrowed = (search: BetSearch): boolean =>
  Object.keys(queryOf({ ...search, bets: 'all' })).length > 0

/** What bets are looked for by, and how to choose otherwise. */
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
