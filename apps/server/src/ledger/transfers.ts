import type { Deps } from '../platform/deps.ts'
import { skipFailingInPages, skippedBy } from '../platform/skip-failing.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import {
  type AccountName,
  balanceOf,
  isOwn,
  type LedgerBatch,
  move,
  playerOf,
  holdsAccount,
  balancesOf,
} from './ledger-batch.ts'
import { lockAccounts, post } from './post.ts'
import { selectPosted, selectAbleToRepay } from './queries.ts'

/** A transfer between two accounts, of players or the house; `key` is the caller's idempotency key. */
export type MakeTransfer = { key: string; from: AccountName; to: AccountName; cents: number }

/**
 * Executes requests that consist of a single transfer: opening balances, corrections by operators. Idempotent: a key that
 * was posted before moves nothing and gives the same result. Returns results in the order of the requests.
 */
export const makeTransfers = (deps: Deps, requests: readonly MakeTransfer[]) =>
  deps.db.begin(async (tx): Promise<Result<null, 'insufficient_funds'>[]> => {
    // Read after the locks are held. A house-only key that is posted meanwhile violates the unique key, and is retried.
    const [batch, posted] = await Promise.all([
      lockAccounts(tx, requests.flatMap(playersOf), ['cash']),
      selectPosted(tx, {
        playerIds: requests.map(({ from, to }) => playerOf(from, to)),
        keys: requests.map(({ key }) => key),
      }),
    ])
    const done = new Set(posted.map(({ playerId, key }) => nameOf(playerId, key)))
    const answers = requests.map((request) => decide(batch, done, request))
    await post(tx, batch)
    return answers
  })

/** Keys are unique per player. */
const nameOf = (playerId: number, key: string) => `${playerId}:${key}`

const playersOf = ({ from, to }: MakeTransfer) =>
  [from, to].flatMap((side) => (isOwn(side) ? [side.playerId] : []))

function decide(batch: LedgerBatch, done: Set<string>, request: MakeTransfer) {
  const { key, from, to, cents } = request
  const name = nameOf(playerOf(from, to), key)
  if (done.has(name)) return ok(null)
  if (isOwn(from) && balanceOf(batch, from.playerId, from.kind) < cents) {
    return refuse('insufficient_funds')
  }
  move(batch, request)
  done.add(name)
  return ok(null)
}

/** The player's debt in cents, including the transfers decided so far. Players who never owed have no such account. */
export const owedCents = (batch: LedgerBatch, playerId: number): number =>
  holdsAccount(batch, playerId, 'debt') ? 0 - balanceOf(batch, playerId, 'debt') : 0

type Repayment = { playerId: number; key: string }

/** Repays the player's debt as far as there is cash. Returns the cents repaid. */
export function repayDebt(batch: LedgerBatch, { playerId, key }: Repayment): number {
  const cents = Math.min(owedCents(batch, playerId), balanceOf(batch, playerId, 'cash'))
  if (cents > 0) move(batch, { key, from: { playerId, kind: 'cash' }, to: { playerId, kind: 'debt' }, cents })
  return cents
}

const PLAYERS_AT_ONCE = 500

/**
 * Collects debts from cash that reached players by a way that does not repay at once. A player whose debt cannot be
 * collected is skipped and tried again in the next run. Returns the number of players who repaid.
 */
export async function collectDebts(deps: Deps): Promise<number> {
  const report = skippedBy(deps, 'cashier-debts')
  const repaid = await skipFailingInPages({
    size: PLAYERS_AT_ONCE,
    read: async (after: number | undefined) =>
      (await selectAbleToRepay(deps.db, after ?? 0, PLAYERS_AT_ONCE)).map(({ playerId }) => playerId),
    run: (playerIds) => collectFrom(deps, playerIds),
    skip: (playerId, error) => report({ playerId }, error),
  })
  return repaid.reduce((sum, count) => sum + count, 0)
}

const collectFrom = (deps: Deps, playerIds: readonly number[]): Promise<number> =>
  deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, playerIds)
    for (const playerId of playerIds) {
      // The version increases with this transfer, so the key is unique.
      const key = `repaid:${playerId}:${balancesOf(batch, playerId).version}`
      const amountCents = repayDebt(batch, { playerId, key })
      if (amountCents > 0)
        tx.afterCommit(() => deps.log.info({ playerId, amountCents }, 'a debt was collected'))
    }
    await post(tx, batch)
    return playerIds.length
  })
