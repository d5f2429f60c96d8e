import {
  balancesOf,
  type HouseAccount,
  type LedgerBatch,
  move,
  payReturn,
  repayDebt,
} from '../../ledger/index.ts'
import { cancelGrants, grantBonus, meetRequirements } from '../../wagering/index.ts'
import { present } from '../../platform/assert.ts'
import type { FreeState } from './free-state.ts'
import { type BetChange, type SettledAs, sum } from './rules.ts'

/**
 * Adds the transfers of these changed bets to the ledger batch, which is posted afterwards: stakes leave the open
 * bets (and return to them when a result is reverted), returns go to the players, and debts are repaid from returns.
 */
export function moveMoney(
  batch: LedgerBatch,
  changes: readonly BetChange[],
  { settlementId, free }: { settlementId: number; free: FreeState },
): void {
  const isFree = ({ bet }: BetChange) => bet.freeBetId !== null
  const own = changes.filter((change) => !isFree(change))
  const given = changes.filter(isFree)
  moveStakes(batch, own, { key: `settlement:${settlementId}`, to: 'sportsbook' })
  // A free stake goes back to the bonus account it came from: the sports book neither wins nor loses by it.
  moveStakes(batch, given, { key: `settlement:${settlementId}:free`, to: 'gifts' })
  for (const change of own) moveReturns(batch, change)
  for (const change of given) moveProfit(batch, change, free)
  for (const playerId of new Set(changes.map(({ bet }) => bet.playerId))) {
    repayDebt(batch, { playerId, key: `settlement:${settlementId}:repaid:${playerId}` })
  }
}

/** Stakes of the whole list in one transfer: the bets carry the id of their settlement. */
function moveStakes(
  batch: LedgerBatch,
  changes: readonly BetChange[],
  { key, to }: { key: string; to: HouseAccount },
): void {
  const closing = sum(changes.filter(({ before }) => !before).map(({ bet }) => bet.stakeCents))
  const reopening = sum(changes.filter(({ after }) => !after).map(({ bet }) => bet.stakeCents))
  if (closing > 0) move(batch, { key: `${key}:stakes`, from: 'bets_open', to, cents: closing })
  if (reopening > 0) {
    move(batch, { key: `${key}:stakes-back`, from: to, to: 'bets_open', cents: reopening })
  }
}

function moveReturns(batch: LedgerBatch, { bet, before, after }: BetChange): void {
  const { playerId, cashCents, bonusCents } = bet
  const times = `${bet.id}:${bet.settledTimes + 1}`
  for (const { key, cents, from } of before ? partsOf(before) : []) {
    takeBack(batch, { playerId, key: `${key}:${times}:back`, cents, to: from })
  }
  const split = { cashCents, bonusCents }
  for (const { key, cents, from, ending } of after ? partsOf(after) : []) {
    payReturn(batch, { playerId, key: `${key}:${times}${ending}`, cents, split, from })
  }
}

/** A boost and an insured stake are paid by the bonus account of the house, each as an entry of its own. */
const partsOf = ({ returnCents, boostCents, insuredCents }: SettledAs) =>
  [
    { key: 'bet', cents: returnCents - boostCents - insuredCents, from: 'sportsbook', ending: ':return' },
    { key: 'boost', cents: boostCents, from: 'gifts', ending: '' },
    { key: 'insurance', cents: insuredCents, from: 'gifts', ending: '' },
  ] as const

const SOURCE = 'free_bet'

/**
 * The profit of a free bet is a bonus with a wagering requirement, like any other gift. A corrected result takes it
 * back: first from the bonus not yet wagered, the rest like other returns.
 */
function moveProfit(
  batch: LedgerBatch,
  { bet, before, after }: BetChange,
  { wagering: read, bonusTimes }: FreeState,
): void {
  const { id, playerId, settledTimes } = bet
  const wagering = present(read, 'what the player of a free bet has to wager')
  const sourceOf = (times: number) => ({ playerId, source: SOURCE, sourceId: `${id}/${times}` })
  if (before && before.returnCents > 0) {
    const backCents = cancelGrants(wagering, batch, [sourceOf(settledTimes)])
    const key = `bet:${id}:${settledTimes + 1}:back`
    takeBack(batch, { playerId, key, cents: before.returnCents - backCents, to: 'gifts' })
  }
  if (!after || after.returnCents === 0) return
  // Requirements already met are closed first: the new one begins where the last open one ends.
  meetRequirements(wagering, batch, [playerId])
  grantBonus(wagering, batch, {
    ...sourceOf(settledTimes + 1),
    mainCents: 0,
    bonusGrantCents: after.returnCents,
    bonusTimes,
  })
}

type Back = { playerId: number; key: string; cents: number; to: HouseAccount }

/** Takes back a return after a correction: from cash, then bonus; what is already spent becomes debt. */
function takeBack(batch: LedgerBatch, { playerId, key, cents, to }: Back): void {
  const balances = balancesOf(batch, playerId)
  const cash = Math.min(balances.cashCents, cents)
  const bonus = Math.min(balances.bonusCents, cents - cash)
  const parts = { cash, bonus, debt: cents - cash - bonus }
  for (const kind of ['cash', 'bonus', 'debt'] as const) {
    if (parts[kind] === 0) continue
    move(batch, { key: `${key}:${kind}`, from: { playerId, kind }, to, cents: parts[kind] })
  }
}
