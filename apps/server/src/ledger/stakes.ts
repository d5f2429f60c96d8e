import { cents as asCents, splitByWeights } from '@palpite/money'
import { balancesOf, type Guarded, type LedgerBatch, move } from './ledger-batch.ts'
import type { HouseAccount } from './house-accounts.ts'

/** The cash and bonus parts of a stake; returns are paid in the same proportion. */
export type StakeFunding = { cashCents: number; bonusCents: number }

type Stake = Guarded & { playerId: number; key: string; funding: StakeFunding; to: HouseAccount }

/** Debits a stake from the player's accounts, funded as `protection.admitStakes` decided. */
export function debitStake(
  batch: LedgerBatch,
  { playerId, key, funding, to, isGuarded = false }: Stake,
): void {
  const { cashCents, bonusCents } = funding
  const parts = { cash: cashCents, bonus: bonusCents }
  for (const kind of ['cash', 'bonus'] as const) {
    if (parts[kind] === 0) continue
    move(batch, { key: keyOf(key, kind), from: { playerId, kind }, to, cents: parts[kind], isGuarded })
  }
}

type Return = Guarded & {
  playerId: number
  key: string
  cents: number
  funding: StakeFunding
  from: HouseAccount
  /**
   * What earlier returns of the stake paid to cash, less reversals. Negative if cash paid for bonus that had become
   * cash: that is repaid before the bonus.
   */
  paidCashCents?: number
}

/** Pays a return to cash and bonus in the proportion of the stake. A return of zero moves nothing. */
export function payReturn(
  batch: LedgerBatch,
  { playerId, key, cents, funding, from, paidCashCents = 0, isGuarded = false }: Return,
): void {
  if (cents === 0) return
  const cashCents = Math.min(cents, Math.max(0, splitReturn(cents, funding).cashCents - paidCashCents))
  const bonusCents = cents - cashCents
  const parts = { cash: cashCents, bonus: bonusCents }
  for (const kind of ['cash', 'bonus'] as const) {
    if (parts[kind] === 0) continue
    move(batch, { key: keyOf(key, kind), from, to: { playerId, kind }, cents: parts[kind], isGuarded })
  }
}

type Back = Omit<Return, 'from' | 'paidCashCents' | 'isGuarded'> & { to: HouseAccount }

/**
 * Reverses a wrong return: cash and bonus give back what each was paid. Bonus that is missing may have become
 * cash, so cash pays for it; missing cash becomes debt. The bonus never pays for cash: the return may be paid
 * again, and then bonus would have become cash without wagering. The batch must hold the debt account.
 * Returns what cash paid, including the part that became debt.
 */
export function reverseReturn(batch: LedgerBatch, { playerId, key, cents, funding, to }: Back): number {
  if (cents === 0) return 0
  const paid = splitReturn(cents, funding)
  const balances = balancesOf(batch, playerId)
  const bonus = Math.min(balances.bonusCents, paid.bonusCents)
  const cash = Math.min(balances.cashCents, cents - bonus)
  const parts = { cash, bonus, debt: cents - cash - bonus }
  for (const kind of ['cash', 'bonus', 'debt'] as const) {
    if (parts[kind] === 0) continue
    move(batch, { key: `${key}:${kind}`, from: { playerId, kind }, to, cents: parts[kind] })
  }
  return parts.cash + parts.debt
}

type SettledStake = Guarded & {
  playerId: number
  key: string
  funding: StakeFunding
  returnCents: number
  account: HouseAccount
}

/**
 * Books a stake that is settled at once together with its return, as one transfer of the net amount per account: nothing can
 * come between the two. A return equal to the stake moves nothing.
 */
export function settleAtOnce(
  batch: LedgerBatch,
  { playerId, key, funding, returnCents, account, isGuarded = false }: SettledStake,
): void {
  const back = splitReturn(returnCents, funding)
  const change = (kind: 'cash' | 'bonus', cents: number) => {
    const own = { playerId, kind }
    const ways = cents > 0 ? { from: account, to: own } : { from: own, to: account }
    if (cents !== 0) move(batch, { key: keyOf(key, kind), ...ways, cents: Math.abs(cents), isGuarded })
  }
  change('cash', back.cashCents - funding.cashCents)
  change('bonus', back.bonusCents - funding.bonusCents)
}

const keyOf = (key: string, kind: 'cash' | 'bonus') => (kind === 'cash' ? key : `${key}:bonus`)

/** Splits a return in the proportion of the stake. Nearly all stakes are cash only and need no arithmetic. */
function splitReturn(cents: number, stake: StakeFunding): StakeFunding {
  if (stake.bonusCents === 0) return { cashCents: cents, bonusCents: 0 }
  const [cashCents = 0, bonusCents = 0] = splitByWeights(asCents(cents), [stake.cashCents, stake.bonusCents])
  return { cashCents, bonusCents }
}
