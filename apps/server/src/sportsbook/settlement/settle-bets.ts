import { lockAccounts, type PlayerAccount, post } from '../../ledger/index.ts'
import { assert } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import type { WageringSettings } from '../../wagering/index.ts'
import {
  addLiabilities,
  closedColumns,
  deleteEmpty,
  lockLiabilities,
  subtractLiabilities,
  sumsOf,
  unboundedColumns,
} from '../risk/index.ts'
import { betSettled } from '../events.ts'
import type { ParlayInsurance } from '../settings.ts'
import { countStakes } from './count-stakes.ts'
import { type ExposedRow, selectExposures } from './exposure-queries.ts'
import { toStakes } from './exposures.ts'
import { type FreeBetTerms, isGoneElsewhere, readFreeState, writeFreeState } from './free-state.ts'
import { moveMoney } from './move-money.ts'
import * as queries from './queries.ts'
import { type BetChange, changeOf, resolutionsText, sum } from './rules.ts'
import type { UnsettledBet } from './standing-queries.ts'

/** What settling is given: beside the dependencies, what stakes count for towards wagering. */
export type SettlementDeps = Deps & {
  wagering: WageringSettings
  freeBets: FreeBetTerms
  /** Promises that a parlay lost by one leg gives its stake back. */
  insurances?: readonly ParlayInsurance[]
}

/**
 * Settles these bets as their outcomes were resolved, in one transaction. A bet that was settled by somebody
 * else since it was read is left alone, so a list may be settled twice, or by two servers at once. What a
 * corrected result paid too much is taken back before the new return is paid. Whoever owes pays it from the returns.
 * Answers how many bets changed.
 */
export function settleBets(deps: SettlementDeps, unsettled: readonly UnsettledBet[]): Promise<number> {
  const wished = unsettled.flatMap((bet) => changeOf(bet, deps.insurances) ?? [])
  if (wished.length === 0) return Promise.resolve(0)
  const bets = wished.map(({ bet }) => bet)
  assert(new Set(bets.map(({ id }) => id)).size === bets.length, 'a list settles each bet once')
  return deps.db.begin(async (tx) => {
    // Whoever changes a bet holds its player's accounts: under their lock, a bet that is as it was read stays so.
    const [batch, current, opposed, free, exposed] = await Promise.all([
      lockAccounts(
        tx,
        bets.map(({ playerId }) => playerId),
        accountsFor(wished),
      ),
      queries.selectCurrent(tx, {
        ids: bets.map(({ id }) => id),
        times: bets.map(({ settledTimes }) => settledTimes),
        units: bets.map(({ unitStakeCents }) => unitStakeCents),
      }),
      // The markets of these bets are decided: nobody places one against them any more.
      queries.selectOpposed(
        tx,
        bets.map(({ id }) => id),
      ),
      readFreeState(tx, deps.freeBets, bets),
      readMoved(tx, bets),
    ])
    const [first] = current
    if (!first) return 0
    const { settlementId } = first
    const currentIds = new Set(current.map(({ id }) => id))
    const changes = wished.filter(({ bet }) => currentIds.has(bet.id) && !isGoneElsewhere(free, bet))
    if (changes.length === 0) return 0
    moveMoney(batch, changes, { settlementId, free })
    const opposedIds = new Set(opposed.map(({ id }) => id))
    countStakes(batch, changes, {
      wagering: deps.wagering,
      opposedIds,
    })
    await Promise.all([
      keepCorrected(tx, changes),
      queries.updateBets(tx, settlementId, columnsOf(changes)),
      queries.insertSettlement(tx, summaryOf(settlementId, changes)),
      writeEvents(tx, betSettled, changes.flatMap(eventOf)),
      changeLiabilities(tx, changes, exposed),
      writeFreeState(tx, free, changes),
      // Last: it locks the accounts of the house, which other lists wait for.
      post(tx, batch),
    ])
    return changes.length
  })
}

/** What a correction takes back stays to be looked up. */
async function keepCorrected(tx: Tx, changes: readonly BetChange[]): Promise<void> {
  const corrected = changes.filter(({ before }) => before !== undefined)
  if (corrected.length > 0)
    await queries.keepCorrected(
      tx,
      corrected.map(({ bet }) => bet.id),
    )
}

/** Only a correction can end in a debt: others do not open that account. */
const accountsFor = (changes: readonly BetChange[]): readonly PlayerAccount[] =>
  changes.some(({ before }) => before !== undefined) ? ['cash', 'bonus', 'debt'] : ['cash', 'bonus']

/** What bets of several legs put on their outcomes now: it moves as their legs are decided. That of a single stands. */
const readMoved = (tx: Tx, bets: readonly UnsettledBet[]): Promise<ExposedRow[]> => {
  const several = bets.filter(({ legs }) => legs.length > 1).map(({ id }) => id)
  return several.length > 0 ? selectExposures(tx, several) : Promise.resolve([])
}

/** What is no longer open is taken back from the sums of its outcomes; what is open again is added. */
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

function eventOf({ bet, after }: BetChange) {
  if (!after) return []
  const { id: betId, playerId, stakeCents } = bet
  return [{ playerId, betId, result: after.result, returnCents: after.returnCents, stakeCents }]
}
