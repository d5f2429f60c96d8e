import { lockAccounts } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { addLiabilities, deleteEmpty, lockLiabilities, subtractLiabilities } from '../risk/queries.ts'
import { closedColumns, sumsOf, unboundedColumns } from '../risk/rules.ts'
import { updateExposures } from './exposure-queries.ts'
import { exposedLegs, isExposedElsewhere, toStakes } from './exposures.ts'
import { readStanding, type StandingBet } from './standing-queries.ts'

/** A bet whose exposure moves, and its player. */
export type WaitingBet = Pick<StandingBet, 'id' | 'playerId'>

/**
 * Moves the exposure of bets still open to their remaining legs: once the other matches of a parlay are won, the
 * last leg carries its whole return. No limit is checked, because the bets are accepted. They are read again under
 * the lock of their players, so later changes count too. Returns the number of bets moved.
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
      readStanding(
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

/** One leg of a multiple was decided or reopened, and others are still open. */
export const isMoved = (bet: StandingBet): boolean =>
  bet.legs.length > 1 && bet.legs.some(({ parts }) => parts === null) && isExposedElsewhere(bet)
