import { LOST, VOID, WON, type Resolution } from '../resolution.ts'
import { againstLine, isSureWin, QUARTERS } from './lines.ts'
import type { MatchState, Period, Side, Stat, Count } from './state.ts'

/** A selection for a rule. `read` returns another period's count. */
export type Request = {
  readonly outcome: string
  readonly outcomes: readonly string[]
  readonly line: number
  readonly side: Side
  readonly count: Count
  readonly read: (stat: Stat, period: Period) => Count | undefined
  readonly state: MatchState
}

/** The selection's resolution; `undefined` while open. Counts only grow. */
export type Rule = (request: Request) => Resolution | undefined

export const wonIf = (isWon: boolean): Resolution => (isWon ? WON : LOST)

/** The listed outcome of a result; a result on no list was not offered, so every stake is refunded. */
const fromList = (outcomes: readonly string[], result: string, outcome: string): Resolution =>
  outcomes.includes(result) ? wonIf(outcome === result) : VOID

/** The leader. */
export const leader = ({ home, away }: { readonly home: number; readonly away: number }): Side | 'draw' =>
  home > away ? 'home' : home < away ? 'away' : 'draw'

/** Home, draw or away. */
export const threeWay: Rule = ({ count, outcome }) =>
  count.over ? wonIf(leader(count) === outcome) : undefined

/** Home or away; level refunds. */
export const twoWay: Rule = ({ count, outcome }) => {
  if (!count.over) return undefined
  const first = leader(count)
  return first === 'draw' ? VOID : wonIf(first === outcome)
}

/** The final winner: the officials' before the count's. A draw refunds. */
export const winner: Rule = ({ count, state, outcome }) => {
  if (!count.over) return undefined
  const first = state.winner ?? leader(count)
  return first === 'draw' ? VOID : wonIf(first === outcome)
}

/** The same where the draw is one of the outcomes. */
export const winnerOrDraw: Rule = ({ count, state, outcome }) =>
  count.over ? wonIf((state.winner ?? leader(count)) === outcome) : undefined

/**
 * The official home, draw or away before any tie-break. A level count is a draw, whoever won the super over; an
 * official draw is one whatever the count (time ran out, or rain changed the target).
 */
export const officialResult: Rule = ({ count, state, outcome }) => {
  if (!count.over) return undefined
  const counted = leader(count)
  return wonIf((state.result ?? (counted === 'draw' ? counted : (state.winner ?? counted))) === outcome)
}

/** Who progresses by any means: open while the count is level, or over two matches, and nobody is named. */
export const qualifies: Rule = ({ count, state, outcome }) => {
  if (!count.over) return undefined
  const first = state.winner ?? (state.isTwoLegged ? 'draw' : leader(count))
  return first === 'draw' ? undefined : wonIf(first === outcome)
}

/** Two of the three results: `home_draw`, `home_away`, `draw_away`. */
export const doubleChance: Rule = ({ count, outcome }) =>
  count.over ? wonIf(outcome.split('_').includes(leader(count))) : undefined

/** The selected side's margin plus its handicap. The line is the home side's; away has its opposite. */
export const handicap: Rule = ({ count, line, outcome }) => {
  if (!count.over) return undefined
  const homeExcess = (count.home - count.away) * QUARTERS + line
  return againstLine(outcome === 'home' ? homeExcess : -homeExcess)
}

/** A whole handicap for the home side, then home, draw or away; no refund. */
export const handicapThreeWay: Rule = ({ count, line, outcome }) => {
  if (!count.over) return undefined
  const excess = (count.home - count.away) * QUARTERS + line
  return wonIf(leader({ home: excess, away: 0 }) === outcome)
}

const overUnder = (
  counted: number,
  isFinal: boolean,
  line: number,
  outcome: string,
): Resolution | undefined => {
  const excess = counted * QUARTERS - line
  if (!isFinal && !isSureWin(excess)) return undefined
  return againstLine(outcome === 'over' ? excess : -excess)
}

/** Over or under a line for the sum. Decided once the count exceeds the line. */
export const total: Rule = ({ count, line, outcome }) =>
  overUnder(Math.max(count.home + count.away, count.min ?? 0), count.over, line, outcome)

/** Over or under a line for one side. */
export const sideTotal: Rule = ({ count, side, line, outcome }) =>
  overUnder(count[side], count.over, line, outcome)

/** The exact sum: `0`, `1`, … and `6+`. */
export const exactTotal: Rule = ({ count, outcome }) => {
  const counted = count.home + count.away
  const named = Number.parseInt(outcome, 10)
  if (outcome.endsWith('+')) return counted >= named ? WON : count.over ? LOST : undefined
  return counted > named ? LOST : count.over ? wonIf(counted === named) : undefined
}

/** Odd or even; zero is even. */
export const oddEven: Rule = ({ count, outcome }) =>
  count.over ? wonIf(((count.home + count.away) % 2 === 1 ? 'odd' : 'even') === outcome) : undefined

/** Do both sides score? */
export const bothScore: Rule = ({ count, outcome }) => {
  const both = count.home > 0 && count.away > 0
  return both || count.over ? wonIf((both ? 'yes' : 'no') === outcome) : undefined
}

/**
 * `2-1` and so on; `other_home`, `other_draw`, `other_away`, or one `other`, for unlisted scores. Void if the list has
 * no such rest.
 */
export const correctScore: Rule = ({ count, outcome, outcomes }) => {
  const score = `${count.home}-${count.away}`
  const [home = 0, away = 0] = outcome.split('-').map(Number)
  if (!count.over) return outcome.includes('-') && (count.home > home || count.away > away) ? LOST : undefined
  const rest = outcomes.includes('other') ? 'other' : `other_${leader(count)}`
  return fromList(outcomes, outcomes.includes(score) ? score : rest, outcome)
}

/** Half-time and full-time leader: `home/draw`. Lost at half-time if the first half is wrong. */
export const halfTimeFullTime: Rule = ({ count, outcome, read }) => {
  const half1 = read('goals', 'half1')
  if (!half1?.over) return undefined
  const [first, second] = outcome.split('/')
  if (leader(half1) !== first) return LOST
  return count.over ? wonIf(leader(count) === second) : undefined
}

/** Which half has more goals: `half1`, `equal`, `half2`. */
export const highestHalf: Rule = ({ outcome, read }) => {
  const [half1, half2] = [read('goals', 'half1'), read('goals', 'half2')]
  if (!half1?.over || !half2) return undefined
  const [first, second] = [half1.home + half1.away, half2.home + half2.away]
  const isDecided = half2.over || second > first
  return isDecided
    ? wonIf(outcome === (first > second ? 'half1' : first < second ? 'half2' : 'equal'))
    : undefined
}

/** Does the fight go the distance? The officials' method says so: `decision`. */
export const goesTheDistance: Rule = ({ count, state, outcome }) =>
  count.over && state.method !== undefined
    ? wonIf((state.method === 'decision' ? 'yes' : 'no') === outcome)
    : undefined

/** Winner and how: `home_knockout`, `away_decision`, or `draw`. */
export const methodOfVictory: Rule = ({ count, state, outcome, outcomes }) => {
  if (!count.over || state.winner === undefined || state.method === undefined) return undefined
  return fromList(outcomes, state.winner === 'draw' ? 'draw' : `${state.winner}_${state.method}`, outcome)
}

/** The round in which the fight is stopped: `round3`, or `decision`. */
export const endingRound: Rule = ({ count, state, outcome, outcomes }) => {
  if (!count.over || state.method === undefined) return undefined
  if (state.method === 'decision') return wonIf(outcome === 'decision')
  return state.endedInRound === undefined
    ? undefined
    : fromList(outcomes, `round${state.endedInRound}`, outcome)
}
