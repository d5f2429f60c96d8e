import type { SportStates } from '@palpite/contract'
import type { Period, Side } from '@palpite/odds'
import { FRAME_POINTS, loserPoints } from '@palpite/odds/sets'
import { matchStatuses } from '../../../sportsbook/index.ts'
import { wholeBetween, type Roll } from '../draws.ts'
import { type Moment, plusOne, type SportSimulation } from './simulation.ts'

/** The chance of home to win a frame, and the maximum number of frames. */
export type SnookerModel = { readonly frame: number; readonly bestOf: number }

type SnookerState = SportStates['frames']

const VISIT_SECONDS = [70, 260] as const
const FRAME_BREAK_SECONDS = 120

const fresh = ({ bestOf }: SnookerModel): SnookerState => ({
  family: 'frames',
  bestOf,
  frames: [[0, 0]],
  isLastOpen: true,
  break: 0,
  atTable: 'home',
})

/**
 * A match frame by frame. The frame's winner is drawn first, then visits that lead there: the model prices frames, so
 * once somebody has scored in one, betting is suspended until it ends.
 */
function* moments(model: SnookerModel, roll: Roll): Generator<Moment<SnookerState>> {
  let state = fresh(model)
  let second = 0
  let won = [0, 0] as [number, number]
  for (;;) {
    yield { second, ...statusOf(state), state }
    const winner: Side = roll() < model.frame ? 'home' : 'away'
    for (const visit of visitsOf(winner, roll)) {
      second += wholeBetween(roll, ...VISIT_SECONDS)
      const [home, away] = state.frames.at(-1) ?? [0, 0]
      const score: [number, number] =
        visit.side === 'home' ? [home + visit.points, away] : [home, away + visit.points]
      state = {
        ...state,
        frames: [...state.frames.slice(0, -1), score],
        atTable: visit.side,
        break: visit.points,
      }
      yield { second, ...statusOf(state), state, isStopped: true }
    }
    won = plusOne(won, winner)
    second += 20
    if (Math.max(...won) > model.bestOf / 2) {
      const end = { ...state, isLastOpen: false, break: null, atTable: null }
      yield { second, matchStatus: matchStatuses.finished, clock: null, state: end }
      return
    }
    state = { ...state, isLastOpen: false, break: null, atTable: null }
    yield { second, ...statusOf(state), matchStatus: matchStatuses.midfield, state, isDecisive: true }
    second += FRAME_BREAK_SECONDS
    const breaks: Side = state.frames.length % 2 === 0 ? 'home' : 'away'
    state = { ...state, isLastOpen: true, frames: [...state.frames, [0, 0]], atTable: breaks, break: 0 }
  }
}

/** Visits to the table that end with the winner ahead: the loser's points stay below the winner's. */
function visitsOf(winner: Side, roll: Roll): { side: Side; points: number }[] {
  const total = wholeBetween(roll, ...FRAME_POINTS.winner)
  const lost = Math.floor(roll() * loserPoints(total))
  const loser: Side = winner === 'home' ? 'away' : 'home'
  const own = parted(total, roll).map((points) => ({ side: winner, points }))
  const others = parted(lost, roll).map((points) => ({ side: loser, points }))
  return [...own, ...others]
    .map((visit) => ({ visit, at: roll() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ visit }) => visit)
}

/** Splits points into one to four visits. */
function parted(points: number, roll: Roll): number[] {
  const parts: number[] = []
  for (let left = points; left > 0;) {
    const part = parts.length === 3 ? left : Math.min(left, wholeBetween(roll, 1, 60))
    parts.push(part)
    left -= part
  }
  return parts
}

function statusOf({ frames }: SnookerState) {
  const period: Period = `frame${frames.length}`
  const matchStatus = frames.length === 1 ? matchStatuses.firstHalf : matchStatuses.secondHalf
  return { matchStatus, clock: { period, minute: null } }
}

export const snooker: SportSimulation<SnookerModel, SnookerState> = { moments, stopSeconds: 15 }
