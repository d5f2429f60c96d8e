import { multipleReturn } from '@palpite/odds'
import { lockAccounts } from '../../ledger/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { readImpededDays } from '../../protection/index.ts'
import { lockFixturesShared } from '../betting/queries.ts'
import {
  type CurrentBet,
  readCurrentBets,
  selectAwaited,
  selectFixturesOf,
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
 * awaits only its score, operators, settlement or the comparison of feeds, is settled as decided; so is one that was settled
 * before and whose result is rolled back. A player named no longer under the lock of their accounts keeps their bets. May be
 * run again, and by several servers at once. Returns how many bets were cancelled.
 */
export async function cancelBetsOfImpeded(
  { db }: Pick<Deps, 'db'>,
  playerIds: readonly number[],
): Promise<number> {
  let cancelled = 0
  for (let after = { playerId: 0, id: 0 }; ;) {
    const open = await selectOpenAfter(db, { playerIds, after, max: BETS_AT_ONCE })
    const last = open.at(-1)
    if (!last) return cancelled
    cancelled += await db.begin((tx) => cancelList(tx, open))
    after = last
  }
}

async function cancelList(tx: Tx, open: readonly { id: number; playerId: number }[]): Promise<number> {
  const playerIds = [...new Set(open.map(({ playerId }) => playerId))]
  const ids = open.map(({ id }) => id)
  // Bets and answers of the register change under this lock only, results under that of the fixture: what is read next
  // stays so. Placing and selling take both in this order.
  const [, fixtureIds] = await Promise.all([lockAccounts(tx, playerIds), selectFixturesOf(tx, ids)])
  const [, impeded, awaited, bets] = await Promise.all([
    lockFixturesShared(tx, fixtureIds),
    readImpededDays(tx, playerIds),
    selectAwaited(tx, ids),
    readCurrentBets(tx, ids),
  ])
  const awaitedIds = new Set(awaited.map(({ outcomeId }) => outcomeId))
  const resolving = new Set(awaited.flatMap(({ betId, isBeingResolved }) => (isBeingResolved ? [betId] : [])))
  const cancelled = bets.filter(
    (bet) => impeded.has(bet.playerId) && !resolving.has(bet.id) && isUndecided(bet, awaitedIds),
  )
  if (cancelled.length === 0) return 0
  const changed = await updateToCancelled(
    tx,
    cancelled.map(({ id }) => id),
  )
  await insertTasks(tx, [...new Set(changed.map(({ fixtureId }) => fixtureId))])
  return cancelled.length
}

/** Whether an open bet, never settled before, still depends on a leg whose result is not awaited. */
const isUndecided = (bet: CurrentBet, awaitedIds: ReadonlySet<number>): boolean =>
  bet.status === 'open' &&
  bet.settledTimes === 0 &&
  multipleReturn(ticketOf(bet)) === undefined &&
  bet.legs.some(({ outcomeId, parts, isHeldUp }) => parts === null && !isHeldUp && !awaitedIds.has(outcomeId))
