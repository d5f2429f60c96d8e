import type { Ending, MatchState, Side, Count, CountKey } from '../markets/state.ts'
import { isSetOver, minSetTotals, SET_RULES, type SetScore, type SetSport } from './set-score.ts'

/** What is known of a match in sets. `bestOf` is needed for nothing but early decisions while it runs. */
export type SetMatch = {
  readonly sport: SetSport
  readonly sets: readonly SetScore[]
  readonly ending: Ending
  /** Who goes on when the match ended early, or who won where sets do not say. */
  readonly winner?: Side
  readonly bestOf?: number
}

/** Most sets any of these sports plays; a longer list is a mistake. */
const MAX_SETS = 7

/**
 * The match state of a match in sets: sets won, points or games in all and in each set.
 * A set that was not finished counts for no one; its points count for totals already passed.
 * Asserts: at most 7 sets, whole counts of zero or more, no level set but the one being played (`level_set`): whoever
 * reads a feed that fills up with 0–0 drops those.
 */
export const setMatchState = (match: SetMatch): MatchState => {
  const { sport, sets, ending } = match
  if (sets.length > MAX_SETS || sets.flat().some((count) => !Number.isSafeInteger(count) || count < 0)) {
    throw new Error('a match has at most 7 sets of whole counts')
  }
  const stat = sport === 'tennis' ? 'games' : 'points'
  const isFinished = ending === 'finished'
  const counts: Partial<Record<CountKey, Count>> = {}
  const won = { home: 0, away: 0 }
  const counted = { home: 0, away: 0 }
  let open: { score: SetScore; isLast: boolean } | undefined
  for (const [place, score] of sets.entries()) {
    const isLast = place + 1 === match.bestOf
    // Results of finished matches are official: also a last set that our rules of a set would call open.
    const over = isFinished || place < sets.length - 1 || isSetOver(score, SET_RULES[sport], isLast)
    const [home, away] = score
    if (over && home === away)
      throw new Error(`level_set: set ${place + 1} was played out and cannot be level`)
    counted.home += home
    counted.away += away
    if (over) won[home > away ? 'home' : 'away'] += 1
    else open = { score, isLast }
    counts[`${stat}.set${place + 1}`] = {
      home,
      away,
      over,
      ...(over ? {} : { min: minOf(minSetTotals(score, SET_RULES[sport], isLast)) }),
    }
  }
  counts['sets.full'] = { ...won, over: isFinished, ...minSets(match, won) }
  counts[`${stat}.full`] = { ...counted, over: isFinished, ...minCounted({ match, won, counted, open }) }
  return { sport, ending, counts, ...(match.winner ? { winner: match.winner } : {}) }
}

type Won = { readonly home: number; readonly away: number }

const needed = (bestOf: number): number => Math.floor(bestOf / 2) + 1

/** The fewest sets the match can still end with. */
const minSets = ({ bestOf }: SetMatch, won: Won): { min?: number } =>
  bestOf === undefined ? {} : { min: won.home + won.away + needed(bestOf) - Math.max(won.home, won.away) }

type Counted = {
  readonly match: SetMatch
  readonly won: Won
  readonly counted: Won
  readonly open: { score: SetScore; isLast: boolean } | undefined
}

const minOf = ({ home, away }: { readonly home: number; readonly away: number }): number =>
  Math.min(home, away)

/** The fewest points or games the match can still end with: the set under way at its shortest, then sets to nil. */
const minCounted = ({ match, won, counted, open }: Counted): { min?: number } => {
  if (match.bestOf === undefined || match.ending === 'finished') return {}
  const { target, lastTarget = target } = SET_RULES[match.sport]
  const max = needed(match.bestOf)
  // A last set can be the shorter kind, so no set after this one is counted above that.
  const after = ({ home, away }: Won): number =>
    Math.max(0, max - Math.max(home, away)) * Math.min(target, lastTarget)
  const total = counted.home + counted.away
  if (!open) return { min: total + after(won) }
  const ends = minSetTotals(open.score, SET_RULES[match.sport], open.isLast)
  const before = total - open.score[0] - open.score[1]
  const ifHome = before + ends.home + after({ ...won, home: won.home + 1 })
  const ifAway = before + ends.away + after({ ...won, away: won.away + 1 })
  return { min: Math.min(ifHome, ifAway) }
}
