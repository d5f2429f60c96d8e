import type { Sport } from '../sports.ts'
import type {
  Count,
  CountKey,
  Ending,
  MatchState,
  Period,
  Side,
  Stat,
  Unresolvable,
} from '../markets/state.ts'

/** Points of one period, home and away. */
export type Points = { readonly home: number; readonly away: number }

/** A count by periods played so far, in order: halves of football, quarters, innings. */
export type PeriodMatch = {
  readonly sport: Sport
  readonly stat: Stat
  readonly ending: Ending
  readonly periods: readonly Points[]
  /** The periods listed are halves, in a sport that is otherwise counted in quarters. */
  readonly isInHalves?: boolean
  /** The score, if the periods are missing or do not add up to it; the periods are then ignored. */
  readonly total?: { readonly all: Points; readonly full?: Points | undefined }
  /**
   * Whether the last period listed is still being played. By default it is, until the match is finished or in
   * extra time.
   */
  readonly isLastOpen?: boolean
  /** Extra time, overtime or extra innings, once there are any. */
  readonly extra?: Points
  readonly winner?: Side | 'draw'
}

type Plan = {
  readonly names: readonly Period[]
  readonly sums: Readonly<Partial<Record<Period, readonly number[]>>>
}

const QUARTERS: Plan = {
  names: ['quarter1', 'quarter2', 'quarter3', 'quarter4'],
  sums: { half1: [0, 1], half2: [2, 3], full: [0, 1, 2, 3] },
}
const HALVES: Plan = { names: ['half1', 'half2'], sums: { full: [0, 1] } }
const nine = Array.from({ length: 9 }, (_, place) => place)
const INNINGS: Plan = {
  names: nine.map((place): Period => `inning${place + 1}`),
  sums: { first5: nine.slice(0, 5), full: nine },
}
const CRICKET: Plan = { names: ['inning1', 'inning2', 'inning3', 'inning4'], sums: { full: [0, 1, 2, 3] } }

const PLANS: Readonly<Partial<Record<Sport, Plan>>> = {
  football: HALVES,
  basketball: QUARTERS,
  american_football: QUARTERS,
  baseball: INNINGS,
  cricket: CRICKET,
}

/**
 * The match state of a match in halves, quarters or innings: each period, their sums, and the match with and
 * without extra time. A period is over when the next one has begun, in extra time, when the match is
 * finished, or when the feed says so (`isLastOpen`). Asserts: a sport with such periods, no more of them than
 * it has, whole counts of zero or more.
 */
export const periodMatchState = (match: PeriodMatch): MatchState => {
  const { sport, ending, winner } = match
  const unresolvable = unresolvableOf(match)
  return {
    sport,
    ending,
    counts: periodCounts(match),
    ...(winner ? { winner } : {}),
    ...(unresolvable ? { unresolvable } : {}),
  }
}

/** The periods of the sport; its halves if those are listed instead of quarters. */
const planOf = ({ sport, isInHalves }: Pick<PeriodMatch, 'sport' | 'isInHalves'>): Plan | undefined =>
  isInHalves && PLANS[sport] === QUARTERS ? HALVES : PLANS[sport]

const isShort = (match: PeriodMatch): boolean => {
  const plan = planOf(match)
  const isWhole = plan === QUARTERS || plan === HALVES
  return isWhole && match.ending === 'finished' && match.periods.length < plan.names.length
}

function unresolvableOf(match: PeriodMatch): Unresolvable | undefined {
  if (isShort(match)) return 'parts_missing'
  if (!match.total) return undefined
  return match.periods.length > 0 ? 'parts_differ' : 'parts_missing'
}

/** The counts that follow from the score without its periods. */
const totalCounts = ({ stat, total, ending }: PeriodMatch): Partial<Record<CountKey, Count>> => {
  const over = ending === 'finished'
  return {
    ...(total ? { [`${stat}.all`]: { ...total.all, over } } : {}),
    ...(total?.full ? { [`${stat}.full`]: { ...total.full, over } } : {}),
  }
}

/** The counts alone, to join counts of several kinds (goals, corners, cards) in one state. */
export const periodCounts = (match: PeriodMatch): Partial<Record<CountKey, Count>> => {
  const plan = planOf(match)
  if (!plan || match.periods.length > plan.names.length) throw new Error(`not the periods of ${match.sport}`)
  const points = match.periods.flatMap(({ home, away }) => [home, away])
  if (points.some((count) => !Number.isSafeInteger(count) || count < 0))
    throw new Error('counts must be whole')
  if (match.total || isShort(match)) return totalCounts(match)
  const isFinished = match.ending === 'finished'
  const { isLastOpen = true } = match
  const isOver = (place: number): boolean =>
    isFinished || place < match.periods.length - (isLastOpen ? 1 : 0) || match.extra !== undefined
  const counts: Partial<Record<CountKey, Count>> = {}
  for (const [place, { home, away }] of match.periods.entries()) {
    counts[`${match.stat}.${plan.names[place] ?? 'full'}`] = { home, away, over: isOver(place) }
  }
  for (const [name, places] of Object.entries(plan.sums) as [Period, readonly number[]][]) {
    const parts = places.map((place) => match.periods[place] ?? { home: 0, away: 0 })
    const last = places.at(-1) ?? 0
    counts[`${match.stat}.${name}`] = {
      home: parts.reduce((sum, part) => sum + part.home, 0),
      away: parts.reduce((sum, part) => sum + part.away, 0),
      over: isFinished || (match.periods.length > last && isOver(last)),
    }
  }
  const full = counts[`${match.stat}.full`] ?? { home: 0, away: 0, over: false }
  const extra = match.extra ?? { home: 0, away: 0 }
  counts[`${match.stat}.all`] = {
    home: full.home + extra.home,
    away: full.away + extra.away,
    over: isFinished,
  }
  return counts
}
