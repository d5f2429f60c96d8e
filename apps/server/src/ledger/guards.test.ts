import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../tools/test/database.ts'
import { move, lockAccounts, post, verifyLedger } from './index.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.drop())

const playerId = 7
let keys = 0

const give = (cents: number, kind: 'cash' | 'hold' = 'cash') =>
  fresh.db.begin(async (tx) => {
    keys += 1
    const batch = await lockAccounts(tx, [playerId], [kind])
    move(batch, { key: `guard:${keys}`, from: 'opening', to: { playerId, kind }, cents })
    await post(tx, batch)
  })

describe('the database', () => {
  beforeAll(() => give(1000))

  test.each([
    'update ledger_transfer set amount_cents = 1',
    'delete from ledger_transfer',
    'truncate ledger_transfer',
  ])('refuses to %s', async (text) => {
    await expect(statement(text)).rejects.toThrow('never changed')
  })

  test.each([
    'update ledger_entry set amount_cents = 1',
    'delete from ledger_entry',
    'truncate ledger_entry',
  ])('refuses to %s', async (text) => {
    await expect(statement(text)).rejects.toThrow('never changed')
  })

  test('refuses a player below zero, a debt above it, and an account of an unknown kind', async () => {
    await expect(
      statement(`update ledger_account set balance_cents = -1 where player_id = 7`),
    ).rejects.toThrow('ledger_account_floor')
    await expect(
      statement(`insert into ledger_account (player_id, kind, balance_cents) values (7, 'debt', 1)`),
    ).rejects.toThrow('ledger_account_floor')
    await expect(
      statement(`insert into ledger_account (player_id, kind) values (7, 'games')`),
    ).rejects.toThrow('ledger_account_kind')
    await expect(
      statement(`insert into ledger_account (player_id, kind) values (0, 'cash')`),
    ).rejects.toThrow('ledger_account_kind')
    await expect(
      statement(`update ledger_account set kind = 'savings' where player_id = 7 and kind = 'cash'`),
    ).rejects.toThrow('never change')
    await expect(
      statement(`update ledger_account set player_id = 8 where player_id = 7 and kind = 'cash'`),
    ).rejects.toThrow('never change')
    await expect(
      statement(`update ledger_account set staked_cents = -1 where player_id = 7 and kind = 'cash'`),
    ).rejects.toThrow('ledger_account_turnover')
    await expect(statement(`delete from ledger_account where player_id = 7`)).rejects.toThrow('never removed')
  })

  test('refuses a transfer of nothing, to itself, or posted before', async () => {
    const insert = (debit: number, cents: number) =>
      statement(`insert into ledger_transfer (player_id, key, debit_account_id, credit_account_id, amount_cents)
                 values (0, 'a', ${debit}, 5, ${cents})`)
    await expect(insert(1, 0)).rejects.toThrow('check')
    await expect(insert(5, 1)).rejects.toThrow('check')
    const again = fresh.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId])
      move(batch, { key: 'guard:1', from: 'opening', to: { playerId, kind: 'cash' }, cents: 1 })
      await post(tx, batch)
    })
    await expect(again).rejects.toThrow('ledger_transfer_key_pkey')
    await expect(statement(`update ledger_transfer_key set key = 'b'`)).rejects.toThrow('never changed')
  })

  test('guards each partition like its table', async () => {
    const partitions = await fresh.db<{ name: string }[]>`
      select inhrelid::regclass::text as name from pg_inherits
       where inhparent in ('ledger_transfer'::regclass, 'ledger_entry'::regclass)`
    expect(partitions.length).toBeGreaterThanOrEqual(8)
    for (const { name } of partitions)
      await expect(statement(`truncate ${name}`)).rejects.toThrow('never changed')
    const [used] = await fresh.db<{ entries: string; transfers: string }[]>`
      select (select tableoid::regclass::text from ledger_entry limit 1) as entries,
             (select tableoid::regclass::text from ledger_transfer limit 1) as transfers`
    for (const change of [`update ${used?.entries} set amount_cents = 1`, `delete from ${used?.transfers}`])
      await expect(statement(change)).rejects.toThrow('never changed')
  })
})

test('a command that would make a balance negative fails as a bug before anything is written', async () => {
  const overdraw = fresh.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    move(batch, { key: 'overdraw', from: { playerId, kind: 'cash' }, to: 'games', cents: 10_000_000 })
    await post(tx, batch)
  })
  await expect(overdraw).rejects.toThrow('passes its bound')
})

describe('the verification', () => {
  /** Damages the data with full database rights, verifies, and restores it. */
  async function findingsAfter(...damage: string[]): Promise<string> {
    const before = await verifyLedger(fresh.db, [])
    if (before.length > 0) throw new Error(`not clean before the damage: ${before.join()}`)
    await setGuards('disable')
    await statement('create table if not exists saved_account as table ledger_account')
    await statement('create table if not exists saved_entry as table ledger_entry')
    await statement('create table if not exists saved_transfer as table ledger_transfer')
    for (const text of damage) await statement(text)
    const findings = await verifyLedger(fresh.db, [])
    await statement(`update ledger_account a set balance_cents = s.balance_cents, version = s.version
                       from saved_account s where s.id = a.id`)
    await statement('delete from ledger_entry; insert into ledger_entry table saved_entry')
    await statement('delete from ledger_transfer; insert into ledger_transfer table saved_transfer')
    await statement('drop table saved_account; drop table saved_entry; drop table saved_transfer')
    await setGuards('enable')
    return findings.join('\n')
  }

  const account = `(select id from ledger_account where player_id = 7 and kind = 'cash')`

  test('finds money from nowhere', async () => {
    const found = await findingsAfter(
      `update ledger_account set balance_cents = balance_cents + 1 where player_id = 7`,
    )
    expect(found).toMatch(/add up to \d+ cents, not 0/)
    expect(found).toMatch(/balance \d+, entries/)
  })

  test('finds money that was moved without an entry', async () => {
    const found = await findingsAfter(
      `update ledger_account set balance_cents = balance_cents - 5 where kind = 'cash'`,
      `update ledger_account set balance_cents = balance_cents + 5 where kind = 'games'`,
    )
    expect(found).not.toMatch('add up to')
    expect(found.match(/balance -?\d+, entries/g)).toHaveLength(2)
  })

  test('finds an entry that was removed, changed, or put in between', async () => {
    await give(5)
    expect(
      await findingsAfter(`delete from ledger_entry where account_id = ${account} and version = 1`),
    ).toMatch('broken chain')
    expect(
      await findingsAfter(
        `update ledger_entry set balance_cents = 3 where account_id = ${account} and version = 1`,
      ),
    ).toMatch('broken chain')
    expect(
      await findingsAfter(`insert into ledger_entry (player_id, account_id, version, amount_cents, balance_cents, transfer_key)
                           values (7, ${account}, 99, 0, 0, 'guard:1')`),
    ).toMatch('broken chain')
  })

  test('finds a removed transfer, and one of an unknown account', async () => {
    expect(await findingsAfter(`delete from ledger_transfer where key = 'guard:1'`)).toMatch(/transfers \d+/)
    expect(
      await findingsAfter(`insert into ledger_transfer (player_id, key, debit_account_id, credit_account_id, amount_cents)
                           values (0, 'x', 1, 99999, 1)`),
    ).toMatch('unknown account')
  })

  test('finds a clearing account that differs from its open items', async () => {
    await give(40, 'hold')
    const open = (cents: number) => [
      { account: 'hold' as const, what: 'withdrawals', openCents: async () => cents },
    ]
    expect(await verifyLedger(fresh.db, open(40))).toEqual([])
    expect(await verifyLedger(fresh.db, open(41))).toEqual(['hold holds 40 cents, withdrawals add up to 41'])
  })
})

const setGuards = (set: 'enable' | 'disable') =>
  statement(`alter table ledger_entry ${set} trigger user; alter table ledger_transfer ${set} trigger user`)

/** Runs one or several SQL statements of a test, in order. */
async function statement(text: string): Promise<void> {
  for (const one of text.split(';')) await fresh.owner([one] as unknown as TemplateStringsArray)
}
