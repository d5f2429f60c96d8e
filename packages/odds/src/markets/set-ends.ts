import { setFinals, SET_RULES, type SetScore, type SetSport } from '../states/set-score.ts'
import { type Asked, NIL, numbersOf, type Points } from './grown-ends.ts'
import type { MarketRef, MarketType } from './market-type.ts'
import { countOf, type Count, type MatchState, type Side } from './state.ts'

export const isSetSport = (sport: string): sport is SetSport => Object.hasOwn(SET_RULES, sport)

/** The sets or frames that win a match, if its state does not say. */
const FORMATS: Readonly<Record<string, readonly number[]>> = {
  tennis: [2, 3],
  volleyball: [3],
  badminton: [2],
  table_tennis: [2, 3, 4],
  snooker: Array.from({ length: 18 }, (_, place) => place + 1),
}

const wonNow = ({ type, state }: Asked): Count =>
  countOf(state, type.sport === 'snooker' ? 'frames' : 'sets', 'full') ?? NIL

/** The maximum sets or frames determine it; if unknown, any number of the sport. */
const neededOf = (asked: Asked): readonly number[] => {
  const { home, away, max } = wonNow(asked)
  if (max !== undefined) return [Math.floor(max / 2) + 1]
  return (FORMATS[asked.type.sport] ?? []).filter((needed) => needed >= Math.max(home, away))
}

/** Every possible final score in sets. */
export const wonEnds = (asked: Asked): Points[] => {
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

/** A set that may not be played is refunded if it is not. */
export const mayNotBePlayed = (type: MarketType, ref: MarketRef, state: MatchState): boolean => {
  const number = setNumber(ref)
  if (number === 0 || countOf(state, type.stat, ref.period)) return false
  const asked = { type, ref, outcome: '', state }
  const { home, away } = wonNow(asked)
  return neededOf(asked).some((needed) => number > home + away + needed - Math.max(home, away))
}

/** Every possible final score of a set. */
export const setEnds = (asked: Asked): Points[] => {
  const { type, ref, state } = asked
  if (!isSetSport(type.sport)) return []
  const { home, away } = countOf(state, type.stat, ref.period) ?? NIL
  const number = setNumber(ref)
  return neededOf(asked)
    .flatMap((needed) => finalsOf(asked, [home, away], number === 2 * needed - 1))
    .map(([first, second]) => ({ home: first, away: second }))
}

/** A set's possible scores; the last one possibly as the single game of a match tie-break. */
const finalsOf = (asked: Asked, score: SetScore, isLast: boolean): readonly SetScore[] => {
  const { type } = asked
  if (!isSetSport(type.sport)) return []
  const finals = setFinals(score, SET_RULES[type.sport], isLast)
  // The state does not say whether the last set is a match tie-break; its points count only when it is over.
  const mayBeTieBreak = isLast && type.sport === 'tennis' && score[0] + score[1] === 0
  return mayBeTieBreak ? [...finals, [1, 0], [0, 1]] : finals
}

/** A number between two others that a match can end with. */
type Range = { readonly from: number; readonly to: number }

/** The whole match's possible total, difference or side in games or points, near the line. */
export const countedEnds = (asked: Asked): Points[] => {
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

/** The bounds of a sum over all sets: the current one and those to come. */
const rangeOf = (asked: Asked, of: (score: SetScore) => number): Range => {
  const { type, state } = asked
  const whole = countOf(state, type.stat, 'full')
  // Uncounted sets may have had any score.
  const won = whole ? wonNow(asked) : NIL
  const open = countOf(state, type.stat, `set${won.home + won.away + 1}`)
  const [home, away] = open && !open.over ? [open.home, open.away] : [0, 0]
  const before = whole ? of([whole.home - home, whole.away - away]) : 0
  const ranges = neededOf(asked).map((needed) => {
    const from = (sets: Points, score: SetScore): Range => {
      if (Math.max(sets.home, sets.away) >= needed) return { from: 0, to: 0 }
      const finals = finalsOf(asked, score, sets.home + sets.away + 1 === 2 * needed - 1)
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
