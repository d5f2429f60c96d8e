import type { Ending, MatchState, Side, Count, CountKey, Unresolvable } from '../markets/state.ts'
import { isSetOver, minSetTotals, SET_RULES, type SetScore, type SetSport } from './set-score.ts'

/** The known facts of a match in sets. */
export type SetMatch = {
  readonly sport: SetSport
  readonly sets: readonly SetScore[]
  readonly ending: Ending
  /** Who goes on when the match ended early, or who won where sets do not say. */
  readonly winner?: Side
  /**
   * Used only for early decisions during play; without it only what holds for every match format is decided.
   */
  readonly bestOf?: number | undefined
  /**
   * Tennis: the last possible set is a match tie-break, or it is unknown whether it is. Undefined: a normal
   * set.
   */
  readonly decider?: 'tie_break' | 'unknown' | undefined
  /** The reported number of sets won, if the listed sets do not add up to it; null if it was not reported either. */
  readonly total?: { readonly home: number; readonly away: number } | null | undefined
}

/** The most sets that any of these sports plays; a longer list is an error. */
const MAX_SETS = 7

type Won = { readonly home: number; readonly away: number }

/** The current set: its score so far, and its smallest total at the end, if home wins it and if away does. */
type OpenSet = { readonly score: SetScore; readonly ends: Won }

/**
 * The match state of a match in sets: sets won, points or games in all and in each set. An unfinished set is
 * won by no one; its points count for totals already passed. A match tie-break counts as one game. Asserts:
 * at most 7 sets, whole counts of zero or more, no level set but the current one (`level_set`); readers of
 * feeds that fill up with 0–0 sets leave those out.
 */
export const setMatchState = (match: SetMatch): MatchState => {
  const { sport, sets, ending, total } = match
  if (sets.length > MAX_SETS || sets.flat().some((count) => !Number.isSafeInteger(count) || count < 0)) {
    throw new Error('a match has at most 7 sets of whole counts')
  }
  const named = match.winner ? { winner: match.winner } : {}
  // The sets that a walkover awards were not played.
  if (ending === 'walkover') return { sport, ending, counts: {}, ...named }
  if (total !== undefined)
    return { sport, ending, counts: totalCounts(match), ...named, unresolvable: unresolvableOf(match) }
  const stat = sport === 'tennis' ? 'games' : 'points'
  const isFinished = ending === 'finished'
  const counts: Partial<Record<CountKey, Count>> = {}
  const won = { home: 0, away: 0 }
  const counted = { home: 0, away: 0 }
  let open: OpenSet | undefined
  for (const [place, score] of sets.entries()) {
    const isListedLast = place === sets.length - 1
    const decider = deciderOf(match, place, won)
    // Results of finished matches are official: also a last set that our rules of a set would call open.
    const isDone = isFinished || !isListedLast
    const over = isDone || (!decider && isSetOver(score, SET_RULES[sport], place + 1 === match.bestOf))
    if (over && score[0] === score[1])
      throw new Error(`level_set: set ${place + 1} was played out and cannot be level`)
    const [home, away] = decider ? gamesOfDecider(score, over, decider, place) : score
    counted.home += home
    counted.away += away
    if (over) won[home > away ? 'home' : 'away'] += 1
    else if (ending === 'running' || isBegun(score))
      open = { score: [home, away], ends: decider ? ONE_GAME : shortestEnds(match, score, place) }
    counts[`${stat}.set${place + 1}`] = { home, away, over, ...(open ? { min: minOf(open.ends) } : {}) }
  }
  // A match that ends before its first point settles no line early, however long it would have been.
  const isBound = ending === 'running' || (!isFinished && sets.some(isBegun))
  counts['sets.full'] = {
    ...won,
    over: isFinished,
    ...(isBound ? minSets(match, won, open) : {}),
    ...formOf(match),
  }
  counts[`${stat}.full`] = {
    ...counted,
    over: isFinished,
    ...(isBound ? minCounted({ match, won, counted, open }) : {}),
  }
  return { sport, ending, counts, ...named }
}

const isBegun = ([home, away]: SetScore): boolean => home + away > 0

/**
 * The counts that follow from the number of sets won. After a default, sets may have been awarded to the
 * other side.
 */
const totalCounts = (match: SetMatch): MatchState['counts'] =>
  match.total && match.ending !== 'disqualified'
    ? { 'sets.full': { ...match.total, over: match.ending === 'finished', ...formOf(match) } }
    : {}

/** The maximum number of sets, if the match format is known. */
const formOf = ({ bestOf, ending }: SetMatch): { max?: number } =>
  bestOf === undefined || ending === 'finished' ? {} : { max: bestOf }

const unresolvableOf = ({ sets }: SetMatch): Unresolvable =>
  sets.length > 0 ? 'parts_differ' : 'parts_missing'

/** Whether the set at this place is a match tie-break or may be one: only at level sets. */
function deciderOf({ sport, bestOf, decider }: SetMatch, place: number, won: Won): SetMatch['decider'] {
  if (sport !== 'tennis' || won.home !== won.away || won.home === 0) return undefined
  return bestOf === undefined || bestOf === place + 1 ? decider : undefined
}

const TIE_BREAK_TARGET = 10
/**
 * In a fifth set without a tie-break 10–8 can be games; a third set of today has a tie-break or is a match
 * tie-break.
 */
const FIFTH_SET = 4

/** The games of a last set that is a match tie-break, or may be one: none before it is over. */
function gamesOfDecider(
  [home, away]: SetScore,
  over: boolean,
  decider: 'tie_break' | 'unknown',
  place: number,
): SetScore {
  if (!over) return [0, 0]
  const lead = Math.abs(home - away)
  const isLong = Math.max(home, away) >= TIE_BREAK_TARGET && lead >= 2
  const isTieBreak = isLong && (decider === 'tie_break' || lead > 2 || place < FIFTH_SET)
  return isTieBreak ? (home > away ? [1, 0] : [0, 1]) : [home, away]
}

const ONE_GAME: Won = { home: 1, away: 1 }

/** The smallest totals of the current set; if it may or may not be the last one, the smaller of both. */
function shortestEnds({ sport, bestOf }: SetMatch, score: SetScore, place: number): Won {
  const rules = SET_RULES[sport]
  if (bestOf !== undefined) return minSetTotals(score, rules, place + 1 === bestOf)
  const [last, other] = [minSetTotals(score, rules, true), minSetTotals(score, rules, false)]
  return { home: Math.min(last.home, other.home), away: Math.min(last.away, other.away) }
}

const needed = (bestOf: number): number => Math.floor(bestOf / 2) + 1

/** A match never ends level in sets, whatever its format. */
const isLevel = ({ home, away }: Won): boolean => home === away

/**
 * The fewest sets that the match can end with; without its format, those begun, and one more if they are
 * level.
 */
const minSets = ({ bestOf }: SetMatch, won: Won, open: OpenSet | undefined): { min: number } => {
  const begun = won.home + won.away
  if (bestOf === undefined) return { min: begun + (open || isLevel(won) ? 1 : 0) }
  return { min: begun + needed(bestOf) - Math.max(won.home, won.away) }
}

type Counted = {
  readonly match: SetMatch
  readonly won: Won
  readonly counted: Won
  readonly open: OpenSet | undefined
}

const minOf = ({ home, away }: Won): number => Math.min(home, away)

/**
 * The fewest points or games that the match can end with: the current set at its shortest, further sets won
 * to nil.
 */
const minCounted = ({ match, won, counted, open }: Counted): { min: number } => {
  const total = counted.home + counted.away
  const before = open ? total - open.score[0] - open.score[1] : total
  const { bestOf, decider } = match
  const { target, lastTarget = target } = SET_RULES[match.sport]
  // The last set can have the lower target, so every further set is counted with the lower of both.
  const least = Math.min(target, lastTarget)
  const after = (sets: Won): number => {
    const max = Math.max(sets.home, sets.away)
    const left = bestOf === undefined ? Number(isLevel(sets)) : Math.max(0, needed(bestOf) - max)
    return left === 1 && isLevel(sets) && decider ? 1 : left * least
  }
  if (!open) return { min: total + after(won) }
  const ifHome = before + open.ends.home + after({ ...won, home: won.home + 1 })
  const ifAway = before + open.ends.away + after({ ...won, away: won.away + 1 })
  return { min: Math.min(ifHome, ifAway) }
}
