import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../tools/test/database.ts'
import { present } from './platform/errors.ts'
import { type Db, openDb, wrongAppRole } from './platform/db/index.ts'
import { openApp } from './app.ts'
import { readConfig } from './platform/config.ts'
import { urlAs } from '../../../tools/test/fleeting-databases.ts'

let fresh: FreshDatabase
let month = ''
beforeAll(async () => {
  fresh = await freshDatabase()
  const [first] = await fresh.db<{ table: string }[]>`
    select min(inhrelid::regclass::text) as table from pg_inherits where inhparent = 'ledger_entry'::regclass`
  month = present(first, 'a month of entries').table.replace('ledger_entry_', '')
})
afterAll(() => fresh.drop())

const run = (db: Db, text: string) => db([text.replace('MONTH', month)] as unknown as TemplateStringsArray)

test.each([
  'update ledger_transfer set amount_cents = 1',
  'delete from ledger_transfer',
  'update ledger_entry set created_at = now()',
  'delete from ledger_entry',
  'update ledger_entry_MONTH set amount_cents = 1',
  'delete from ledger_transfer_MONTH',
  `update ledger_account set player_id = 8`,
  'delete from ledger_account',
  `update platform_audit set subject = 'x'`,
  'delete from platform_audit',
  'update games_round set stake_cents = 1',
  'update games_step set tile = 1',
  'delete from games_round',
  `update games_seed_pair set server_seed = 'x'`,
  'update sportsbook_bet set stake_cents = 1',
  `update sportsbook_bet set folds = '[2]'`,
  'update sportsbook_bet set player_id = 8',
  'delete from sportsbook_bet',
  'update sportsbook_leg set price_milli = 2000',
  'update cashier_withdrawal set net_cents = 1',
  `update cashier_withdrawal set pay_card_no = 'x'`,
  'update platform_migration set checksum = name',
  'truncate ledger_entry',
  'truncate realtime_message',
  'alter table ledger_transfer disable trigger ledger_transfer_stays',
  'alter table ledger_account drop constraint ledger_account_floor',
  'drop trigger ledger_entry_stays on ledger_entry',
  'drop table ledger_entry',
  'create table stolen (n int)',
  `create or replace function ledger_refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
  'set session_replication_role = replica',
  'set role palpite',
  `select setval('games_round_id', 1)`,
  `select platform_add_partitions(array['ledger_account'], 3)`,
  `select platform_add_partitions(array['ledger_entry'], 1000)`,
  'select platform_outbox_make_days(1000)',
])('K4: the application’s role may not %s', async (text) => {
  await expect(run(fresh.db, text)).rejects.toThrow(
    /permission denied|must be owner|is no partitioned table|are made for the coming/,
  )
})

test('K4: what the application may not do is refused to the owner too, by a trigger, as long as it exists', async () => {
  const before = { key: 'guarded', sides: '1, 2, 5' }
  await run(
    fresh.owner,
    `insert into ledger_transfer (player_id, key, debit_account_id, credit_account_id, amount_cents)
     values (0, '${before.key}', ${before.sides})`,
  )
  for (const text of ['update ledger_transfer set amount_cents = 1', 'delete from ledger_transfer'])
    await expect(run(fresh.owner, text)).rejects.toThrow('never changed')
})

describe('the rights of the application, read from the catalogue', () => {
  const tables = `select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`

  /** What violates the rule, by name, according to the catalogue. */
  const breaking = async (text: string) =>
    (await fresh.owner<{ name: string }[]>([text] as unknown as TemplateStringsArray)).map(({ name }) => name)

  const rules = {
    'it owns nothing': `
      select relname as name from pg_class where pg_has_role('palpite_app', relowner, 'member')
      union all select proname from pg_proc where pg_has_role('palpite_app', proowner, 'member')`,
    'it makes nothing': `
      select nspname as name from pg_namespace
       where nspname !~ '^pg_' and has_schema_privilege('palpite_app', oid, 'create')`,
    'it empties, guards and points at no table': `
      select relname as name from (${tables}) as one
       where has_table_privilege('palpite_app', oid, 'truncate, trigger, references')`,
    'it reads and adds to every table but that of the migrations': `
      select relname as name from (${tables}) as one
       where not has_table_privilege('palpite_app', oid, 'select')
          or has_table_privilege('palpite_app', oid, 'insert') <> (relname <> 'platform_migration')`,
    'it changes no row that a trigger keeps': `
      select distinct relname as name
        from pg_trigger join pg_class one on one.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
       where proname ~ '_refuse_change$' and relname <> 'ledger_transfer_key'
         and (tgtype & 16 > 0 and has_any_column_privilege('palpite_app', one.oid, 'update')
           or tgtype & 8 > 0 and has_table_privilege('palpite_app', one.oid, 'delete'))`,
    'it changes no partition past its table': `
      select inhrelid::regclass::text as name from pg_inherits
       where has_any_column_privilege('palpite_app', inhrelid, 'update')
          or has_table_privilege('palpite_app', inhrelid, 'delete')`,
    'it moves no row to another player where money is': `
      select relname as name
        from (${tables}) as one join pg_attribute on attrelid = oid and attname in ('player_id', 'stake_cents', 'amount_cents')
       where relname ~ '^(ledger|games)_|^sportsbook_bet|^cashier_(order|topup|withdrawal)'
         and has_column_privilege('palpite_app', attrelid, attnum, 'update')`,
    'a function that runs as the owner looks names up in one place, and is for the application alone': `
      select proname as name from pg_proc
       where pronamespace = 'public'::regnamespace and prosecdef
         and (not coalesce(proconfig, '{}') @> array['search_path=public, pg_temp']
           or exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0))`,
  }

  test.each(Object.entries(rules))('K4: %s', async (_rule, text) => {
    expect(await breaking(text)).toEqual([])
  })

  test('detects a table, a right and a function that violate them', async () => {
    const damage = [
      'create table games_careless (player_id bigint)',
      'grant update, truncate on games_careless to palpite_app',
      'revoke insert on games_careless from palpite_app',
      'grant update on ledger_entry to palpite_app',
      `grant delete on ledger_entry_${month} to palpite_app`,
      'alter table sportsbook_leg owner to palpite_app',
      'grant create on schema public to palpite_app',
      `create function careless() returns void language sql security definer as 'select'`,
    ]
    for (const text of damage) await run(fresh.owner, text)
    const found = Object.values(rules).map(async (text) => (await breaking(text)).length > 0)
    expect(await Promise.all(found)).toEqual(Object.keys(rules).map(() => true))
  })
})

describe('the role that the application connects as', () => {
  /** Opens the server in production until it fails; it ends before it listens. */
  const opened = (url: string) => {
    const read = readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent' })
    if (!read.ok) throw new Error(read.sentences.join())
    return openApp({ ...read.config, NODE_ENV: 'production' })
  }

  test('K4: a server in production does not start as the owner of the tables, and says why in a sentence', async () => {
    await expect(opened(fresh.ownerUrl)).rejects.toThrow(
      /^The role \S+ of DATABASE_URL owns .* DATABASE_OWNER_URL\.$/,
    )
  })

  test('is accepted', async () => {
    const own = await freshDatabase()
    expect(await wrongAppRole(own.db)).toBeUndefined()
    await own.drop()
  })

  test('is rejected as owner of the tables, with what to do', async () => {
    expect(await wrongAppRole(fresh.owner)).toMatch(
      /^The role \S+ of DATABASE_URL owns .* DATABASE_OWNER_URL\.$/,
    )
  })

  test('is rejected without rights, with what to do; one granted the application’s rights passes', async () => {
    const own = await freshDatabase()
    const name = `palpite_test_role_${process.pid}`
    await run(own.owner, `create role ${name} login`)
    const db = openDb({ url: urlAs(own.url, name), connections: 1, onLostConnection: () => {} })
    expect(await wrongAppRole(db)).toBe(
      `The role ${name} of DATABASE_URL has no rights here: grant palpite_app to it.`,
    )
    await run(own.owner, `grant palpite_app to ${name}`)
    expect(await wrongAppRole(db)).toBeUndefined()
    await db.close()
    await run(own.owner, `drop role ${name}`)
    await own.drop()
  })
})
