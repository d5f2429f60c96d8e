import * as z from 'zod/mini'
import {
  attemptReading,
  type FeedReading,
  stopReading,
  type FeedMessage,
  matchStatuses,
} from '../../sportsbook/index.ts'
import { readJson } from '../read-json.ts'
import type { SportStates } from '@palpite/contract'
import type { Side } from '@palpite/odds'

const MAX_CHARACTERS = 200_000

const name = z.string().check(z.maxLength(120))
const innings = z.object({
  inningsNum: z.int().check(z.gte(1), z.lte(4)),
  battingTeam: z.optional(name),
  inningsRuns: z.int(),
  inningsOvers: z.string().check(z.regex(/^\d{1,3}(\.[0-6])?$/)),
  inningsWickets: z.int().check(z.gte(0), z.lte(10)),
})
const side = z.object({ name, selectionId: z.optional(z.int().check(z.gte(1), z.lte(2 ** 40))) })
const change = z.object({
  eventId: z.string().check(z.maxLength(30)),
  marketId: z.string().check(z.maxLength(30)),
  fixtureInfo: z.optional(
    z.object({
      homeTeam: z.optional(name),
      awayTeam: z.optional(name),
      expectedStartTime: z.optional(z.int()),
      fixtureStatus: z.enum(['PRE_MATCH', 'IN_RUNNING', 'FINISHED']),
      eventStatus: name,
      maxOvers: z.optional(z.int().check(z.gte(1), z.lte(200))),
    }),
  ),
  /** The sides in the markets of the match. */
  homeTeam: z.optional(side),
  awayTeam: z.optional(side),
  matchStats: z.optional(
    z.object({ currentInnings: z.int(), inningsStats: z.array(innings).check(z.maxLength(4)) }),
  ),
})
const line = z.object({
  op: z.string(),
  clk: z.optional(z.string().check(z.maxLength(60))),
  pt: z.optional(z.int().check(z.gte(1))),
  cc: z.optional(z.array(change).check(z.maxLength(100))),
})

type ScoreChange = z.output<typeof change>

type ScoreLine = {
  readonly publishedAt: Date
  readonly clock: string
  readonly changes: readonly ScoreChange[]
}

/** Parses one JSON line of the cricket score stream. A negative score is refused, naming the innings. */
export const readScoreLine = (text: string): FeedReading<ScoreLine> =>
  attemptReading(() => {
    const read = readJson(text, line, MAX_CHARACTERS)
    if (read.op !== 'ccm') return stopReading('unknown_kind', read.op.slice(0, 40))
    const changes = read.cc ?? []
    const negative = changes
      .flatMap(({ matchStats }) => matchStats?.inningsStats ?? [])
      .find(({ inningsRuns }) => inningsRuns < 0)
    if (negative)
      stopReading('score_negative', `${negative.inningsRuns} runs in innings ${negative.inningsNum}`)
    return {
      publishedAt: new Date(read.pt ?? stopReading('field_missing', 'pt')),
      clock: read.clk ?? stopReading('field_missing', 'clk'),
      changes,
    }
  })

/** No bets while the ball is in play or a decision is under review. */
const isBallDead = (eventStatus: string): boolean => eventStatus === 'MATCH_STABLE'

type Cricket = SportStates['cricket']
type Innings = Cricket['innings'][number]

/** The state of a match accumulated from the score stream, which repeats teams and score only now and then. */
export type ScoredMatch = {
  readonly home: string | undefined
  readonly away: string | undefined
  /** The exchange's ids of the sides, once the stream has given them. */
  readonly homeId: string | undefined
  readonly awayId: string | undefined
  readonly state: Cricket | undefined
  /** Lines after the end may repeat the score without the end flag. */
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

/**
 * Updates the match with a line of the score stream. The batting side is matched by name; without names nothing is
 * guessed.
 */
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
 * Orients the match as its fixture does: the scorers' home may be our away. Sides are matched by the exchange's ids,
 * from the stream or the catalogue; without ids, home is home.
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
 * Play messages for the match state: a stop while a ball is in play or under review, ended by the next prices; the
 * score; and the end. The winner comes from closing the market, not from the score: rain may have moved the target.
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

/** "10.3" means ten overs and three balls. */
function ballsOf(overs: string): number {
  const [whole = '0', balls = '0'] = overs.split('.')
  return Number(whole) * BALLS + Number(balls)
}
