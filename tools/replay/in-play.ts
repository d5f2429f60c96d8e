import { readFileSync } from 'node:fs'
import {
  FOOTBALL_MEANS,
  gridCounts,
  matchGrids,
  resultChances,
  type FootballState,
  type Score,
} from '@palpite/odds/football'
import { qualityOf, type Forecast, type Quality } from './quality.ts'

type Event = {
  readonly p: string
  readonly s: number
  readonly side: 'home' | 'away'
  readonly k: string
  readonly score?: readonly [home: number, away: number]
}

type Timeline = { readonly timeline: readonly Event[] }

/** Forecast moments: minutes of the second half count from 45. */
const MOMENTS = [15, 30, 45, 60, 75, 85] as const

const SENT_OFF = ['red_card', 'second_yellow']

/** Expected goals of two unknown sides: the means of the profile's data. */
const EXPECTED = { ...FOOTBALL_MEANS.goals, rho: -0.05 }

/** An event's minute on the displayed clock, stoppage time within its half. */
const minuteOf = ({ p, s }: Event): number => (p === '1H' ? Math.min(s / 60, 44.99) : 45 + s / 60)

const scoreOf = (events: readonly Event[]): Score => {
  const [home, away] = events.findLast((event) => event.score)?.score ?? [0, 0]
  return { home, away }
}

const stateAt = (events: readonly Event[], minute: number): FootballState => {
  const seen = events.filter((event) => minuteOf(event) < minute)
  const sentOff = (side: Event['side']): number =>
    seen.filter((event) => event.side === side && SENT_OFF.includes(event.k)).length
  const phase = minute < 45 ? 'half1' : minute === 45 ? 'break' : 'half2'
  return {
    expected: EXPECTED,
    clock: { phase, minute },
    score: scoreOf(seen),
    halfTime: scoreOf(seen.filter(({ p }) => p === '1H')),
    redCards: { home: sentOff('home'), away: sentOff('away') },
  }
}

const chancesOf = (state: FootballState): number[] => {
  const { home, draw, away } = resultChances(gridCounts(matchGrids(state).full))
  return [home, draw, away]
}

/**
 * In-play forecasts of 124 matches from clock, score and red cards only: sides count as average. The base is the
 * pre-match forecast of two average sides.
 */
export const inPlayQuality = (folder: string): Quality[] => {
  const matches = JSON.parse(
    readFileSync(`${folder}/football_timelines_wyscout_ccby4.json`, 'utf8'),
  ) as Timeline[]
  const regular = matches.map(({ timeline }) => timeline.filter(({ p }) => p === '1H' || p === '2H'))
  const base = chancesOf({
    expected: EXPECTED,
    clock: { phase: 'before', minute: 0 },
    score: { home: 0, away: 0 },
  })
  return MOMENTS.map((minute) => {
    const forecasts = regular.map((events): Forecast => {
      const { home, away } = scoreOf(events)
      return { chances: chancesOf(stateAt(events, minute)), happened: home > away ? 0 : home < away ? 2 : 1 }
    })
    return qualityOf(`Timelines, 1X2 after ${minute} minutes, sides unknown`, forecasts, base)
  })
}
