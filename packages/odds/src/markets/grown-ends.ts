import type { Sport } from '../sports.ts'
import type { MarketRef, MarketType } from './market-type.ts'
import { countOf, type Count, type MatchState } from './state.ts'

export type Points = { readonly home: number; readonly away: number }

/** The question: a market with its outcome, and its match state. */
export type Asked = {
  readonly type: MarketType
  readonly ref: MarketRef
  readonly outcome: string
  readonly state: MatchState
}

/** What changes in a match state once the match is over. */
export type End = Partial<Pick<MatchState, 'counts' | 'winner' | 'method' | 'endedInRound'>>

export const NIL: Count = { home: 0, away: 0, over: false }

/** A period's progress. Half-time is stated when over: until then the match's goals are the first half's. */
const countNow = ({ type, ref, state }: Asked): Count => {
  const own = countOf(state, type.stat, ref.period)
  if (own) return own
  const full = ref.period === 'half1' || ref.period === 'all' ? countOf(state, type.stat, 'full') : undefined
  return full ? { ...full, over: false } : NIL
}

/** Every score up to this many more on each side. */
const FEW = 3
/** Enough to exceed any list of scores. */
const MANY = 12

/**
 * The scores this one can grow to that a rule may distinguish: a few more on either side, a lead of either, scores
 * beyond every list, level and won, and those near the market's line or number.
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

/** Scores with this sum, difference or side. */
const near = ({ home, away }: Points, number: number): Points[] => [
  { home: number - away, away },
  { home, away: number - home },
  { home: number, away },
  { home, away: number },
  { home: away + number, away },
  { home, away: home + number },
]

/** The whole numbers around a line, on both sides of zero, and the one in an outcome's name. */
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
 * Overtime and extra innings continue until a side leads, and a super over names a winner; an innings has ten wickets,
 * a side at most two innings.
 */
const isEnd = ({ type, ref }: Asked, { home, away }: Points): boolean => {
  if (type.stat === 'wickets') return Math.max(home, away) <= (ref.period === 'full' ? 2 : 1) * WICKETS
  return !(PLAYED_ON.includes(type.sport) && ref.period === 'all' && home === away)
}

/**
 * Both halves' goals together: a few in each, enough to turn either half and the match, and to level half, match or
 * both.
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

/** The nearest level score. */
const levelled = ({ home, away }: Points): Points => ({
  home: Math.max(home, away),
  away: Math.max(home, away),
})
