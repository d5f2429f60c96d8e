import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Deps } from '../platform/deps.ts'
import {
  lockAccounts,
  type MakeTransfer,
  makeTransfers,
  move,
  post,
  readBalances,
  verifyLedger,
} from './index.ts'
import { forgetOldKeys } from './jobs.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

let count = 0
const nextKey = () => `keys:${(count += 1)}`
const nextPlayer = () => (count += 1)

const give = (playerId: number, cents: number) =>
  makeTransfers(deps, [{ key: nextKey(), from: 'opening', to: { playerId, kind: 'cash' }, cents }])

const spend = (playerId: number, cents: number, key = nextKey()): MakeTransfer => ({
  key,
  from: { playerId, kind: 'cash' },
  to: 'games',
  cents,
})

const balances = async (playerId: number) => (await readBalances(deps.db, [playerId])).get(playerId)
const verify = () => verifyLedger(deps.db, [])

describe('which transfers were posted', () => {
  const kept = async (key: string) =>
    (await deps.db<object[]>`select 1 as one from ledger_transfer_key where key = ${key}`).length

  test('is known while its key is stored, and then forgotten', async () => {
    const playerId = nextPlayer()
    await give(playerId, 1000)
    const [old, young] = [spend(playerId, 1), spend(playerId, 1)]
    await makeTransfers(deps, [old, young])
    await ownerOf(deps.db)`alter table ledger_transfer_key disable trigger user`
    await ownerOf(
      deps.db,
    )`update ledger_transfer_key set created_at = now() - interval '91 days' where key = ${old.key}`
    await ownerOf(deps.db)`alter table ledger_transfer_key enable trigger user`
    const counts = await Promise.all([1, 2, 3].map(() => forgetOldKeys(deps)))
    expect(counts.reduce((all, one) => all + one)).toBe(1)
    expect([await kept(old.key), await kept(young.key)]).toEqual([0, 1])
    expect(await makeTransfers(deps, [young])).toMatchObject([{ ok: true }])
    expect(await balances(playerId)).toMatchObject({ cashCents: 998 })
    expect(await verify()).toEqual([])
  })

  test('is not stored where a row of the caller guards the transfer; it is still posted once', async () => {
    const playerId = nextPlayer()
    await give(playerId, 1000)
    const [guarded, other] = [spend(playerId, 10), spend(playerId, 20)]
    const spendAll = (requests: (MakeTransfer & { isGuarded?: boolean })[]) =>
      deps.db.begin(async (tx) => {
        const batch = await lockAccounts(tx, [playerId])
        for (const request of requests) move(batch, request)
        await post(tx, batch)
      })
    await spendAll([{ ...guarded, isGuarded: true }, other])
    expect([await kept(guarded.key), await kept(other.key)]).toEqual([0, 1])
    const twice = { ...spend(playerId, 30), isGuarded: true }
    await expect(spendAll([twice, twice])).rejects.toThrow('ledger_transfer')
    await expect(spendAll([other])).rejects.toThrow('ledger_transfer_key_pkey')
    expect(await balances(playerId)).toMatchObject({ cashCents: 970 })
    expect(await verify()).toEqual([])
  })

  test('is unique per player: two players may use the same key', async () => {
    const [one, other] = [nextPlayer(), nextPlayer()]
    await Promise.all([give(one, 10), give(other, 10)])
    const key = nextKey()
    await makeTransfers(deps, [spend(one, 3, key), spend(other, 4, key), spend(one, 3, key)])
    expect([await balances(one), await balances(other)]).toMatchObject([{ cashCents: 7 }, { cashCents: 6 }])
  })
})
