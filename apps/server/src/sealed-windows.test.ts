import { expect, test } from 'vitest'
import { ownerOf } from '../../../tools/test/database.ts'
import { openHarness } from './games/testing/harness.ts'
import { verifySeals } from './platform/seals.ts'
import { sealNow } from './platform/testing/damage.ts'
import { sealedTables } from './verify.ts'

test('K9: a window holds no more than 10,000 rows of one month, and a detached month keeps its seals', async () => {
  const harness = await openHarness()
  const { db } = harness.deps
  const owner = ownerOf(db)
  const rowCount = 25_000
  await owner`create table ledger_transfer_2020_01 partition of ledger_transfer
    for values from ('2020-01-01T00:00:00Z') to ('2020-02-01T00:00:00Z')`
  await owner`create table ledger_transfer_2020_02 partition of ledger_transfer
    for values from ('2020-02-01T00:00:00Z') to ('2020-03-01T00:00:00Z')`
  await owner`
    insert into ledger_transfer (player_id, key, debit_account_id, credit_account_id, amount_cents, created_at)
    select 7, 'test:' || n, 8, 100, n, timestamptz '2020-01-31T23:59:30Z' + n * interval '2 milliseconds'
      from generate_series(1, ${rowCount}::int) as n`
  await sealNow(db, sealedTables())
  expect(await verifySeals(db, sealedTables())).toEqual([])
  const seals = await db<{ rowCount: number; isOneMonth: boolean }[]>`
    select row_count as "rowCount", to_at <= '2020-02-01T00:00:00Z' or from_at >= '2020-02-01T00:00:00Z' as "isOneMonth"
      from platform_seal where table_name = 'ledger_transfer' order by id`
  expect(seals.reduce((sum, seal) => sum + seal.rowCount, 0)).toBe(rowCount)
  for (const { rowCount, isOneMonth } of seals) expect([rowCount <= 10_000, isOneMonth]).toEqual([true, true])
  await owner`alter table ledger_transfer detach partition ledger_transfer_2020_01`
  expect(await verifySeals(db, sealedTables())).toEqual([])
  await owner`alter table ledger_transfer_2020_02 disable trigger user`
  await owner`update ledger_transfer set amount_cents = 1 where key = 'test:24000'`
  expect((await verifySeals(db, sealedTables())).join()).toMatch(
    /^ledger_transfer: row 7\/test:24000 is not as it was sealed \(seal \d+\)$/,
  )
  await harness.close()
})
