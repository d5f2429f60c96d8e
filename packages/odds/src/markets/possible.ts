import { isSameResolution, VOID, type Resolution } from '../resolution.ts'
import { setFinals, SET_RULES, type SetScore, type SetSport } from '../states/set-score.ts'
import type { MarketRef, MarketType } from './market-type.ts'
import type { Sport } from '../sports.ts'
import { resolveOutcome } from './resolve.ts'
import { highestHalf, halfTimeFullTime } from './rules.ts'
import { countOf, type Count, type CountKey, type MatchState, type Side } from './state.ts'
import { marketType } from './table.ts'

type Points = { readonly home: number; readonly away: number }

/**
 * Everything that a selection can still resolve to when its match is played to its end: what is decided stays, counts only
 * grow, and sets, frames and rounds end as their rules have it. An early end, which gives stakes back, is not among them.
 * Where the state says less than the rules need (the distance of a match), every format of the sport counts, so that what
 * is missing here cannot happen. Each resolution once, in no order.
 * Asserts: a market that `checkMarket` allows, an outcome it has.
 * Source: docs/maths/cash-out.md §2.
 */
export const possibleResolutions = (
  ref: MarketRef,
  outcome: string,
  state: MatchState,
): readonly Resolution[] => {
  const decided = resolveOutcome(ref, outcome, state)
  if (decided) return [decided]
  const type = marketType(ref.type)
  if (!type) return []
  const found: Resolution[] = []
  for (const end of endsOf({ type, ref, outcome, state })) {
    const resolved = resolveOutcome(ref, outcome, { ...state, ...end, ending: 'finished' })
    if (resolved && !found.some((one) => isSameResolution(one, resolved))) found.push(resolved)
  }
  if (mayNotBePlayed(type, ref, state) && !found.some((one) => isSameResolution(one, VOID))) found.push(VOID)
  return found
}

type Asked = {
  readonly type: MarketType
  readonly ref: MarketRef
  readonly outcome: string
  readonly state: MatchState
}

/** What of a match state is different once the match is over. */
type End = Partial<Pick<MatchState, 'counts' | 'winner' | 'method' | 'endedInRound'>>

const endsOf = (asked: Asked): readonly End[] => {
  const { type, ref } = asked
  if (type.sport === 'boxing') return fightEnds(asked)
  if (type.rule === halfTimeFullTime || type.rule === highestHalf) return halfEnds(asked)
  if (type.stat === 'sets' || type.stat === 'frames')
    return wonEnds(asked).map((count) => endAt(asked, count))
  if (isSetSport(type.sport))
    return (ref.period === 'full' ? countedEnds(asked) : setEnds(asked)).map((count) => endAt(asked, count))
  return grownEnds(asked).map((count) => endAt(asked, count))
}

const keyOf = ({ type, ref }: Asked): CountKey => `${type.stat}.${ref.period}`

const endAt = (asked: Asked, { home, away }: Points): End => ({
  counts: { ...asked.state.counts, [keyOf(asked)]: { home, away, over: true } },
})

const isSetSport = (sport: string): sport is SetSport => Object.hasOwn(SET_RULES, sport)

// Counts that only grow: goals, points, runs.

const NIL: Count = { home: 0, away: 0, over: false }

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
 * The scores to which this one can grow that a rule may tell apart: a few more on either side, a lead of either side, a
 * score beyond every list, and those whose sum, difference or side comes near the market's line or number.
 */
const grownEnds = (asked: Asked): Points[] => {
  const now = countNow(asked)
  if (now.over) return [now]
  const lead = Math.abs(now.home - now.away) + 1
  const few = Array.from({ length: FEW + 1 }, (_, more) => more)
  const grown = [
    ...few.flatMap((home) => few.map((away) => grow(now, home, away))),
    ...[lead, lead + 1].flatMap((more) => [grow(now, more, 0), grow(now, 0, more)]),
    ...[0, 1].flatMap((more) => [grow(now, MANY + more, MANY), grow(now, MANY, MANY + more)]),
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
const numbersOf = ({ ref, outcome }: Pick<Asked, 'ref' | 'outcome'>): number[] => {
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

/** Goals of both halves together: a few in each, and enough in one to turn either half and the match. */
const halfEnds = (asked: Asked): End[] => {
  const { state } = asked
  const first = countNow({ ...asked, ref: { ...asked.ref, period: 'half1' } })
  const second = countOf(state, 'goals', 'half2') ?? NIL
  const many = first.home + first.away + second.home + second.away + 2
  const steps = [
    [0, 0],
    [1, 0],
    [0, 1],
    [many, 0],
    [0, many],
    [2 * many, 0],
    [0, 2 * many],
  ] as const
  const firsts = first.over ? [first] : steps.map(([home, away]) => grow(first, home, away))
  return firsts.flatMap((half1) =>
    steps.map(([home, away]) => {
      const half2 = grow(second, home, away)
      return {
        counts: {
          ...state.counts,
          'goals.half1': { ...half1, over: true },
          'goals.half2': { ...half2, over: true },
          'goals.full': { ...grow(half1, half2.home, half2.away), over: true },
        },
      }
    }),
  )
}

// Matches in sets or frames.

/** How many sets or frames win a match, where its state does not say it. */
const FORMATS: Readonly<Record<string, readonly number[]>> = {
  tennis: [2, 3],
  volleyball: [3],
  badminton: [2],
  table_tennis: [2, 3, 4],
  snooker: Array.from({ length: 18 }, (_, place) => place + 1),
}

const wonNow = ({ type, state }: Asked): Count =>
  countOf(state, type.sport === 'snooker' ? 'frames' : 'sets', 'full') ?? NIL

/** The least total of sets says how many win: those won, less the leader's, and the rest. */
const neededOf = (asked: Asked): readonly number[] => {
  const { home, away, min } = wonNow(asked)
  const max = Math.max(home, away)
  if (min !== undefined) return [min - home - away + max]
  return (FORMATS[asked.type.sport] ?? []).filter((needed) => needed >= max)
}

/** Every score in sets with which the match can end. */
const wonEnds = (asked: Asked): Points[] => {
  const now = wonNow(asked)
  return neededOf(asked).flatMap((needed) =>
    Array.from({ length: needed }, (_, lost) => [
      { home: needed, away: lost },
      { home: lost, away: needed },
    ])
      .flat()
      .filter(({ home, away }) => home >= now.home && away >= now.away),
  )
}

const setNumber = ({ period }: MarketRef): number => Number(/^(?:set|frame)(\d+)$/.exec(period)?.[1] ?? 0)

/** A set that the match can end before is given back if it does. */
const mayNotBePlayed = (type: MarketType, ref: MarketRef, state: MatchState): boolean => {
  const number = setNumber(ref)
  if (number === 0 || countOf(state, type.stat, ref.period)) return false
  const asked = { type, ref, outcome: '', state }
  const { home, away } = wonNow(asked)
  return neededOf(asked).some((needed) => number > home + away + needed - Math.max(home, away))
}

/** Every score with which one set can end. */
const setEnds = (asked: Asked): Points[] => {
  const { type, ref, state } = asked
  if (!isSetSport(type.sport)) return []
  const { home, away } = countOf(state, type.stat, ref.period) ?? NIL
  const rules = SET_RULES[type.sport]
  const number = setNumber(ref)
  return neededOf(asked)
    .flatMap((needed) => setFinals([home, away], rules, number === 2 * needed - 1))
    .map(([first, second]) => ({ home: first, away: second }))
}

/** A number between two others that a match can end with. */
type Range = { readonly from: number; readonly to: number }

/** Games or points of the whole match: what a total, a difference or one side can come to, near the line. */
const countedEnds = (asked: Asked): Points[] => {
  const { ref, type } = asked
  const odds = type.outcomes.includes('odd')
  if (odds) return [NIL, { home: 1, away: 0 }]
  if (ref.side)
    return within(
      asked,
      rangeOf(asked, ([home, away]) => (ref.side === 'home' ? home : away)),
      aside(ref.side),
    )
  if (type.outcomes.includes('over'))
    return within(
      asked,
      rangeOf(asked, ([home, away]) => home + away),
      aside('home'),
    )
  return within(
    asked,
    rangeOf(asked, ([home, away]) => home - away),
    (lead) => ({
      home: Math.max(0, lead),
      away: Math.max(0, -lead),
    }),
  )
}

const aside =
  (side: Side) =>
  (count: number): Points =>
    side === 'home' ? { home: count, away: 0 } : { home: 0, away: count }

const within = (asked: Asked, { from, to }: Range, scoreOf: (value: number) => Points): Points[] => {
  return [from, to, ...numbersOf(asked)].filter((value) => value >= from && value <= to).map(scoreOf)
}

/** The least and the most of something that is added up over all sets, the one under way and those to come. */
const rangeOf = (asked: Asked, of: (score: SetScore) => number): Range => {
  const { type, state } = asked
  if (!isSetSport(type.sport)) return { from: 0, to: 0 }
  const rules = SET_RULES[type.sport]
  const whole = countOf(state, type.stat, 'full') ?? NIL
  const won = wonNow(asked)
  const open = countOf(state, type.stat, `set${won.home + won.away + 1}`)
  const [home, away] = open && !open.over ? [open.home, open.away] : [0, 0]
  const before = of([whole.home - home, whole.away - away])
  const ranges = neededOf(asked).map((needed) => {
    const from = (sets: Points, score: SetScore): Range => {
      if (Math.max(sets.home, sets.away) >= needed) return { from: 0, to: 0 }
      const finals = setFinals(score, rules, sets.home + sets.away + 1 === 2 * needed - 1)
      const parts = (['home', 'away'] as const).flatMap((side) => {
        const own = finals.filter(([first, second]) => first > second === (side === 'home')).map(of)
        if (own.length === 0) return []
        const rest = from({ ...sets, [side]: sets[side] + 1 }, [0, 0])
        return [{ from: Math.min(...own) + rest.from, to: Math.max(...own) + rest.to }]
      })
      return union(parts)
    }
    return from({ home: won.home, away: won.away }, [home, away])
  })
  const { from, to } = union(ranges)
  return { from: before + from, to: before + to }
}

const union = (ranges: readonly Range[]): Range => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
})

// Fights.

const ROUNDS = 15

/** A stoppage by either in any round to come, before or after its half, or a decision for either or neither. */
const fightEnds = ({ state }: Asked): End[] => {
  const { home: done, max = ROUNDS } = countOf(state, 'rounds', 'full') ?? NIL
  const at = (rounds: number): MatchState['counts'] => ({
    'rounds.full': { home: rounds, away: 0, over: true },
  })
  const stoppages = Array.from({ length: Math.max(0, max - done) }, (_, place) => done + place + 1).flatMap(
    (round) =>
      (['home', 'away'] as const).flatMap((winner) =>
        (['knockout', 'disqualification'] as const).flatMap((method): End[] => [
          { counts: at(round - 1), winner, method, endedInRound: round },
          { counts: at(round), winner, method, endedInRound: round },
        ]),
      ),
  )
  const decisions = (['home', 'draw', 'away'] as const).map((winner): End => ({
    counts: at(max),
    winner,
    method: 'decision',
  }))
  return [...stoppages, ...decisions]
}
