import { lockAccounts, type PlayerAccount, post } from '../../ledger/index.ts'
import { assert } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { selectWageringPlayers, type WageringSettings } from '../../wagering/index.ts'
import { addLiabilities, deleteEmpty, lockLiabilities, subtractLiabilities } from '../risk/queries.ts'
import { closedColumns, sumsOf, unboundedColumns } from '../risk/rules.ts'
import { betSettled } from '../events.ts'
import type { ParlayInsurance } from '../settings.ts'
import { countBetTurnover, counts } from './count-turnover.ts'
import { type ExposedRow, selectExposures, type UnsettledBet } from './current-bet-queries.ts'
import { toStakes } from './move-exposures.ts'
import { type FreeBetTerms, isGoneElsewhere, readFreeState, writeFreeState } from './free-bets.ts'
import { moveMoney, readCashPaid } from './move-money.ts'
import * as queries from './queries.ts'
import { type BetChange, changeOf, REFUNDED, resolutionsText, sum } from './rules.ts'

/** Dependencies of settlement, and the shares by which stakes count towards wagering. */
export type SettlementDeps = Deps & {
  wagering: WageringSettings
  freeBets: FreeBetTerms
  /** Insurances of parlays lost by one leg. */
  insurances?: readonly ParlayInsurance[]
}

type SettledBets = { changed: number; passedOver: number }

/**
 * Settles these bets by the resolutions of their outcomes, in one transaction. A bet settled, cashed out or cancelled
 * since it was read is skipped, so a list may be settled twice, or by two servers at once; it must then be
 * read again, because the other settlement may have lacked a result. An excess paid by a corrected result is
 * taken back before the new return is paid. Debts are repaid from returns. Returns how many bets were changed
 * and how many skipped.
 */
export function settleBets(deps: SettlementDeps, unsettled: readonly UnsettledBet[]): Promise<SettledBets> {
  const wished = unsettled.flatMap((bet) => changeOf(bet, deps.insurances) ?? [])
  if (wished.length === 0) return Promise.resolve({ changed: 0, passedOver: 0 })
  const bets = wished.map(({ bet }) => bet)
  assert(new Set(bets.map(({ id }) => id)).size === bets.length, 'a list settles each bet once')
  return deps.db.begin(async (tx) => {
    // Every change of a bet locks its player's accounts: under that lock it stays as read.
    const [batch, current, wagering, free, exposed, cashPaid] = await Promise.all([
      lockAccounts(
        tx,
        bets.map(({ playerId }) => playerId),
        accountsFor(wished),
      ),
      queries.selectCurrent(tx, {
        ids: bets.map(({ id }) => id),
        times: bets.map(({ settledTimes }) => settledTimes),
        units: bets.map(({ unitStakeCents }) => unitStakeCents),
        cancelled: bets.map(({ isCancelled }) => isCancelled),
      }),
      selectWageringPlayers(
        tx,
        bets.map(({ playerId }) => playerId),
      ),
      readFreeState(tx, deps.freeBets, bets),
      readMoved(tx, bets),
      readCashPaid(tx, wished),
    ])
    const [first] = current
    const passedOver = wished.length - current.length
    if (!first) return { changed: 0, passedOver }
    const { settlementId } = first
    const currentIds = new Set(current.map(({ id }) => id))
    const changes = wished.filter(({ bet }) => currentIds.has(bet.id) && !isGoneElsewhere(free, bet))
    if (changes.length === 0) return { changed: 0, passedOver }
    const [opposedIds, countedIds] = await Promise.all([
      findOpposed(tx, changes, wagering),
      findCounted(tx, changes),
    ])
    const repaid = moveMoney(batch, changes, { settlementId, free, cashPaid })
    countBetTurnover(batch, changes, { wagering: deps.wagering, opposedIds, countedIds })
    await Promise.all([
      keepCorrected(tx, changes),
      queries.updateBets(tx, settlementId, columnsOf(changes)),
      queries.insertSettlement(tx, summaryOf(settlementId, changes)),
      writeEvents(tx, betSettled, changes.flatMap(eventOf(repaid))),
      changeLiabilities(tx, changes, exposed),
      writeFreeState(tx, free, changes),
      // Last, because it locks the house accounts, which other lists wait for.
      post(tx, batch),
    ])
    return { changed: changes.length, passedOver }
  })
}

/**
 * The bets among these that oppose another bet on the same match. Reads only players with a wagering requirement now
 * or after this list, because for others it does not matter. Their accounts are locked, so no bonus is granted
 * meanwhile; and the markets are decided, so no opposed bet can still be placed.
 */
async function findOpposed(
  tx: Tx,
  changes: readonly BetChange[],
  wagering: readonly { playerId: number }[],
): Promise<ReadonlySet<number>> {
  const concerned = new Set([
    ...wagering.map(({ playerId }) => playerId),
    ...changes.flatMap(({ bet }) => (bet.freeBetId === null ? [] : [bet.playerId])),
  ])
  const ids = changes.flatMap(({ bet }) => (concerned.has(bet.playerId) ? [bet.id] : []))
  if (ids.length === 0) return new Set()
  const opposed = await queries.selectOpposed(tx, ids)
  return new Set(opposed.map(({ id }) => id))
}

/**
 * The bets among these whose stake was counted by an earlier settlement, whatever their result now. Reads only bets settled
 * before.
 */
async function findCounted(tx: Tx, changes: readonly BetChange[]): Promise<ReadonlySet<number>> {
  const ids = changes.flatMap(({ bet, after }) => (bet.settledTimes > 0 && counts(after) ? [bet.id] : []))
  if (ids.length === 0) return new Set()
  const counted = await queries.selectCounted(tx, ids, REFUNDED)
  return new Set(counted.map(({ id }) => id))
}

/** Keeps the settlements that corrections replace, so that they can be looked up. */
async function keepCorrected(tx: Tx, changes: readonly BetChange[]): Promise<void> {
  const corrected = changes.filter(({ before }) => before !== undefined)
  if (corrected.length > 0)
    await queries.keepCorrected(
      tx,
      corrected.map(({ bet }) => bet.id),
    )
}

/** Only a correction can lead to a debt: other settlements do not open that account. */
const accountsFor = (changes: readonly BetChange[]): readonly PlayerAccount[] =>
  changes.some(({ before }) => before !== undefined) ? ['cash', 'bonus', 'debt'] : ['cash', 'bonus']

/** Current exposure of multiples: it moves as their legs are decided. The exposure of a single does not. */
const readMoved = (tx: Tx, bets: readonly UnsettledBet[]): Promise<ExposedRow[]> => {
  const several = bets.filter(({ legs }) => legs.length > 1).map(({ id }) => id)
  return several.length > 0 ? selectExposures(tx, several) : Promise.resolve([])
}

/** Subtracts exposure that is no longer open from the liabilities, and adds what is open again. */
function changeLiabilities(tx: Tx, changes: readonly BetChange[], exposed: readonly ExposedRow[]) {
  const movedOf = Map.groupBy(exposed, ({ betId }) => betId)
  const stakesOf = ({ bet: { id, legs } }: BetChange) => toStakes(movedOf.get(id) ?? legs)
  const closed = sumsOf(changes.filter(({ before }) => !before).flatMap(stakesOf))
  const reopened = sumsOf(changes.filter(({ after }) => !after).flatMap(stakesOf))
  const outcomeIds = [...closed, ...reopened].map(({ outcomeId }) => outcomeId)
  return Promise.all([
    lockLiabilities(tx, outcomeIds),
    closed.length > 0 && subtractLiabilities(tx, closedColumns(closed)),
    closed.length > 0 && deleteEmpty(tx, outcomeIds),
    reopened.length > 0 && addLiabilities(tx, unboundedColumns(reopened)),
  ])
}

const summaryOf = (id: number, changes: readonly BetChange[]): queries.SettlementRow => ({
  id,
  bets: changes.length,
  stakeCents: sum(changes.map(({ bet }) => bet.cashCents + bet.bonusCents)),
  returnCents: sum(changes.map(({ after }) => after?.returnCents ?? 0)),
})

const columnsOf = (changes: readonly BetChange[]): queries.SettledColumns => ({
  ids: changes.map(({ bet }) => bet.id),
  results: changes.map(({ after }) => after?.result ?? null),
  resolutions: changes.map(({ bet, after }) => (after ? resolutionsText(bet) : null)),
  returns: changes.map(({ after }) => after?.returnCents ?? null),
  boosts: changes.map(({ after }) => after?.boostCents ?? 0),
  insured: changes.map(({ after }) => after?.insuredCents ?? 0),
})

const eventOf =
  (repaid: ReadonlyMap<number, number>) =>
  ({ bet, after }: BetChange) => {
    if (!after) return []
    const { id: betId, playerId, stakeCents } = bet
    const { result, returnCents } = after
    const repaidCents = repaid.get(betId)
    return [
      { playerId, betId, result, returnCents, stakeCents, ...(repaidCents !== undefined && { repaidCents }) },
    ]
  }
