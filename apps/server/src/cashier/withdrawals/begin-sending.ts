import { lockAccounts, owedCents } from '../../ledger/index.ts'
import type { Cashier } from '../cashier.ts'
import { deniedAddresses } from '../usdt/index.ts'
import { type End, endHeld, holdKinds, noAccounts } from './end-withdrawals.ts'
import { updateToCalling } from './payout-queries.ts'
import type { OpenWithdrawal } from './queries.ts'
import { STOPPED_DENIED, STOPPED_OWED } from './rules.ts'

/**
 * Right before the calls that send these payouts: stops what may not be sent any more, and says of the others whether they
 * are still these attempts' to send. A payout that the bank does not have is stopped where its player has come to owe
 * meanwhile, or its address was denied: the money goes back and first pays what is owed. What the bank takes back after
 * this was asked is a debt as any other. Answers in the order given.
 */
export async function beginSending(cashier: Cashier, rows: readonly OpenWithdrawal[]): Promise<boolean[]> {
  const { deps, usdt, settings } = cashier
  const addresses = rows.flatMap(({ rail, payCardNo }) => (rail === 'usdt' ? payCardNo : []))
  const denied = await deniedAddresses(deps, usdt, addresses)
  const begun = await deps.db.begin(async (tx) => {
    const players = [...new Set(rows.map(({ playerId }) => playerId))]
    const batch = await lockAccounts(tx, players, holdKinds)
    // Held from here on: one that another attempt has taken over is that one's, to stop as to send.
    const ours = new Set((await updateToCalling(tx, rows, settings.leaseSeconds)).map(attemptOf))
    const owed = new Map(players.map((playerId) => [playerId, owedCents(batch, playerId)]))
    const stopped = rows.flatMap((row): End[] => {
      const { id, playerId, rail, payCardNo, amountCents } = row
      const owes = owed.get(playerId) ?? 0
      const isStopped = owes > 0 || (rail === 'usdt' && denied.has(payCardNo))
      if (!isStopped || !ours.delete(attemptOf(row))) return []
      // What goes back pays what is owed: where one is enough, another of the same player is sent.
      owed.set(playerId, owes - amountCents)
      return [
        { id, playerId, status: 'failed', why: owes > 0 ? STOPPED_OWED : STOPPED_DENIED, providerRef: null },
      ]
    })
    if (stopped.length > 0) await endHeld({ tx, accounts: noAccounts }, batch, stopped)
    return ours
  })
  return rows.map((row) => begun.has(attemptOf(row)))
}

const attemptOf = ({ id, attempts }: Pick<OpenWithdrawal, 'id' | 'attempts'>): string => `${id} ${attempts}`
