import type { Sport } from '../sports.ts'
import type { MarketRef, MarketType } from './market-type.ts'
import { countOf, type Count, type MatchState } from './state.ts'

export type Points = { readonly home: number; readonly away: number }

/** What is asked: a market with its outcome, and where its match stands. */
export type Asked = {
  readonly type: MarketType
  readonly ref: MarketRef
  readonly outcome: string
  readonly state: MatchState
}

/** What of a match state is different once the match is over. */
export type End = Partial<Pick<MatchState, 'counts' | 'winner' | 'method' | 'endedInRound'>>

export const NIL: Count = { home: 0, away: 0, over: false }

/**
 * How far the count of a period is. Half-time is said once it is over: until then the goals of the match are those of the
 * first half.
 */
const countNow = ({ type, ref, state }: Asked): Count => {
  const own = countOf(state, type.stat, ref.period)
  if (own) return own
  const full = ref.period === 'half1' || ref.period === 'all' ? countOf(state, type.stat, 'full') : undefined
  return full ? { ...full, over: false } : NIL
}

/** Every score up to so many more on each side. */
const FEW = 3
/** Enough to be ahead of any list of scores. */
const MANY = 12

/**
 * The scores to which this one can grow that a rule may tell apart: a few more on either side, a lead of either side, scores
 * beyond every list, won by either side and level, and those whose sum, difference or side comes near the market's line or
 * number.
 */
export const grownEnds = (asked: Asked): Points[] => {
  const now = countNow(asked)
  if (now.over) return [now]
  const lead = Math.abs(now.home - now.away) + 1
  const beyond = Math.max(now.home, now.away) + MANY
  const few = Array.from({ length: FEW + 1 }, (_, more) => more)
  const grown = [
    ...few.flatMap((home) => few.map((away) => grow(now, home, away))),
    ...[lead, lead + 1].flatMap((more) => [grow(now, more, 0), grow(now, 0, more)]),
    { home: beyond, away: beyond },
    { home: beyond + 1, away: beyond },
    { home: beyond, away: beyond + 1 },
    ...numbersOf(asked).flatMap((number) => near(now, number)),
    ...scoreIn(asked.outcome),
  ]
  const ends = grown.filter(
    ({ home, away }) => home >= now.home && away >= now.away && isEnd(asked, { home, away }),
  )
  return [...new Map(ends.map((end) => [`${end.home}-${end.away}`, end])).values()]
}

const grow = (now: Points, home: number, away: number): Points => ({
  home: now.home + home,
  away: now.away + away,
})

/** Scores whose sum, difference or one side is this number. */
const near = ({ home, away }: Points, number: number): Points[] => [
  { home: number - away, away },
  { home, away: number - home },
  { home: number, away },
  { home, away: number },
  { home: away + number, away },
  { home, away: home + number },
]

/** The whole numbers around a line, on either side of zero, and that in the name of an outcome. */
export const numbersOf = ({ ref, outcome }: Pick<Asked, 'ref' | 'outcome'>): number[] => {
  const named = /^(\d+)\+?$/.exec(outcome)?.[1]
  const line = Math.floor(Math.abs(ref.lineQuarters ?? 0) / 4)
  const around = [-2, -1, 0, 1, 2].flatMap((step) => [line + step, -line - step])
  return [...around, ...(named === undefined ? [] : [Number(named)])]
}

const scoreIn = (outcome: string): Points[] => {
  const [, home, away] = /^(\d+)-(\d+)$/.exec(outcome) ?? []
  return home === undefined ? [] : [{ home: Number(home), away: Number(away) }]
}

const WICKETS = 10
const PLAYED_ON: readonly Sport[] = ['basketball', 'baseball', 'cricket']

/**
 * Overtime of basketball and extra innings go on until a side leads, and a super over says who won; an innings has ten
 * wickets, and each side two of them at most.
 */
const isEnd = ({ type, ref }: Asked, { home, away }: Points): boolean => {
  if (type.stat === 'wickets') return Math.max(home, away) <= (ref.period === 'full' ? 2 : 1) * WICKETS
  return !(PLAYED_ON.includes(type.sport) && ref.period === 'all' && home === away)
}

/**
 * Goals of both halves together: a few in each, enough in one to turn either half and the match, and as many as make either
 * half or the match level, or both halves equal.
 */
export const halfEnds = (asked: Asked): End[] => {
  const { state } = asked
  const first = countNow({ ...asked, ref: { ...asked.ref, period: 'half1' } })
  const second = countOf(state, 'goals', 'half2') ?? NIL
  const many = first.home + first.away + second.home + second.away + 2
  const firsts = first.over ? [first] : [...furtherFrom(first, many), levelled(first)]
  return firsts.flatMap((half1) => {
    const whole = grow(second, half1.home, half1.away)
    const level = levelled(whole)
    const missing = Math.max(0, half1.home + half1.away - second.home - second.away)
    const seconds = [
      ...furtherFrom(second, many),
      { home: level.home - half1.home, away: level.away - half1.away },
      grow(second, missing, 0),
    ]
    return seconds.map((half2) => ({
      counts: {
        ...state.counts,
        'goals.half1': { ...half1, over: true },
        'goals.half2': { ...half2, over: true },
        'goals.full': { ...grow(half1, half2.home, half2.away), over: true },
      },
    }))
  })
}

const furtherFrom = (now: Points, many: number): Points[] => [
  now,
  ...[1, many, 2 * many].flatMap((more) => [grow(now, more, 0), grow(now, 0, more)]),
]

/** The nearest score at which nobody leads. */
const levelled = ({ home, away }: Points): Points => ({
  home: Math.max(home, away),
  away: Math.max(home, away),
})
