import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../tools/test/database.ts'
import { type AccountName, type LedgerBatch, move } from './ledger-batch.ts'
import { lockAccounts, post, verifyLedger } from './index.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase({ connections: 10 })
})
afterAll(() => fresh.drop())

const DAY = 86_400
/** The minutely verification. */
const verify = () => verifyLedger(fresh.db, [], { wholeEverySeconds: DAY })
const verifyWhole = () => verifyLedger(fresh.db, [])

const lastWhole = async () =>
  (await fresh.db<{ at: string }[]>`select whole_at::text as at from ledger_verification`)[0]?.at

/** Runs one or several SQL statements of a test, in order. */
async function statement(text: string): Promise<void> {
  for (const one of text.split(';')) await fresh.owner([one] as unknown as TemplateStringsArray)
}

let keys = 0

function moveIn(batch: LedgerBatch, from: AccountName, to: AccountName): void {
  keys += 1
  move(batch, { key: `check:${keys}`, from, to, cents: 1 + (keys % 7) })
}

const give = (playerIds: readonly number[], before: () => Promise<unknown> = async () => {}) =>
  fresh.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, playerIds)
    await before()
    for (const playerId of playerIds) moveIn(batch, 'opening', { playerId, kind: 'cash' })
    moveIn(batch, 'bets_open', 'sportsbook')
    await post(tx, batch)
  })

beforeEach(async () => {
  // A full verification, from which the test starts.
  await statement(`update ledger_verification set whole_at = '2000-01-01'`)
  await give([7, 8])
  const before = await verify()
  if (before.length > 0) throw new Error(`not clean before the test: ${before.join()}`)
})

const cashOf = (playerId: number) =>
  `(select id from ledger_account where player_id = ${playerId} and kind = 'cash')`

/** Damages protected rows, verifies both ways, and restores them. */
async function findingsAfter(damage: string) {
  const guarded = ['ledger_entry', 'ledger_transfer']
  for (const table of guarded) await statement(`alter table ${table} disable trigger user`)
  await statement('create table saved_account as table ledger_account')
  await statement('create table saved_entry as table ledger_entry')
  await statement('create table saved_transfer as table ledger_transfer')
  await statement(damage)
  // Stores nothing; a new full verification shows that the minutely one found the damage.
  const whole = await lastWhole()
  const minute = await verify()
  const isSeen = minute.length > 0 || (await lastWhole()) !== whole
  const all = await verifyWhole()
  await statement(`update ledger_account a set balance_cents = s.balance_cents, version = s.version
                     from saved_account s where s.id = a.id`)
  await statement('delete from ledger_entry; insert into ledger_entry table saved_entry')
  await statement('delete from ledger_transfer; insert into ledger_transfer table saved_transfer')
  await statement('drop table saved_account; drop table saved_entry; drop table saved_transfer')
  for (const table of guarded) await statement(`alter table ${table} enable trigger user`)
  return { minute: minute.join('\n'), isSeen, all: all.join('\n') }
}

describe('the verification of each minute', () => {
  test.each([
    ['a balance', `update ledger_account set balance_cents = balance_cents + 1 where id = ${cashOf(7)}`],
    ['a version', `update ledger_account set version = version + 1 where id = ${cashOf(7)}`],
    [
      'two balances that still add up',
      `update ledger_account set balance_cents = balance_cents + 1 where id = ${cashOf(7)};
       update ledger_account set balance_cents = balance_cents - 1 where kind = 'games'`,
    ],
  ])('finds %s changed since the last one', async (_what, damage) => {
    const { minute, all } = await findingsAfter(damage)
    expect(minute).toMatch(/account \d+/)
    expect(all).not.toBe('')
  })

  test.each([
    ['an entry', `update ledger_entry set amount_cents = amount_cents + 1`],
    ['the balance of an entry', `update ledger_entry set balance_cents = balance_cents + 1`],
  ])('finds a new row with %s wrong', async (_what, damage) => {
    await give([7])
    const latest = `(select version from ledger_account where id = ${cashOf(7)})`
    const { minute } = await findingsAfter(
      `${damage} where account_id = ${cashOf(7)} and version = ${latest}`,
    )
    expect(minute).toMatch('broken chain')
  })

  test('finds a new entry that is missing, and one that is too many', async () => {
    await give([7])
    const latest = `(select version from ledger_account where id = ${cashOf(7)})`
    const gone = await findingsAfter(
      `delete from ledger_entry where account_id = ${cashOf(7)} and version = ${latest}`,
    )
    expect(gone.minute).toMatch('broken chain')
    await give([7])
    const added = await findingsAfter(
      `insert into ledger_entry (player_id, account_id, version, amount_cents, balance_cents, transfer_key)
       values (7, ${cashOf(7)}, ${latest} + 5, 0, 0, 'check:1')`,
    )
    expect(added.minute).toMatch('broken chain')
  })

  test('finds a new transfer without entries, a missing one, and one of an unknown account', async () => {
    const insert = (debit: number) =>
      `insert into ledger_transfer (player_id, key, debit_account_id, credit_account_id, amount_cents)
       values (0, 'alone', ${debit}, 1, 1)`
    expect((await findingsAfter(insert(2))).minute).toMatch(/transfers -?\d+/)
    expect((await findingsAfter(insert(99_999))).minute).toMatch('unknown account')
    await give([7])
    const gone = await findingsAfter(`delete from ledger_transfer where key = 'check:${keys}'`)
    expect(gone.minute).toMatch(/transfers -?\d+/)
  })

  test('skips old rows, which the full verification checks', async () => {
    // Long ago for the verification: no transaction of that time can still be running.
    await statement(`update ledger_verification set transfers_from = now() + interval '1 second';
                     update ledger_verified_account set counted_cents = 0`)
    const first = `where account_id = ${cashOf(7)} and version = 1`
    const entry = await findingsAfter(`update ledger_entry set balance_cents = balance_cents + 1 ${first}`)
    expect(entry).toMatchObject({ minute: '', isSeen: false })
    expect(entry.all).toMatch('broken chain')
  })

  test('is a full one once a day', async () => {
    const first = await lastWhole()
    expect(await verify()).toEqual([])
    expect(await lastWhole()).toBe(first)
    await statement(`update ledger_verification set whole_at = whole_at - interval '25 hours'`)
    const old = await lastWhole()
    expect(await verify()).toEqual([])
    expect(await lastWhole()).not.toBe(old)
  })

  test('is not stored if it found something', async () => {
    const last = () => fresh.db`select verified_at, transfers_from from ledger_verification`
    const before = await last()
    await give([7])
    const { minute } = await findingsAfter(
      `update ledger_account set balance_cents = balance_cents + 1 where id = ${cashOf(7)}`,
    )
    expect(minute).not.toBe('')
    expect(await last()).toEqual(before)
    expect(await verify()).toEqual([])
  })

  test('checks a transaction that began before a verification and was committed after it', async () => {
    const whole = await lastWhole()
    let finish = () => {}
    const waiting = new Promise<void>((resolve) => (finish = resolve))
    let hasBegun = () => {}
    const begun = new Promise<void>((resolve) => (hasBegun = resolve))
    const slow = give([8], async () => {
      hasBegun()
      await waiting
    })
    await begun
    for (let round = 0; round < 3; round += 1) {
      await give([7])
      expect(await verify()).toEqual([])
    }
    finish()
    await slow
    expect(await verify()).toEqual([])
    expect(await lastWhole()).toBe(whole)
    const gone = await findingsAfter(`delete from ledger_transfer where key = 'check:${keys}'`)
    expect(gone.minute).toMatch(/transfers -?\d+/)
  })

  test('passes, and reads only new rows, while money moves and two servers verify', async () => {
    const whole = await lastWhole()
    let isMoving = true
    const movers = Array.from({ length: 6 }, async (_, at) => {
      while (isMoving) await give([100 + at, 106, 107 + at])
    })
    const verifiers = Array.from({ length: 2 }, async () => {
      for (let round = 0; round < 12; round += 1) expect(await verify()).toEqual([])
    })
    await Promise.all(verifiers)
    isMoving = false
    await Promise.all(movers)
    expect(await verify()).toEqual([])
    expect(await lastWhole()).toBe(whole)
    expect(await verifyWhole()).toEqual([])
  })
})

describe('a past month', () => {
  /** Moves everything so far back by a month and some days, as if that month's verification ran late. */
  async function datePast({ owner }: FreshDatabase) {
    const run = (text: string) => owner([text] as unknown as TemplateStringsArray)
    for (const table of ['ledger_transfer', 'ledger_entry']) {
      await run(`create table ${table}_past partition of ${table}
                   for values from ('2020-01-01') to (date_trunc('month', now() at time zone 'UTC') at time zone 'UTC')`)
      await run(`alter table ${table} disable trigger user`)
      await run(`update ${table} set created_at = created_at - interval '40 days'`)
      await run(`alter table ${table} enable trigger user`)
    }
  }
  const closed = (db: FreshDatabase['db']) =>
    db<{ entries: number; transfers: number }[]>`
      select sum(entry_count)::bigint as entries, sum(transfer_count)::bigint as transfers
        from ledger_verified_month`

  test('is verified once, may be detached, and later months continue from it', async () => {
    const own = await freshDatabase()
    const verifyOwn = () => verifyLedger(own.db, [], { wholeEverySeconds: 0 })
    const giveOwn = (cents: number) =>
      own.db.begin(async (tx) => {
        const batch = await lockAccounts(tx, [7])
        keys += 1
        move(batch, { key: `month:${keys}`, from: 'opening', to: { playerId: 7, kind: 'cash' }, cents })
        await post(tx, batch)
      })
    for (const cents of [5, 6, 7]) await giveOwn(cents)
    await datePast(own)
    expect(await verifyOwn()).toEqual([])
    expect(await closed(own.db)).toEqual([{ entries: 6, transfers: 3 }])
    for (const table of ['ledger_transfer', 'ledger_entry']) {
      await own.owner([
        `alter table ${table} detach partition ${table}_past concurrently`,
      ] as unknown as TemplateStringsArray)
    }
    await giveOwn(8)
    expect(await verifyOwn()).toEqual([])
    expect(await verifyLedger(own.db, [])).toEqual([])
    expect(await closed(own.db)).toEqual([{ entries: 6, transfers: 3 }])
    await own.drop()
  })

  test.each([
    [
      'an entry',
      `update ledger_entry set amount_cents = amount_cents + 1, balance_cents = balance_cents + 1`,
    ],
    ['a transfer', `update ledger_transfer set amount_cents = amount_cents + 1`],
  ])('is not closed if %s is wrong', async (_what, damage) => {
    const own = await freshDatabase()
    await own.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [7])
      move(batch, { key: 'month', from: 'opening', to: { playerId: 7, kind: 'cash' }, cents: 5 })
      await post(tx, batch)
    })
    await datePast(own)
    for (const table of ['ledger_transfer', 'ledger_entry'])
      await own.owner([`alter table ${table} disable trigger user`] as unknown as TemplateStringsArray)
    await own.owner([damage] as unknown as TemplateStringsArray)
    expect(await verifyLedger(own.db, [], { wholeEverySeconds: 0 })).not.toEqual([])
    expect(await closed(own.db)).toEqual([{ entries: null, transfers: null }])
    await own.drop()
  })

  test('is compared with its sums at closing by a request for everything', async () => {
    const own = await freshDatabase()
    await own.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [7])
      move(batch, { key: 'month', from: 'opening', to: { playerId: 7, kind: 'cash' }, cents: 5 })
      await post(tx, batch)
    })
    await datePast(own)
    expect(await verifyLedger(own.db, [], { wholeEverySeconds: 0 })).toEqual([])
    expect(await verifyLedger(own.db, [])).toEqual([])
    await own.owner`alter table ledger_transfer disable trigger user`
    await own.owner`update ledger_transfer set amount_cents = 6`
    expect(await verifyLedger(own.db, [])).toMatchObject([
      expect.stringMatching(/^month \d{4}-\d\d: not what it was/),
    ])
    await own.drop()
  })

  test('is missing in the open months when a transfer is dated back into it', async () => {
    const own = await freshDatabase()
    await datePast(own)
    await own.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [7])
      move(batch, { key: 'month', from: 'opening', to: { playerId: 7, kind: 'cash' }, cents: 5 })
      await post(tx, batch)
    })
    expect(await verifyLedger(own.db, [], { wholeEverySeconds: 0 })).toEqual([])
    await own.owner`alter table ledger_transfer disable trigger user`
    await own.owner`update ledger_transfer set created_at = created_at - interval '40 days'`
    expect((await verifyLedger(own.db, [])).join()).toMatch(/transfers 0/)
    await own.drop()
  })
})
