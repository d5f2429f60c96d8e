import type { Sport } from '../sports.ts'

export type Side = 'home' | 'away'

/**
 * A period of play. `full` is the regular distance, without overtime, extra time or extra innings; `all` is with
 * them. A numbered period is one quarter, set, frame, inning … of its sport.
 */
export type Period =
  | 'full'
  | 'all'
  | 'half1'
  | 'half2'
  | 'first5'
  | `quarter${1 | 2 | 3 | 4}`
  | `set${number}`
  | `inning${number}`
  | `frame${number}`
  | `round${number}`

/** What is counted: the score in its own unit, or a side count such as corners. */
export type Stat =
  | 'goals'
  | 'corners'
  | 'cards'
  | 'points'
  | 'games'
  | 'sets'
  | 'frames'
  | 'runs'
  | 'wickets'
  | 'rounds'

/**
 * A count for both sides over one period. `over` says that the period has been played out. `min` is the smallest
 * total this period can still end with, where the sport's own rules put it above what was counted so far; `max` is the
 * greatest, where they bound it.
 */
export type Count = {
  readonly home: number
  readonly away: number
  readonly over: boolean
  readonly min?: number
  readonly max?: number
}

export type CountKey = `${Stat}.${Period}`

/** Where the match stands. Everything but `running` is final; what that does to open markets is data (endings.ts). */
export type Ending =
  | 'running'
  | 'finished'
  | 'abandoned'
  | 'postponed'
  | 'cancelled'
  | 'walkover'
  | 'retired'
  | 'disqualified'
  | 'shortened'
  | 'no_contest'

/** Why counts are absent that the match has: nobody said its parts, or they do not add up to the score. */
export type Unsaid = 'parts_missing' | 'parts_differ'

/**
 * All that settlement needs to know of a match. Counts that nobody recorded are absent, and a market that needs one
 * stays open. `winner` is said where the score does not say it: fights, shoot-outs, super overs, who progresses.
 */
export type MatchState = {
  readonly sport: Sport
  readonly ending: Ending
  readonly counts: Readonly<Partial<Record<CountKey, Count>>>
  /** Set where counts are absent that the match has: an early ending does not void what they may have decided. */
  readonly unsaid?: Unsaid
  readonly winner?: Side | 'draw'
  /** The official result before any tie-break, where neither the score nor `winner` says it. */
  readonly result?: Side | 'draw'
  /** One of two matches that decide together who goes through: this score alone does not say. */
  readonly isTwoLegged?: boolean
  readonly method?: string
  readonly endedInRound?: number
}

/** The count of one thing over one period, if it was recorded. */
export const countOf = (state: MatchState, stat: Stat, period: Period): Count | undefined =>
  state.counts[`${stat}.${period}`]
