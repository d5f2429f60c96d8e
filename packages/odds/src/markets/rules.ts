import { LOST, VOID, WON, type Resolution } from '../resolution.ts'
import { againstLine, isSureWin, QUARTERS } from './lines.ts'
import type { MatchState, Period, Side, Stat, Tally } from './state.ts'

/** One selection of one market, as a rule sees it. `read` gives the tally of another stretch. */
export type Ask = {
  readonly outcome: string
  readonly line: number
  readonly side: Side
  readonly tally: Tally
  readonly read: (stat: Stat, period: Period) => Tally | undefined
  readonly state: MatchState
}

/** What the selection resolves to, or `undefined` while that is still open. Counts only ever grow. */
export type Rule = (ask: Ask) => Resolution | undefined

const wonIf = (isWon: boolean): Resolution => (isWon ? WON : LOST)

const leader = ({ home, away }: Tally): Side | 'draw' =>
  home > away ? 'home' : home < away ? 'away' : 'draw'

/** Home, draw or away. */
export const threeWay: Rule = ({ tally, outcome }) =>
  tally.over ? wonIf(leader(tally) === outcome) : undefined

/** Home or away; level gives the stakes back. */
export const twoWay: Rule = ({ tally, outcome }) => {
  if (!tally.over) return undefined
  const first = leader(tally)
  return first === 'draw' ? VOID : wonIf(first === outcome)
}

/** Two of the three results: `home_draw`, `home_away`, `draw_away`. */
export const doubleChance: Rule = ({ tally, outcome }) =>
  tally.over ? wonIf(outcome.split('_').includes(leader(tally))) : undefined

/** The margin of the selected side plus its handicap. The line is the home side's; away has its opposite. */
export const handicap: Rule = ({ tally, line, outcome }) => {
  if (!tally.over) return undefined
  const homeExcess = (tally.home - tally.away) * QUARTERS + line
  return againstLine(outcome === 'home' ? homeExcess : -homeExcess)
}

/** A start in whole goals for the home side, then home, draw or away; nothing is given back. */
export const handicapThreeWay: Rule = ({ tally, line, outcome }) => {
  if (!tally.over) return undefined
  const excess = (tally.home - tally.away) * QUARTERS + line
  return wonIf((excess > 0 ? 'home' : excess < 0 ? 'away' : 'draw') === outcome)
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

/** Over or under a line, both sides together. Decided as soon as the count is past the line. */
export const total: Rule = ({ tally, line, outcome }) =>
  overUnder(Math.max(tally.home + tally.away, tally.least ?? 0), tally.over, line, outcome)

/** Over or under a line for one side. */
export const sideTotal: Rule = ({ tally, side, line, outcome }) =>
  overUnder(tally[side], tally.over, line, outcome)

/** The exact number for both together: `0`, `1`, … and `6+` for the rest. */
export const exactTotal: Rule = ({ tally, outcome }) => {
  const counted = tally.home + tally.away
  const named = Number.parseInt(outcome, 10)
  if (outcome.endsWith('+')) return counted >= named ? WON : tally.over ? LOST : undefined
  return counted > named ? LOST : tally.over ? wonIf(counted === named) : undefined
}

/** Odd or even; nothing at all is even. */
export const oddEven: Rule = ({ tally, outcome }) =>
  tally.over ? wonIf(((tally.home + tally.away) % 2 === 1 ? 'odd' : 'even') === outcome) : undefined

/** Do both sides score? */
export const bothScore: Rule = ({ tally, outcome }) => {
  const both = tally.home > 0 && tally.away > 0
  return both || tally.over ? wonIf((both ? 'yes' : 'no') === outcome) : undefined
}
