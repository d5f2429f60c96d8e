import type { Sport } from '../sports.ts'

export type Side = 'home' | 'away'

/**
 * A period. `full` is the regular distance, without overtime, extra time or extra innings; `all` includes them. A
 * numbered period is a quarter, set, frame or inning of its sport.
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

/** The counted quantity: the score in its unit, or corners, cards, wickets and so on. */
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
 * Both sides' count in a period. `over`: the period is finished. `min` is the smallest possible final total if the
 * rules put it above the current one; `max` the greatest, if bounded.
 */
export type Count = {
  readonly home: number
  readonly away: number
  readonly over: boolean
  readonly min?: number
  readonly max?: number
}

export type CountKey = `${Stat}.${Period}`

/** A match's status. Everything but `running` is final; its effect on open markets is data (endings.ts). */
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

/** Why counts are missing: nobody stated the parts, or they do not add up. */
export type Unresolvable = 'parts_missing' | 'parts_differ'

/**
 * Everything settlement needs of a match. Unrecorded counts are absent, and markets that need them stay open. `winner`
 * is set if the score does not determine it: fights, shoot-outs, super overs, who progresses.
 */
export type MatchState = {
  readonly sport: Sport
  readonly ending: Ending
  readonly counts: Readonly<Partial<Record<CountKey, Count>>>
  /** Set if existing counts are unknown: an early ending does not void what they may have decided. */
  readonly unresolvable?: Unresolvable
  readonly winner?: Side | 'draw'
  /** The official result before any tie-break, if neither score nor `winner` gives it. */
  readonly result?: Side | 'draw'
  /** One of two matches that decide together who progresses: this score alone does not. */
  readonly isTwoLegged?: boolean
  readonly method?: string
  readonly endedInRound?: number
}

/** The recorded count of a quantity in a period, if any. */
export const countOf = (state: MatchState, stat: Stat, period: Period): Count | undefined =>
  state.counts[`${stat}.${period}`]
