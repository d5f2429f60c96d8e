import type { FeedIds, MarketType } from './market-type.ts'
import { correctScore, handicap, matchWinner, numbered, oddEven, pair, sideTotal, total } from './shapes.ts'
import type { Sport } from '../sports.ts'

const setScores = (toWin: number): string[] => {
  const lost = Array.from({ length: toWin }, (_, sets) => sets)
  return [...lost.map((sets) => `${toWin}-${sets}`), ...lost.map((sets) => `${sets}-${toWin}`)]
}

/** A set sport: the maximum sets, what is counted inside, and the feed's ids. */
type SetSport = {
  readonly sport: Sport
  readonly inside: 'points' | 'games'
  readonly maxSets: number
  readonly scores: readonly string[]
  readonly ids: { readonly handicap: number; readonly total: number }
  readonly setWinner?: number
  readonly setHandicap?: number
  readonly setTotal?: number
}

const setSport = (how: SetSport): readonly MarketType[] => {
  const { sport, inside } = how
  const sets = { sport, stat: 'sets' } as const
  const counted = { sport, stat: inside } as const
  const each = (feedId?: number): FeedIds => numbered('set', how.maxSets, feedId)
  return [
    matchWinner({ ...sets, name: 'winner', periods: { full: 186 } }),
    handicap({ ...sets, name: 'set_handicap', periods: { full: 188 }, max: (how.maxSets + 1) / 2 }, 'half'),
    total({ ...sets, name: 'total_sets', periods: { full: 314 }, max: how.maxSets }, 'half'),
    correctScore({ ...sets, name: 'correct_score', periods: { full: 199 } }, how.scores),
    handicap(
      { ...counted, name: 'handicap', periods: { full: how.ids.handicap, ...each(how.setHandicap) } },
      'half',
    ),
    total({ ...counted, name: 'total', periods: { full: how.ids.total, ...each(how.setTotal) } }, 'half'),
    sideTotal({ ...counted, name: 'team_total', periods: { full: undefined, ...each() } }, 'half'),
    pair({ ...counted, name: 'set_winner', periods: each(how.setWinner) }),
    oddEven({ ...counted, name: 'odd_even', periods: { full: undefined, ...each() } }),
  ]
}

const points = { inside: 'points', ids: { handicap: 237, total: 238 } } as const

/** A frame is snooker's set; its content is points. */
const frames = { sport: 'snooker', stat: 'frames' } as const
const inFrame = { sport: 'snooker', stat: 'points' } as const
const MAX_FRAMES = 35
const eachFrame = (feedId?: number): FeedIds => numbered('frame', MAX_FRAMES, feedId)
/** Every distance from one frame to the best of 35. */
const FRAMES_TO_WIN = Array.from({ length: (MAX_FRAMES + 1) / 2 }, (_, place) => place + 1)

const SNOOKER: readonly MarketType[] = [
  matchWinner({ ...frames, name: 'winner', periods: { full: 186 } }),
  handicap({ ...frames, name: 'handicap', periods: { full: 493 }, max: (MAX_FRAMES + 1) / 2 }, 'half'),
  total({ ...frames, name: 'total', periods: { full: 494 }, max: MAX_FRAMES }, 'half'),
  correctScore(
    { ...frames, name: 'correct_score', periods: { full: 199 } },
    FRAMES_TO_WIN.flatMap((toWin) => setScores(toWin)),
  ),
  pair({ ...inFrame, name: 'frame_winner', periods: eachFrame(499) }),
  handicap({ ...inFrame, name: 'frame_handicap', periods: eachFrame() }, 'half'),
  total({ ...inFrame, name: 'frame_total', periods: eachFrame(501) }, 'half'),
  oddEven({ ...inFrame, name: 'frame_odd_even', periods: eachFrame(502) }),
  oddEven({ ...frames, name: 'odd_even', periods: { full: undefined } }),
]

/** Tennis, volleyball, badminton, table tennis and snooker. */
export const SET_SPORT_MARKETS: readonly MarketType[] = [
  ...setSport({
    sport: 'tennis',
    inside: 'games',
    maxSets: 5,
    scores: [...setScores(2), ...setScores(3)],
    ids: { handicap: 187, total: 189 },
    setWinner: 202,
    setHandicap: 203,
    setTotal: 204,
  }),
  ...setSport({
    ...points,
    sport: 'volleyball',
    maxSets: 5,
    scores: setScores(3),
    setWinner: 202,
    setHandicap: 309,
    setTotal: 310,
  }),
  ...setSport({
    ...points,
    sport: 'badminton',
    maxSets: 3,
    scores: setScores(2),
    setWinner: 245,
    setTotal: 247,
  }),
  ...setSport({
    ...points,
    sport: 'table_tennis',
    maxSets: 7,
    scores: [...setScores(2), ...setScores(3), ...setScores(4)],
    setWinner: 245,
    setTotal: 247,
  }),
  ...SNOOKER,
]
