import { lockAccounts } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  addLiabilities,
  closedColumns,
  deleteEmpty,
  lockLiabilities,
  subtractLiabilities,
  sumsOf,
  unboundedColumns,
} from '../risk/index.ts'
import { updateExposures } from './exposure-queries.ts'
import { exposedLegs, isExposedElsewhere, toStakes } from './exposures.ts'
import { selectStanding, type StandingBet } from './standing-queries.ts'

/** A bet to move, and whose it is. */
export type WaitingBet = Pick<StandingBet, 'id' | 'playerId'>

/**
 * Moves what bets that still wait put on their outcomes to the legs that are left: of a parlay whose other matches are won
 * the last one carries all that it may return. No bound is asked, the bets were taken. They are read again under the lock
 * of their players, so what was decided meanwhile counts too. Answers how many bets moved.
 */
export async function exposeWaiting(
  { db }: Pick<Deps, 'db'>,
  waiting: readonly WaitingBet[],
): Promise<number> {
  if (waiting.length === 0) return 0
  return db.begin(async (tx) => {
    const [, standing] = await Promise.all([
      lockAccounts(
        tx,
        waiting.map(({ playerId }) => playerId),
      ),
      selectStanding(
        tx,
        waiting.map(({ id }) => id),
      ),
    ])
    const moved = standing.filter((bet) => bet.status === 'open' && isMoved(bet))
    if (moved.length === 0) return 0
    const placed = moved.map((bet) => ({ id: bet.id, legs: exposedLegs(bet) }))
    const before = sumsOf(moved.flatMap(({ legs }) => toStakes(legs)))
    const after = sumsOf(placed.flatMap(({ legs }) => toStakes(legs)))
    await Promise.all([
      lockLiabilities(
        tx,
        [...before, ...after].map(({ outcomeId }) => outcomeId),
      ),
      updateExposures(tx, placed),
      subtractLiabilities(tx, closedColumns(before)),
      addLiabilities(tx, unboundedColumns(after)),
      deleteEmpty(
        tx,
        before.map(({ outcomeId }) => outcomeId),
      ),
    ])
    return moved.length
  })
}

/** Of a bet of several legs one was decided, or is open again, and others are still to come. */
export const isMoved = (bet: StandingBet): boolean =>
  bet.legs.length > 1 && bet.legs.some(({ parts }) => parts === null) && isExposedElsewhere(bet)
