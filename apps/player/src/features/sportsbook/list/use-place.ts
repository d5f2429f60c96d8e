import { SPORTS } from '@palpite/odds/sports'
import { useSearchParams } from 'wouter'
import type { Sport } from '../../../shared/sports.ts'

export const timeModes = ['live', 'today', 'tomorrow', 'week', 'outrights'] as const
export type TimeMode = (typeof timeModes)[number]

/** The days of a week, counted from today: today and tomorrow have times of their own. */
export const weekDays = ['2', '3', '4', '5', '6', '7'] as const
export type WeekDay = (typeof weekDays)[number]
/** Addresses that were written down name today and tomorrow as days of the week. */
const namedDays: Readonly<Record<string, TimeMode>> = { '0': 'today', '1': 'tomorrow' }

/**
 * Which matches are looked at, and through which market, or who wins each league: all of it stands in the address. Of a week it
 * is one day; none is the first that has a match.
 */
export type Place = {
  sport: Sport
  when: TimeMode
  /** The market of the list by its key; without one it is who wins. */
  market?: string | undefined
  day?: WeekDay | undefined
  /** Only the leagues of this country, only this league, only what the player marked or follows. */
  country?: string | undefined
  league?: string | undefined
  favourites?: 'only' | undefined
}

const pick = <V extends string>(known: readonly V[], written: string | null, otherwise: V): V =>
  known.find((value) => value === written) ?? otherwise

/** The place in the address, and how to go to another one. What is missing or unknown there is its first value. */
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
