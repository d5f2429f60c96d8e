import { MAX_ROUNDS } from '../markets/boxing.ts'
import type { MatchState, Side } from '../markets/state.ts'

/** How a fight ended, as its officials announce it. */
export type FightResult =
  | { readonly result: 'decision'; readonly winner: Side | 'draw'; readonly rounds: number }
  | {
      readonly result: 'knockout' | 'disqualification'
      readonly winner: Side
      /** The round it was stopped in, and whether that round's half had passed. */
      readonly round: number
      readonly isPastHalf: boolean
    }
  | { readonly result: 'no_contest' }

/**
 * The match state of a fight. A round counts as fought from its half on.
 * Asserts: rounds of a fight, 1 to 15.
 */
export const fightState = (fight: FightResult): MatchState => {
  if (fight.result === 'no_contest') return { sport: 'boxing', ending: 'no_contest', counts: {} }
  const last = fight.result === 'decision' ? fight.rounds : fight.round
  if (!Number.isSafeInteger(last) || last < 1 || last > MAX_ROUNDS) throw new Error(`no round ${last}`)
  const fought = fight.result === 'decision' || fight.isPastHalf ? last : last - 1
  return {
    sport: 'boxing',
    ending: 'finished',
    winner: fight.winner,
    method: fight.result,
    counts: { 'rounds.full': { home: fought, away: 0, over: true } },
    ...(fight.result === 'decision' ? {} : { endedInRound: last }),
  }
}
