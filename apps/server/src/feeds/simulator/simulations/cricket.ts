import type { SportStates } from '@palpite/contract'
import type { Period, Side } from '@palpite/odds'
import { ballChances, CRICKET_BALLS, CRICKET_WICKETS } from '@palpite/odds/models'
import { matchStatuses } from '../../../sportsbook/index.ts'
import { drawPlace, wholeBetween, type Roll } from '../draws.ts'
import { type Moment, otherSide, type SportSimulation } from './simulation.ts'

/** Runs per ball of each side relative to the measured average (1), and who bats first. */
export type CricketModel = {
  readonly strength: { readonly home: number; readonly away: number }
  readonly battingFirst: Side
}

type CricketState = SportStates['cricket']
type Innings = CricketState['innings'][number]

const BALL_SECONDS = [28, 50] as const
const OVER_SECONDS = 60
const INNINGS_BREAK_SECONDS = 900
const SUPER_OVER_SECONDS = 600

const fresh = ({ battingFirst }: CricketModel): CricketState => ({
  family: 'cricket',
  innings: [],
  battingFirst,
  superOver: null,
})

/** A match of twenty overs, ball by ball; a tie goes to a super over, even for both. */
function* moments(model: CricketModel, roll: Roll): Generator<Moment<CricketState>> {
  let state = fresh(model)
  let second = 0
  for (const batting of [model.battingFirst, otherSide(model.battingFirst)]) {
    const target = state.innings[0]?.runs
    let innings: Innings = { batting, runs: 0, wickets: 0, balls: 0, isOver: false }
    state = { ...state, innings: [...state.innings, innings] }
    yield { second, ...statusOf(state), state }
    while (!innings.isOver) {
      second += wholeBetween(roll, ...BALL_SECONDS) + (innings.balls % 6 === 5 ? OVER_SECONDS : 0)
      const { wickets } = innings
      innings = afterBall(innings, { strength: model.strength[batting], target }, roll)
      state = { ...state, innings: [...state.innings.slice(0, -1), innings] }
      const isWicket = innings.wickets > wickets
      if (!innings.isOver)
        yield { second, ...statusOf(state), state, ...(isWicket ? { isDecisive: true } : {}) }
    }
    if (target !== undefined) break
    yield { second, ...statusOf(state), matchStatus: matchStatuses.midfield, state, isDecisive: true }
    second += INNINGS_BREAK_SECONDS
  }
  const [first, chase] = state.innings
  if (first?.runs === chase?.runs) {
    const clock = { period: 'all', minute: null } as const
    yield { second, matchStatus: matchStatuses.overtime, clock, state, isStopped: true }
    second += SUPER_OVER_SECONDS
    state = { ...state, ...drawSuperOver(roll) }
  }
  yield { second, matchStatus: matchStatuses.finished, clock: null, state }
}

type Batting = { readonly strength: number; readonly target: number | undefined }

function afterBall(innings: Innings, { strength, target }: Batting, roll: Roll): Innings {
  const chances = ballChances(innings.balls, strength)
  const isWicket = roll() < chances.wicket
  const runs = innings.runs + (isWicket ? 0 : drawPlace(chances.runs, roll))
  const wickets = innings.wickets + (isWicket ? 1 : 0)
  const balls = innings.balls + 1
  const isPassed = target !== undefined && runs > target
  const isOver = isPassed || wickets === CRICKET_WICKETS || balls === CRICKET_BALLS
  return { ...innings, runs, wickets, balls, isOver }
}

function drawSuperOver(roll: Roll): Pick<CricketState, 'superOver' | 'winner'> {
  const winner: Side = roll() < 0.5 ? 'home' : 'away'
  const [lost, ahead] = [wholeBetween(roll, 3, 14), wholeBetween(roll, 1, 6)]
  const won = lost + ahead
  return { superOver: winner === 'home' ? [won, lost] : [lost, won], winner }
}

function statusOf({ innings }: CricketState) {
  const period: Period = `inning${innings.length}`
  const matchStatus = innings.length === 1 ? matchStatuses.firstHalf : matchStatuses.secondHalf
  return { matchStatus, clock: { period, minute: null } }
}

export const cricket: SportSimulation<CricketModel, CricketState> = { moments, stopSeconds: 20 }
