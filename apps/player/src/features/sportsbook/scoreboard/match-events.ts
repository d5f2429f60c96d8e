import type { Calls, SportState, SportStates } from '@palpite/contract'
import type { Fixture } from '../../../shared/fixture.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import type { Side } from './score-lines.ts'

/** An event of a match, derived from a change of its score. */
export type MatchEvent = {
  text: TextKey
  side: Side | null
  /** A count or number. */
  count: number
  /** The runner concerned, by number. */
  runner?: number
  tone: 'score' | 'warn' | 'plain'
}

type Pair = readonly [home: number, away: number]
const nil: Pair = [0, 0]

const event = (
  text: TextKey,
  side: Side | null,
  count = 1,
  tone: MatchEvent['tone'] = 'score',
): MatchEvent => ({
  text,
  side,
  count,
  tone,
})

/** Each side whose count rose, and by how much. */
const grown = (before: Pair | null | undefined, after: Pair | null | undefined): [Side, number][] =>
  (['home', 'away'] as const).flatMap((side, at): [Side, number][] => {
    const more = (after ?? nil)[at === 0 ? 0 : 1] - (before ?? nil)[at === 0 ? 0 : 1]
    return more > 0 ? [[side, more]] : []
  })

const each = (
  text: TextKey,
  pairs: readonly [Pair | null | undefined, Pair | null | undefined],
  tone: MatchEvent['tone'] = 'score',
): MatchEvent[] => grown(...pairs).map(([side, count]) => event(text, side, count, tone))

const sum = (pairs: readonly Pair[]): Pair =>
  pairs.reduce<Pair>(([home, away], pair) => [home + pair[0], away + pair[1]], nil)

const leader = ([home, away]: Pair): Side => (home > away ? 'home' : 'away')

type Of<F extends SportState['family']> = (before: SportStates[F], after: SportStates[F]) => MatchEvent[]

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

/** A set is won when the next one begins or the match ends: only the first is detected here. */
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
  // A knockdown is counted for its scorer: the other fighter went down.
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
  if (after.finishes && !before.finishes)
    return after.finishes
      .filter(({ place }) => place === 1)
      .map(({ runner }) => ({ ...event('sportsbook.timeline.finish', null), runner }))
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

/**
 * The events between two states of a match, the most important first. A falling score is a correction, not an event.
 */
export const eventsBetween = (before: SportState | null, after: SportState | null): readonly MatchEvent[] => {
  if (!before || !after || before.family !== after.family) return []
  return (byFamily[after.family] as (before: SportState, after: SportState) => MatchEvent[])(before, after)
}

/** A match's states in order. */
export type Course = Calls['GET /api/app/sportsbook/moments/:fixtureId']['data']

/** An event with its match time. */
export type TimedEvent = MatchEvent & {
  id: number
  fixture: Pick<Fixture, 'sport' | 'matchStatus' | 'clock' | 'state'>
}

/**
 * A match's events, newest first: from the server's stored states, then from those seen here. Disallowed goals are
 * removed.
 */
export const eventsOf = (sport: Fixture['sport'], kept: Course, seen: Course): readonly TimedEvent[] => {
  const last = kept.at(-1)?.version ?? 0
  const course = [...kept, ...seen.filter(({ version }) => version > last)]
  let events: TimedEvent[] = []
  let id = 0
  for (const [at, { state, matchStatus, clock }] of course.entries()) {
    const before = course[at - 1]?.state ?? null
    events = withoutCancelled(events, before, state)
    const fresh = eventsBetween(before, state).toReversed()
    for (const each of fresh)
      events.unshift({ ...each, id: (id += 1), fixture: { sport, matchStatus, clock, state } })
  }
  return events
}

/** Removes the last goals of a side whose score fell. */
function withoutCancelled(
  events: TimedEvent[],
  before: SportState | null,
  after: SportState | null,
): TimedEvent[] {
  if (before?.family !== 'football' || after?.family !== 'football') return events
  return grown(after.score, before.score).reduce((left, [side, count]) => {
    const goals = left.filter((each) => each.text === 'sportsbook.timeline.goal' && each.side === side)
    const gone = new Set(goals.slice(0, count))
    return left.filter((each) => !gone.has(each))
  }, events)
}
