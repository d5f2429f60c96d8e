import type { SportStates } from '@palpite/contract'
import type { Side } from '@palpite/odds'
import { type FeedMessage, matchStatuses } from '../../sportsbook/index.ts'
import { isBallDead, type ScoreChange } from './read-score-line.ts'

type Cricket = SportStates['cricket']
type Innings = Cricket['innings'][number]

/** What the score stream has told of a match so far: it says the teams and the score now and then, not each time. */
export type ScoredMatch = {
  readonly home: string | undefined
  readonly away: string | undefined
  /** The exchange's ids of the sides, where the stream has said them. */
  readonly homeId: string | undefined
  readonly awayId: string | undefined
  readonly state: Cricket | undefined
  /** Lines after the end may say the score once more and not that it is over. */
  readonly isOver: boolean
}

export const nothingScored: ScoredMatch = {
  home: undefined,
  away: undefined,
  homeId: undefined,
  awayId: undefined,
  state: undefined,
  isOver: false,
}

const BALLS = 6
const WICKETS = 10

/** The match after a line of the score stream. Who bats is known by name: without the names nothing is made up. */
export function scoredMatch(before: ScoredMatch, change: ScoreChange): ScoredMatch {
  const { fixtureInfo, homeTeam, awayTeam, matchStats } = change
  const home = fixtureInfo?.homeTeam ?? homeTeam?.name ?? before.home
  const away = fixtureInfo?.awayTeam ?? awayTeam?.name ?? before.away
  const sides = {
    home,
    away,
    homeId: homeTeam?.selectionId?.toString() ?? (home === before.home ? before.homeId : undefined),
    awayId: awayTeam?.selectionId?.toString() ?? (away === before.away ? before.awayId : undefined),
  }
  const isOver = fixtureInfo ? fixtureInfo.fixtureStatus === 'FINISHED' : before.isOver
  const innings = matchStats && home !== undefined ? inningsOf(matchStats, { home, away }) : []
  if (innings.length === 0) return { ...sides, state: before.state, isOver }
  const state: Cricket = {
    family: 'cricket',
    innings,
    battingFirst: innings[0]?.batting ?? null,
    superOver: null,
  }
  return { ...sides, state, isOver }
}

/**
 * The match with its sides as its fixture has them: home there may be away to the scorers. Who is who is told by the
 * exchange's ids, of the stream itself or of its catalogue; where nobody has told, home is home.
 */
export function withSidesOf(
  match: ScoredMatch,
  fixtureHomeId: string | undefined,
  idOf: (name: string) => string | undefined,
): ScoredMatch {
  const awayId = match.awayId ?? (match.away === undefined ? undefined : idOf(match.away))
  if (fixtureHomeId === undefined || fixtureHomeId !== awayId || !match.state) return match
  const { innings, battingFirst } = match.state
  const swapped = innings.map((one) => ({ ...one, batting: otherSide(one.batting) }))
  return {
    ...match,
    state: { ...match.state, innings: swapped, battingFirst: battingFirst && otherSide(battingFirst) },
  }
}

const otherSide = (side: Side): Side => (side === 'home' ? 'away' : 'home')

/**
 * What is said of the match by a line that left it so: a stop while a ball is in play or something is looked at, which
 * the next prices end; the score; at the end that it is over. Who won is not said here, and runs do not tell it where rain
 * has moved the target: the market of the match does, when it is closed.
 */
export function playsOf(
  key: string,
  { fixtureInfo, matchStats }: ScoreChange,
  { state, isOver }: ScoredMatch,
): FeedMessage[] {
  const status = fixtureInfo?.fixtureStatus
  const stops: FeedMessage[] =
    status === 'IN_RUNNING' && !isBallDead(fixtureInfo?.eventStatus ?? '') ? [{ kind: 'bet_stop', key }] : []
  if (!state) return stops
  if (isOver)
    return [{ kind: 'play', key, matchStatus: matchStatuses.finished, clock: null, state: overOf(state) }]
  if (!matchStats) return stops
  const clock = { period: `inning${state.innings.length}` as const, minute: null }
  return [...stops, { kind: 'play', key, matchStatus: matchStatuses.firstHalf, clock, state }]
}

const overOf = (state: Cricket): Cricket => ({
  ...state,
  isUndecided: true,
  innings: state.innings.map((one) => ({ ...one, isOver: true })),
})

function inningsOf(
  { currentInnings, inningsStats }: NonNullable<ScoreChange['matchStats']>,
  { home, away }: { home: string; away: string | undefined },
): Innings[] {
  const begun = inningsStats.filter(({ inningsNum, inningsOvers, inningsRuns }) => {
    if (inningsNum < currentInnings) return true
    return inningsNum === currentInnings && (inningsOvers !== '0.0' || inningsRuns > 0)
  })
  const isSide = (name: string | undefined) =>
    name !== undefined && (name === home || away === undefined || name === away)
  if (!begun.every(({ battingTeam }) => isSide(battingTeam))) return []
  return begun.map(({ battingTeam, inningsRuns, inningsWickets, inningsOvers, inningsNum }) => ({
    batting: battingTeam === home ? 'home' : 'away',
    runs: inningsRuns,
    wickets: inningsWickets,
    balls: ballsOf(inningsOvers),
    isOver: inningsNum < currentInnings || inningsWickets === WICKETS,
  }))
}

/** "10.3" are ten overs and three balls. */
function ballsOf(overs: string): number {
  const [whole = '0', balls = '0'] = overs.split('.')
  return Number(whole) * BALLS + Number(balls)
}
