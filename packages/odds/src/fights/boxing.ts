import { crossing } from '../solve.ts'

/**
 * A fight round by round: in each round either fighter may stop the other, with constant chances; a fight over the
 * distance is decided by the judges.
 */
export type FightModel = {
  readonly rounds: number
  /** The chance per round that this side stops the other. */
  readonly stops: { readonly home: number; readonly away: number }
  /** The judges' decision over the distance. Sums to 1. */
  readonly judges: { readonly home: number; readonly draw: number; readonly away: number }
}

/** Share of 78 professional fights that went to the judges (docs/maths/boxing.md §1). */
export const MEASURED_DISTANCE = 0.46

/** The possible endings from the next round on. */
export type FightChances = {
  readonly home: { readonly stoppage: number; readonly decision: number }
  readonly away: { readonly stoppage: number; readonly decision: number }
  readonly draw: number
  readonly distance: number
  /** The chance of a stoppage in each remaining round. */
  readonly stoppedIn: readonly number[]
}

/** Chances from this round on. Asserts: valid chances, a round of the fight. Source: docs/maths/boxing.md. */
export const fightChances = (model: FightModel, roundsDone = 0): FightChances => {
  const { rounds, stops, judges } = model
  const stop = stops.home + stops.away
  const sum = judges.home + judges.draw + judges.away
  if (!(stops.home >= 0 && stops.away >= 0 && stop < 1)) throw new Error('stoppage chances must sum below 1')
  if (Math.abs(sum - 1) > 1e-9) throw new Error('the judges must say something in every fight')
  if (!Number.isSafeInteger(roundsDone) || roundsDone < 0 || roundsDone > rounds)
    throw new Error(`round ${roundsDone}`)
  const left = rounds - roundsDone
  const distance = (1 - stop) ** left
  const stoppedIn = Array.from({ length: left }, (_, round) => (1 - stop) ** round * stop)
  const share = (own: number): number => (stop === 0 ? 0 : ((1 - distance) * own) / stop)
  return {
    home: { stoppage: share(stops.home), decision: distance * judges.home },
    away: { stoppage: share(stops.away), decision: distance * judges.away },
    draw: distance * judges.draw,
    distance,
    stoppedIn,
  }
}

/** Draws are a small part of decisions. */
const DRAW_SHARE = 0.04

/**
 * A model with this home win chance (draws excluded) and distance chance: stoppages and judges lean by the same odds.
 */
export const fitFight = (homeChance: number, rounds: number, distance = MEASURED_DISTANCE): FightModel => {
  const stop = 1 - distance ** (1 / rounds)
  const at = (lean: number): FightModel => ({
    rounds,
    stops: { home: stop * lean, away: stop * (1 - lean) },
    judges: { home: (1 - DRAW_SHARE) * lean, draw: DRAW_SHARE, away: (1 - DRAW_SHARE) * (1 - lean) },
  })
  const chance = (lean: number): number => {
    const { home, draw } = fightChances(at(lean))
    return (home.stoppage + home.decision) / (1 - draw)
  }
  return at(crossing((lean) => chance(lean) - Math.min(Math.max(homeChance, 1e-6), 1 - 1e-6), 0, 1))
}
