import { type LedgerBatch, lockAccounts, move, post, repayDebt } from '../../ledger/index.ts'
import { present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { withdrawalChanged } from '../events.ts'
import type { Cashier } from '../cashier.ts'
import type { HouseAccount } from '../../ledger/index.ts'
import { payoutRailOf } from '../rails/providers.ts'
import { lockOpen, type OpenWithdrawal, selectCarriers, updateToEnds } from './queries.ts'
import { withdrawalStatus } from './rules.ts'

/** How a withdrawal ended, by the bank's own word. */
export type End = {
  id: string
  playerId: number
  status: 'paid' | 'failed'
  why: string
  providerRef: string | null
  /** The attempt that heard it, where another one could have been taken on by the bank meanwhile. */
  attempts?: number
}

/**
 * Books the ends of withdrawals: paid money leaves the hold for the bank and the fee account, failed money
 * goes back to the player, who first pays what is owed. A withdrawal ends once; one that has ended is left as it is.
 */
export async function endWithdrawals(cashier: Cashier, ends: readonly End[]): Promise<void> {
  const { db } = cashier.deps
  const accounts = new Map<string, HouseAccount>()
  // Asked for before anything is held: that of a bank may have to be opened.
  for (const { id, rail, provider } of await selectCarriers(db, idsOf(ends, 'paid')))
    accounts.set(id, await payoutRailOf(cashier, { rail, provider }).account())
  await db.begin(async (tx) => {
    const batch = await lockAccounts(
      tx,
      ends.map(({ playerId }) => playerId),
      holdKinds,
    )
    await endHeld({ tx, accounts }, batch, ends)
  })
}

const idsOf = (ends: readonly End[], status: End['status']): string[] =>
  ends.filter((end) => end.status === status).map(({ id }) => id)

/** Of withdrawals that come to nothing no money leaves: no account of the house is needed. */
export const noAccounts: ReadonlyMap<string, HouseAccount> = new Map()

/** The accounts that a withdrawal's end moves money of. */
export const holdKinds = ['cash', 'bonus', 'hold'] as const

/** Where the money of those that were paid goes, by withdrawal. */
type Ending = { tx: Tx; accounts: ReadonlyMap<string, HouseAccount> }

/** Books ends in accounts that are held. */
export async function endHeld(
  { tx, accounts }: Ending,
  batch: LedgerBatch,
  ends: readonly End[],
): Promise<void> {
  const open = await lockOpen(
    tx,
    ends.map(({ id }) => id),
  )
  const ended = open.flatMap((row) => {
    const end = ends.find(
      ({ id, attempts }) => id === row.id && (attempts === undefined || attempts === row.attempts),
    )
    if (end) endInBook(batch, { ...row, account: accounts.get(row.id) }, end)
    return end ? [{ row, end }] : []
  })
  if (ended.length === 0) return
  await post(tx, batch)
  await updateToEnds(tx, {
    ids: ended.map(({ end }) => end.id),
    statuses: ended.map(({ end }) => end.status),
    whys: ended.map(({ end }) => end.why.slice(0, 200)),
    providerRefs: ended.map(({ end }) => end.providerRef),
  })
  await writeEvents(
    tx,
    withdrawalChanged,
    ended.map(({ row, end }) => ({
      playerId: row.playerId,
      orderId: row.id,
      amountCents: row.amountCents,
      status: withdrawalStatus(end.status),
    })),
  )
}

type HeldWithdrawal = Pick<
  OpenWithdrawal,
  'id' | 'playerId' | 'amountCents' | 'feeCents' | 'miningCents' | 'netCents'
> & { account: HouseAccount | undefined }

/** Adds what a withdrawal's end moves to the ledger batch: out of the hold, or back to the player, who first pays what is owed. */
export function endInBook(batch: LedgerBatch, row: HeldWithdrawal, { status }: Pick<End, 'status'>): void {
  const { id, playerId, amountCents, netCents } = row
  // What the network's carrying was charged at is the house's, as is what the carrying costs.
  const feeCents = row.feeCents + row.miningCents
  const hold = { playerId, kind: 'hold' } as const
  if (status === 'failed') {
    move(batch, { key: `payout-back:${id}`, from: hold, to: { playerId, kind: 'cash' }, cents: amountCents })
    repayDebt(batch, { playerId, key: `payout-back:${id}:repaid` })
    return
  }
  move(batch, {
    key: `payout:${id}`,
    from: hold,
    to: present(row.account, `the account of payout ${id}`),
    cents: netCents,
  })
  if (feeCents > 0) move(batch, { key: `payout-fee:${id}`, from: hold, to: 'fees', cents: feeCents })
}
