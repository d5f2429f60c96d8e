import type { SportStates } from '@palpite/contract'
import type { Period } from '@palpite/odds'
import { type ExpectedRuns, halfInningRuns } from '@palpite/odds/models'
import { matchStatuses } from '../../../sportsbook/index.ts'
import { drawPlace, wholeBetween, type Roll } from '../draws.ts'
import { type Moment, type SportSimulation } from './simulation.ts'

/** Runs each side is expected to score in nine innings. */
export type BaseballModel = ExpectedRuns

type BaseballState = SportStates['baseball']
type Bases = BaseballState['bases']

const INNINGS = 9
const BATTER_SECONDS = [70, 170] as const
const HALF_BREAK_SECONDS = 130
const EMPTY: Bases = [false, false, false]

const fresh = (): BaseballState => ({
  family: 'baseball',
  innings: [],
  extra: null,
  halvesDone: 0,
  outs: 0,
  bases: EMPTY,
})

/**
 * A match half-inning by half-inning: runs are drawn as the prices assume, then batters that produce those runs.
 * Prices ignore outs and bases, so bets are open only before the first batter of each half.
 */
function* moments(model: BaseballModel, roll: Roll): Generator<Moment<BaseballState>> {
  const chances = { home: halfInningRuns(model.home / INNINGS), away: halfInningRuns(model.away / INNINGS) }
  let state = fresh()
  let second = 0
  for (let half = 0; ; half += 1) {
    const isBottom = half % 2 === 1
    if (!isBottom) state = withInning(state, half / 2)
    const lead = leadOf(state)
    const isLast = half >= 2 * INNINGS - 1
    if (isLast && (isBottom ? lead > 0 : lead !== 0)) break
    const drawn = drawPlace(isBottom ? chances.home : chances.away, roll)
    const runs = isLast && isBottom ? Math.min(drawn, 1 - lead) : drawn
    const isWalkOff = isLast && isBottom && lead + runs > 0
    yield { second, ...statusOf(half), state }
    for (const batter of battersOf(runs, isWalkOff, roll)) {
      second += wholeBetween(roll, ...BATTER_SECONDS)
      state = { ...withRuns(state, half, batter.scored), outs: batter.outs, bases: batter.bases }
      yield { second, ...statusOf(half), state, isStopped: true }
    }
    state = { ...state, halvesDone: half + 1, outs: 0, bases: EMPTY }
    if (isLast && isBottom && leadOf(state) !== 0) break
    second += HALF_BREAK_SECONDS
  }
  second += 1
  yield { second, matchStatus: matchStatuses.finished, clock: null, state }
}

const leadOf = ({ innings, extra }: BaseballState): number =>
  [...innings, extra ?? [0, 0]].reduce((lead, [home, away]) => lead + home - away, 0)

const withInning = (state: BaseballState, inning: number): BaseballState =>
  inning < INNINGS
    ? { ...state, innings: [...state.innings, [0, 0]] }
    : leadOf(state) === 0
      ? { ...state, extra: state.extra ?? [0, 0] }
      : state

function withRuns(state: BaseballState, half: number, runs: number): BaseballState {
  const add = ([home, away]: readonly [number, number]): [number, number] =>
    half % 2 === 1 ? [home + runs, away] : [home, away + runs]
  if (half >= 2 * INNINGS) return { ...state, extra: add(state.extra ?? [0, 0]) }
  return { ...state, innings: [...state.innings.slice(0, -1), add(state.innings.at(-1) ?? [0, 0])] }
}

function statusOf(half: number) {
  const inning = Math.floor(half / 2) + 1
  if (inning > INNINGS) {
    const clock = { period: 'all', minute: null } as const
    return { matchStatus: matchStatuses.overtime, clock }
  }
  const period: Period = `inning${inning}`
  return {
    matchStatus: inning <= 5 ? matchStatuses.firstHalf : matchStatuses.secondHalf,
    clock: { period, minute: null },
  }
}

type Batter = { readonly scored: number; readonly outs: number; readonly bases: Bases }

/** Chances that a batter is out, reaches first, second or third base, or scores. */
const BATTER = [0.69, 0.225, 0.05, 0.005, 0.03]
const MAX_TRIES = 40

/**
 * Batters that produce this many runs: the first of some draws that does, else as many home runs and then three outs.
 */
function battersOf(runs: number, isWalkOff: boolean, roll: Roll): Batter[] {
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const batters = drawBatters(runs, isWalkOff, roll)
    if (batters.reduce((sum, { scored }) => sum + scored, 0) === runs) return batters
  }
  const homers = Array.from({ length: runs }, () => ({ scored: 1, outs: 0, bases: EMPTY }))
  const outs = isWalkOff ? [] : [1, 2, 3].map((out) => ({ scored: 0, outs: out, bases: EMPTY }))
  return [...homers, ...outs]
}

/** Draws batters until three are out, one ends the match, or there are too many runs. */
function drawBatters(runs: number, isWalkOff: boolean, roll: Roll): Batter[] {
  const batters: Batter[] = []
  let last: Batter = { scored: 0, outs: 0, bases: EMPTY }
  for (let scored = 0; last.outs < 3 && scored <= runs && !(isWalkOff && scored === runs);) {
    last = afterBatter(last, drawPlace(BATTER, roll))
    scored += last.scored
    batters.push(last)
  }
  return batters
}

/** Runners advance as many bases as the batter. */
function afterBatter({ outs, bases }: Batter, advance: number): Batter {
  if (advance === 0) return { scored: 0, outs: outs + 1, bases }
  const runners = [0, ...bases.flatMap((isOccupied, base) => (isOccupied ? [base + 1] : []))].map(
    (base) => base + advance,
  )
  const on = (base: number) => runners.includes(base)
  return {
    scored: runners.filter((base) => base > 3).length,
    outs,
    bases: [on(1), on(2), on(3)],
  }
}

export const baseball: SportSimulation<BaseballModel, BaseballState> = { moments, stopSeconds: 20 }
