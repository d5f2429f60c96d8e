import type { SportState } from '@palpite/contract'
import { familyOf } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import type { UofStanding } from './match-statuses.ts'
import type { UofEventStatus, UofPair } from './uof-messages.ts'

type Tuple = [home: number, away: number]

const tuple = ({ home, away }: UofPair): Tuple => [home, away]

/**
 * The score of a message in the natural score of its sport; nothing where the sport has more to it than the feed says, or
 * the match has not begun. Its markets are then settled by the feed's own settlements.
 */
export function naturalScore(sport: Sport, status: UofEventStatus, standing: UofStanding): SportState | null {
  const { score } = status
  if (!score) return null
  const family = familyOf[sport]
  if (family === 'football') return footballOf(status, tuple(score))
  if (family === 'quarters') return quartersOf(status, standing)
  return family === 'sets' ? setsOf(sport, status, standing) : null
}

const FIRST_HALF = 6
const SECOND_HALF = 7

function footballOf(status: UofEventStatus, total: Tuple): SportState {
  const half = status.periods.find(({ matchStatus }) => matchStatus === FIRST_HALF)
  const second = status.periods.find(({ matchStatus }) => matchStatus === SECOND_HALF)
  // Extra time is counted in the score of the match; markets count the ninety minutes.
  const regular: Tuple = half && second ? [half.home + second.home, half.away + second.away] : total
  const isHalfOver = second !== undefined || status.matchStatus === 31
  const cards = cardsOf(status)
  return {
    family: 'football',
    score: regular,
    halfTime: half && isHalfOver ? tuple(half) : null,
    corners: status.corners ? tuple(status.corners) : null,
    cards,
    ...(status.redCards ? { redCards: redsOf(status) } : {}),
  }
}

function redsOf({ redCards, yellowRedCards }: UofEventStatus): Tuple {
  return [
    (redCards?.home ?? 0) + (yellowRedCards?.home ?? 0),
    (redCards?.away ?? 0) + (yellowRedCards?.away ?? 0),
  ]
}

/** Every card shown counts one: a second yellow is a yellow and a red. */
function cardsOf(status: UofEventStatus): Tuple | null {
  if (!status.yellowCards && !status.redCards) return null
  const reds = redsOf(status)
  return [(status.yellowCards?.home ?? 0) + reds[0], (status.yellowCards?.away ?? 0) + reds[1]]
}

const isQuarter = ({ matchStatus }: { matchStatus: number }) => matchStatus >= 13 && matchStatus <= 16

function quartersOf(status: UofEventStatus, { period }: UofStanding): SportState {
  const overtime = status.periods.find(({ matchStatus }) => matchStatus === 40)
  return {
    family: 'quarters',
    periods: status.periods.filter(isQuarter).map(tuple),
    isBreak: period === undefined,
    overtime: overtime ? tuple(overtime) : null,
    secondsLeft: null,
    ball: null,
  }
}

/** How many sets decide: the feed says it with the fixture, so that here the most a sport plays is taken. */
const BEST_OF: Readonly<Partial<Record<Sport, number>>> = {
  tennis: 5,
  volleyball: 5,
  badminton: 3,
  table_tennis: 7,
}

function setsOf(sport: Sport, status: UofEventStatus, { ending }: UofStanding): SportState {
  const { score } = status
  const ahead = score && score.home !== score.away ? (score.home > score.away ? 'home' : 'away') : undefined
  return {
    family: 'sets',
    bestOf: BEST_OF[sport] ?? 5,
    sets: status.periods.map(tuple).slice(0, 7),
    points: null,
    server: null,
    ...(ending ? { ending } : {}),
    ...(ending && ahead ? { winner: ahead } : {}),
  }
}
