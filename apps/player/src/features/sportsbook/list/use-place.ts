import { SPORTS } from '@palpite/odds/sports'
import { useSearchParams } from 'wouter'
import type { Sport } from '../../../shared/sports.ts'

export const timeModes = ['live', 'today', 'tomorrow', 'week', 'outrights'] as const
export type TimeMode = (typeof timeModes)[number]

/** The days of a week, counted from today: today and tomorrow are separate times. */
export const weekDays = ['2', '3', '4', '5', '6', '7'] as const
export type WeekDay = (typeof weekDays)[number]
/** Older addresses name today and tomorrow as weekdays. */
const namedDays: Readonly<Record<string, TimeMode>> = { '0': 'today', '1': 'tomorrow' }

/**
 * The list's place, all in the address: time, filters, market, or league winners. For a week one day, by default the
 * first with a match.
 */
export type Place = {
  sport: Sport
  when: TimeMode
  /** The list's market by key; by default the match winner. */
  market?: string | undefined
  day?: WeekDay | undefined
  /** Only this country's leagues, only this league, only favourites. */
  country?: string | undefined
  league?: string | undefined
  favourites?: 'only' | undefined
}

const pick = <V extends string>(known: readonly V[], written: string | null, otherwise: V): V =>
  known.find((value) => value === written) ?? otherwise

/** The place from the address, and its setter. Missing or unknown values get their default. */
export const usePlace = (): { place: Place; goTo: (change: Partial<Place>) => void } => {
  const [search, setSearch] = useSearchParams()
  const when = pick(timeModes, search.get('when'), 'live')
  const place: Place = {
    sport: pick(SPORTS, search.get('sport'), 'football'),
    when: (when === 'week' && namedDays[search.get('day') ?? '']) || when,
    market: search.get('market') ?? undefined,
    day: weekDays.find((each) => each === search.get('day')),
    country: search.get('country') ?? undefined,
    league: search.get('league') ?? undefined,
    favourites: search.get('favourites') === 'only' ? 'only' : undefined,
  }
  const goTo = (change: Partial<Place>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(change)) {
          if (value === undefined) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  return { place, goTo }
}
