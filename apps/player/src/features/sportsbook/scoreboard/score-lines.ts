import type { SportState, SportStates } from '@palpite/contract'
import type { TextKey } from '../../../shared/text/keys.ts'

type Pair = readonly [home: number, away: number]
export type Side = 'home' | 'away'

/** A score column: a set, quarter, inning. `isOpen` while in play. */
export type ScoreColumn = {
  key: string
  head: TextKey
  count: number
  cells: readonly [home: string, away: string]
  isOpen: boolean
}

/** A score by periods, and who serves, bats or is at the table. */
export type ScoreLines = { columns: readonly ScoreColumn[]; active: Side | null }

const nothing: ScoreLines = { columns: [], active: null }

const column = (
  head: TextKey,
  count: number,
  pair: readonly [number | string, number | string],
  isOpen = false,
): ScoreColumn => ({
  key: `${head}${count}`,
  head,
  count,
  cells: [String(pair[0]), String(pair[1])],
  isOpen,
})

const minus = (all: Pair, part: Pair): Pair => [all[0] - part[0], all[1] - part[1]]

const football = ({ score, halfTime, extraTime, penalties }: SportStates['football']): ScoreLines => {
  if (!score) return nothing
  const halves = halfTime
    ? [
        column('sportsbook.score.half', 1, halfTime),
        column('sportsbook.score.half', 2, minus(score, halfTime)),
      ]
    : []
  return {
    columns: [
      ...halves,
      ...(extraTime ? [column('sportsbook.score.extraTime', 0, extraTime)] : []),
      ...(penalties ? [column('sportsbook.score.penalties', 0, penalties)] : []),
    ],
    active: null,
  }
}

const quarters = ({ periods, isInHalves, isBreak, overtime, ball }: SportStates['quarters']): ScoreLines => ({
  columns: [
    ...periods.map((pair, at) =>
      column(
        isInHalves ? 'sportsbook.score.half' : 'sportsbook.score.quarter',
        at + 1,
        pair,
        at === periods.length - 1 && !isBreak && overtime === null,
      ),
    ),
    ...(overtime ? [column('sportsbook.score.overtime', 0, overtime, true)] : []),
  ],
  active: ball,
})

/** Tennis points by their names; in a tie-break plain numbers. */
const calls = ['0', '15', '30', '40']
const advantage = 'AD'

const called = (own: number, other: number): string =>
  own > 3 && own > other ? advantage : (calls[Math.min(own, 3)] ?? '40')

const isTieBreak = (set: Pair | undefined): boolean => set !== undefined && set[0] === set[1] && set[0] >= 6

/** The current game's points by name. */
const calledPoints = ({ sets, points }: SportStates['sets']): readonly [string, string] | null => {
  if (!points) return null
  const [home, away] = points
  if (isTieBreak(sets.at(-1))) return [String(home), String(away)]
  return [called(home, away), called(away, home)]
}

const sets = (state: SportStates['sets']): ScoreLines => {
  const points = calledPoints(state)
  return {
    columns: [
      ...state.sets.map((pair, at) =>
        column('sportsbook.score.count', at + 1, pair, at === state.sets.length - 1),
      ),
      ...(points ? [column('sportsbook.score.points', 0, points, true)] : []),
    ],
    active: state.server,
  }
}

/** A match of 35 frames shows only the last ones. */
const framesInSight = 5

const frames = ({ frames: all, isLastOpen, atTable }: SportStates['frames']): ScoreLines => ({
  columns: all
    .map((pair, at) => column('sportsbook.score.frame', at + 1, pair, isLastOpen && at === all.length - 1))
    .slice(-framesInSight),
  active: atTable,
})

const baseball = ({ innings, extra, halvesDone }: SportStates['baseball']): ScoreLines => {
  const inning = Math.floor(halvesDone / 2)
  const isTop = halvesDone % 2 === 0
  return {
    columns: [
      ...innings.map(([home, away], at) =>
        // Home has not batted while the top of the inning is in play.
        column('sportsbook.score.count', at + 1, [at === inning && isTop ? '–' : home, away], at === inning),
      ),
      ...(extra ? [column('sportsbook.score.extras', 0, extra, true)] : []),
    ],
    active: isTop ? 'away' : 'home',
  }
}

const ballsAnOver = 6

/** Overs in cricket notation: 110 balls are 18.2. */
export const oversText = (balls: number): string => {
  const [overs, rest] = [Math.floor(balls / ballsAnOver), balls % ballsAnOver]
  return rest === 0 ? String(overs) : `${overs}.${rest}`
}

const cricket = ({ innings, superOver }: SportStates['cricket']): ScoreLines => {
  const turns = [1, 2].flatMap((turn) => {
    const home = innings.filter(({ batting }) => batting === 'home')[turn - 1]
    const away = innings.filter(({ batting }) => batting === 'away')[turn - 1]
    if (!home && !away) return []
    const score = (one: typeof home) => (one ? `${one.runs}/${one.wickets}` : '–')
    const overs = (one: typeof home) => (one ? oversText(one.balls) : '–')
    return [
      column('sportsbook.score.innings', turn, [score(home), score(away)]),
      column('sportsbook.score.overs', turn, [overs(home), overs(away)]),
    ]
  })
  const last = innings.at(-1)
  return {
    columns: [...turns, ...(superOver ? [column('sportsbook.score.superOver', 0, superOver, true)] : [])],
    active: last && !last.isOver ? last.batting : null,
  }
}

const fight = ({ knockdowns }: SportStates['fight']): ScoreLines => ({
  columns: knockdowns ? [column('sportsbook.score.knockdowns', 0, knockdowns)] : [],
  active: null,
})

const byFamily: { readonly [F in SportState['family']]: (state: SportStates[F]) => ScoreLines } = {
  football,
  quarters,
  sets,
  frames,
  fight,
  baseball,
  cricket,
  race: () => nothing,
  outright: () => nothing,
}

/** A score by periods, for any sport. */
export const scoreLines = (state: SportState | null): ScoreLines =>
  state === null ? nothing : (byFamily[state.family] as (state: SportState) => ScoreLines)(state)
