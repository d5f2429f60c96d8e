import { multipleReturn } from '@palpite/odds'
import { lockAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { readImpededDays } from '../../protection/index.ts'
import {
  type CurrentBet,
  readCurrentBets,
  selectBeingResolved,
  selectOpenAfter,
  updateToCancelled,
} from './current-bet-queries.ts'
import { insertTasks } from './queries.ts'
import { ticketOf } from './rules.ts'

/** Bets cancelled in one transaction. */
const BETS_AT_ONCE = 200

/**
 * Cancels the open bets of those of these players whom the national register names (IN SPA/MF 31/2025): each leg is void
 * from then on, whatever its market becomes, and settlement refunds the bets next. A bet whose result is known already, or
 * awaits only its settlement or the comparison of feeds, is settled as decided. A player named no longer under the lock of their accounts
 * keeps their bets. May be run again, and by several servers at once. Returns how many bets were cancelled.
 */
export async function cancelBetsOfImpeded(
  { db }: Pick<Deps, 'db'>,
  playerIds: readonly number[],
): Promise<number> {
  let cancelled = 0
  for (let afterId = 0; ;) {
    const open = await selectOpenAfter(db, { playerIds, afterId, max: BETS_AT_ONCE })
    const last = open.at(-1)
    if (!last) return cancelled
    cancelled += await db.begin((tx) => cancelList(tx, open))
    afterId = last.id
  }
}

async function cancelList(tx: Tx, open: readonly { id: number; playerId: number }[]): Promise<number> {
  const playerIds = [...new Set(open.map(({ playerId }) => playerId))]
  const ids = open.map(({ id }) => id)
  // Bets and answers of the register change under this lock only: what is read next stays so.
  const [, impeded, resolving, bets] = await Promise.all([
    lockAccounts(tx, playerIds),
    readImpededDays(tx, playerIds),
    selectBeingResolved(tx, ids),
    readCurrentBets(tx, ids),
  ])
  const cancelled = bets.filter(
    (bet) => impeded.has(bet.playerId) && !resolving.has(bet.id) && isUndecided(bet),
  )
  if (cancelled.length === 0) return 0
  const changed = await updateToCancelled(
    tx,
    cancelled.map(({ id }) => id),
  )
  await insertTasks(tx, [...new Set(changed.map(({ fixtureId }) => fixtureId))])
  return cancelled.length
}

/** Whether an open bet still depends on a leg that nobody has decided. */
const isUndecided = (bet: CurrentBet): boolean =>
  bet.status === 'open' &&
  multipleReturn(ticketOf(bet)) === undefined &&
  bet.legs.some(({ parts, isHeldUp }) => parts === null && !isHeldUp)
