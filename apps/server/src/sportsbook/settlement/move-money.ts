import { balancesOf, type LedgerBatch, move, payReturn, repayDebt } from '../../ledger/index.ts'
import { type BetChange, sum } from './rules.ts'

/**
 * Decides what moves when these bets change: their stakes out of the open bets (and back, where a result is taken
 * back), returns to their players, and what players owe from what they were paid. All of it in the ledger batch, which
 * is still to be posted.
 */
export function moveMoney(batch: LedgerBatch, changes: readonly BetChange[], settlementId: number): void {
  moveStakes(batch, changes, settlementId)
  for (const change of changes) moveReturns(batch, change)
  for (const playerId of new Set(changes.map(({ bet }) => bet.playerId))) {
    repayDebt(batch, { playerId, key: `settlement:${settlementId}:repaid:${playerId}` })
  }
}

/** Stakes of the whole list at once: the bets carry the id of their settlement. */
function moveStakes(batch: LedgerBatch, changes: readonly BetChange[], settlementId: number): void {
  const closing = sum(changes.filter(({ before }) => !before).map(({ bet }) => bet.stakeCents))
  const reopening = sum(changes.filter(({ after }) => !after).map(({ bet }) => bet.stakeCents))
  const key = `settlement:${settlementId}`
  if (closing > 0) move(batch, { key: `${key}:stakes`, from: 'bets_open', to: 'sportsbook', cents: closing })
  if (reopening > 0) {
    move(batch, { key: `${key}:stakes-back`, from: 'sportsbook', to: 'bets_open', cents: reopening })
  }
}

function moveReturns(batch: LedgerBatch, { bet, before, after }: BetChange): void {
  const { playerId, cashCents, bonusCents } = bet
  const key = `bet:${bet.id}:${bet.settledTimes + 1}`
  if (before) takeBack(batch, { playerId, key: `${key}:back`, cents: before.returnCents })
  if (!after) return
  const split = { cashCents, bonusCents }
  payReturn(batch, { playerId, key: `${key}:return`, cents: after.returnCents, split, from: 'sportsbook' })
}

type Back = { playerId: number; key: string; cents: number }

/** Takes back a return that a corrected result does not give: cash, then bonus, and what is spent becomes debt. */
function takeBack(batch: LedgerBatch, { playerId, key, cents }: Back): void {
  const balances = balancesOf(batch, playerId)
  const cash = Math.min(balances.cashCents, cents)
  const bonus = Math.min(balances.bonusCents, cents - cash)
  const parts = { cash, bonus, debt: cents - cash - bonus }
  for (const kind of ['cash', 'bonus', 'debt'] as const) {
    if (parts[kind] === 0) continue
    move(batch, { key: `${key}:${kind}`, from: { playerId, kind }, to: 'sportsbook', cents: parts[kind] })
  }
}
