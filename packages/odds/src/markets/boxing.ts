import type { MarketType } from './market-type.ts'
import * as rules from './rules.ts'
import { matchWinner, total } from './shapes.ts'

/** Championships have twelve rounds today; the historical maximum is fifteen. */
export const MAX_ROUNDS = 15
const METHODS = ['knockout', 'decision', 'disqualification'] as const
const fight = { sport: 'boxing', stat: 'rounds' } as const

/**
 * Boxing. `rounds.full` counts the rounds fought (as home) and is over with the fight; a round counts from its half
 * on, so total rounds has half lines only. A no contest refunds every stake.
 */
export const BOXING_MARKETS: readonly MarketType[] = [
  matchWinner({ ...fight, name: 'winner', periods: { full: 186 } }),
  {
    ...fight,
    id: 'boxing.1x2',
    periods: { full: 1 },
    outcomes: ['home', 'draw', 'away'],
    uofOutcomes: ['1', '2', '3'],
    rule: rules.winnerOrDraw,
    isMatchWinner: true,
  },
  {
    ...fight,
    id: 'boxing.method',
    periods: { full: undefined },
    outcomes: [...METHODS.flatMap((method) => [`home_${method}`, `away_${method}`]), 'draw'],
    rule: rules.methodOfVictory,
  },
  {
    ...fight,
    id: 'boxing.ending_round',
    periods: { full: undefined },
    outcomes: [...Array.from({ length: MAX_ROUNDS }, (_, place) => `round${place + 1}`), 'decision'],
    rule: rules.endingRound,
  },
  {
    ...fight,
    id: 'boxing.distance',
    periods: { full: undefined },
    outcomes: ['yes', 'no'],
    uofOutcomes: ['74', '76'],
    rule: rules.goesTheDistance,
  },
  total({ ...fight, name: 'total_rounds', periods: { full: 18 }, max: MAX_ROUNDS }, 'half_only'),
]
