import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../tools/test/database.ts'

/**
 * Tables that grow with play. Add new ones here: all their unique keys contain the player, so that they can be
 * distributed by player, and those of a partitioned one its time as well.
 */
const hotTables = [
  'ledger_account',
  'ledger_transfer',
  'ledger_transfer_key',
  'ledger_entry',
  'ledger_turnover',
]

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

/** Unique keys of these tables without the player, by name. */
const keysWithoutPlayer = async (tables: readonly string[]) =>
  (
    await fresh.owner<{ name: string }[]>`
      select indexrelid::regclass::text as name
        from pg_index
       where indrelid = any(${tables}::regclass[]) and indisunique
         and not exists (select from pg_attribute
                          where attrelid = indrelid and attnum = any(indkey::int2[]) and attname = 'player_id')
       order by 1`
  ).map(({ name }) => name)

test('every unique key of a table that grows with play contains the player', async () => {
  expect(await keysWithoutPlayer(hotTables)).toEqual([])
})

test('detects a unique key without the player, as index or constraint', async () => {
  await fresh.owner`create table hot (id bigint primary key, player_id bigint, key text, unique (player_id, key))`
  await fresh.owner`create unique index hot_by_key on hot (key)`
  expect(await keysWithoutPlayer([...hotTables, 'hot'])).toEqual(['hot_by_key', 'hot_pkey'])
  await fresh.owner`drop table hot`
})

test('an attached partition has the keys of its table', async () => {
  const partitions = await fresh.owner<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits
     where inhparent = any(${hotTables}::regclass[])`
  expect(partitions).toHaveLength(8)
  expect(await keysWithoutPlayer(partitions.map(({ name }) => name))).toEqual([])
})
