import type { SportState, SportStates } from '@palpite/contract'
import type { TextKey } from '../../../shared/text/keys.ts'

/** A statistic of both sides. */
export type StatRow = { text: TextKey; home: number; away: number }

type Pair = readonly [home: number, away: number]

const row = (text: TextKey, pair: Pair | null | undefined): StatRow[] =>
  pair ? [{ text, home: pair[0], away: pair[1] }] : []

const sum = (pairs: readonly Pair[]): Pair =>
  pairs.reduce<Pair>(([home, away], pair) => [home + pair[0], away + pair[1]], [0, 0])

const best = (pairs: readonly Pair[]): Pair => [
  Math.max(0, ...pairs.map(([home]) => home)),
  Math.max(0, ...pairs.map(([, away]) => away)),
]

const ballsAnOver = 6

const byFamily: { readonly [F in SportState['family']]: (state: SportStates[F]) => StatRow[] } = {
  outright: () => [],
  football: ({ score, shots, shotsOnTarget, possession, corners, cards, redCards }) => [
    ...row('sportsbook.stats.goals', score),
    ...row('sportsbook.stats.shots', shots),
    ...row('sportsbook.stats.onTarget', shotsOnTarget),
    ...row('sportsbook.stats.possession', possession),
    ...row('sportsbook.stats.corners', corners),
    ...row('sportsbook.stats.cards', cards),
    ...row('sportsbook.stats.redCards', redCards),
  ],
  // Parts that do not add up to the score are hidden; only the score is shown.
  quarters: ({ periods, isInHalves, overtime, total }) => [
    ...row('sportsbook.stats.points', total?.all ?? sum([...periods, overtime ?? [0, 0]])),
    ...row('sportsbook.stats.bestQuarter', total || isInHalves ? null : best(periods)),
  ],
  sets: ({ sets, points, total }) =>
    row(
      points ? 'sportsbook.stats.games' : 'sportsbook.stats.points',
      total === undefined ? sum(sets) : null,
    ),
  frames: ({ frames, total }) =>
    total === undefined
      ? [...row('sportsbook.stats.highFrame', best(frames)), ...row('sportsbook.stats.points', sum(frames))]
      : [],
  fight: ({ knockdowns }) => row('sportsbook.stats.knockdowns', knockdowns),
  baseball: ({ innings, extra }) => [
    ...row('sportsbook.stats.runs', sum([...innings, extra ?? [0, 0]])),
    ...row('sportsbook.stats.bestInning', best(innings)),
  ],
  cricket: ({ innings }) => {
    const of = (side: 'home' | 'away') => innings.filter(({ batting }) => batting === side)
    const all = (side: 'home' | 'away', count: 'runs' | 'wickets' | 'balls') =>
      of(side).reduce((total, each) => total + each[count], 0)
    const rate = (side: 'home' | 'away') =>
      Math.round((all(side, 'runs') / Math.max(1, all(side, 'balls'))) * ballsAnOver * 10) / 10
    return [
      ...row('sportsbook.stats.runs', [all('home', 'runs'), all('away', 'runs')]),
      ...row('sportsbook.stats.wickets', [all('home', 'wickets'), all('away', 'wickets')]),
      ...row('sportsbook.stats.runRate', [rate('home'), rate('away')]),
    ]
  },
  race: () => [],
}

/** The statistics in a match's score; without uncounted ones. */
export const matchStats = (state: SportState | null): readonly StatRow[] =>
  state === null ? [] : (byFamily[state.family] as (state: SportState) => StatRow[])(state)
