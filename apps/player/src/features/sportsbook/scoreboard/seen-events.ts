import type { SportState, SportStates } from '@palpite/contract'
import type { TextKey } from '../../../shared/text/keys.ts'
import type { Side } from './score-lines.ts'

/** Something that happened in a match, seen in how its score changed. */
export type SeenEvent = {
  text: TextKey
  side: Side | null
  /** How many, or which one. */
  count: number
  /** The runner it is about, by number. */
  runner?: number
  tone: 'score' | 'warn' | 'plain'
}

type Pair = readonly [home: number, away: number]
const nil: Pair = [0, 0]

const event = (
  text: TextKey,
  side: Side | null,
  count = 1,
  tone: SeenEvent['tone'] = 'score',
): SeenEvent => ({
  text,
  side,
  count,
  tone,
})

/** For each side that has more than before: who, and how many more. */
const grown = (before: Pair | null | undefined, after: Pair | null | undefined): [Side, number][] =>
  (['home', 'away'] as const).flatMap((side, at): [Side, number][] => {
    const more = (after ?? nil)[at === 0 ? 0 : 1] - (before ?? nil)[at === 0 ? 0 : 1]
    return more > 0 ? [[side, more]] : []
  })

const each = (
  text: TextKey,
  pairs: readonly [Pair | null | undefined, Pair | null | undefined],
  tone: SeenEvent['tone'] = 'score',
): SeenEvent[] => grown(...pairs).map(([side, count]) => event(text, side, count, tone))

const sum = (pairs: readonly Pair[]): Pair =>
  pairs.reduce<Pair>(([home, away], pair) => [home + pair[0], away + pair[1]], nil)

const leader = ([home, away]: Pair): Side => (home > away ? 'home' : 'away')

type Of<F extends SportState['family']> = (before: SportStates[F], after: SportStates[F]) => SeenEvent[]

const football: Of<'football'> = (before, after) => [
  ...each('sportsbook.timeline.goal', [before.score, after.score]),
  ...each('sportsbook.timeline.goal', [before.extraTime, after.extraTime]),
  ...each('sportsbook.timeline.redCard', [before.redCards, after.redCards], 'warn'),
  ...each('sportsbook.timeline.card', [before.cards, after.cards], 'warn'),
  ...each('sportsbook.timeline.corner', [before.corners, after.corners], 'plain'),
]

const pointsOf = ({ periods, overtime, total }: SportStates['quarters']): Pair =>
  total?.all ?? sum([...periods, overtime ?? nil])

const quarters: Of<'quarters'> = (before, after) =>
  each('sportsbook.timeline.points', [pointsOf(before), pointsOf(after)])

/** A set is won when the next one begins, or the match is over: here only the first is seen. */
const sets: Of<'sets'> = (before, after) => {
  if (after.sets.length > before.sets.length) {
    const place = before.sets.length
    const last = after.sets[place - 1]
    return last ? [event('sportsbook.timeline.set', leader(last), place)] : []
  }
  const text = after.points === null ? 'sportsbook.timeline.score' : 'sportsbook.timeline.game'
  return each(text, [before.sets.at(-1), after.sets.at(-1)], after.points === null ? 'plain' : 'score')
}

const frames: Of<'frames'> = (before, after) => {
  const done = (state: SportStates['frames']) => state.frames.length - (state.isLastOpen ? 1 : 0)
  const won = after.frames[done(after) - 1]
  if (done(after) > done(before) && won) return [event('sportsbook.timeline.frame', leader(won), done(after))]
  return each('sportsbook.timeline.points', [before.frames.at(-1), after.frames.at(-1)], 'plain')
}

const fight: Of<'fight'> = (before, after) => [
  // A knockdown is counted for who scored it: the other one went down.
  ...grown(before.knockdowns, after.knockdowns).map(([side]) =>
    event('sportsbook.timeline.knockdown', side === 'home' ? 'away' : 'home', 1, 'warn'),
  ),
  ...(!before.result && after.result ? [event('sportsbook.timeline.over', null)] : []),
]

const baseball: Of<'baseball'> = (before, after) =>
  each('sportsbook.timeline.runs', [
    sum([...before.innings, before.extra ?? nil]),
    sum([...after.innings, after.extra ?? nil]),
  ])

const cricket: Of<'cricket'> = (before, after) =>
  after.innings.flatMap((innings, at) => {
    const was = before.innings[at]
    const runs = innings.runs - (was?.runs ?? 0)
    const wickets = innings.wickets - (was?.wickets ?? 0)
    return [
      ...(wickets > 0 ? [event('sportsbook.timeline.wicket', innings.batting, wickets, 'warn')] : []),
      ...(runs > 0
        ? [event('sportsbook.timeline.runs', innings.batting, runs, runs >= 4 ? 'score' : 'plain')]
        : []),
    ]
  })

const race: Of<'race'> = (before, after) => {
  const [first] = after.order
  return first === undefined || first === before.order[0]
    ? []
    : [{ ...event('sportsbook.timeline.lead', null), runner: first }]
}

const byFamily: { readonly [F in SportState['family']]: Of<F> } = {
  football,
  quarters,
  sets,
  frames,
  fight,
  baseball,
  cricket,
  race,
  outright: () => [],
}

/** What happened between two sights of a match, the most telling first. A score that goes back is a correction, and none. */
export const eventsBetween = (before: SportState | null, after: SportState | null): readonly SeenEvent[] => {
  if (!before || !after || before.family !== after.family) return []
  return (byFamily[after.family] as (before: SportState, after: SportState) => SeenEvent[])(before, after)
}
