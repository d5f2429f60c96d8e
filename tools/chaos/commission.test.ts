import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, ownerOf } from '../test/database.ts'
import { verifyLedger } from '../../apps/server/src/ledger/index.ts'

const PLAYERS = 100_000
const STAKED_CENTS = 10_000
/** 0.30, 0.10 and 0.05 % of R$ 100. */
const EACH_CENTS = 45

let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
  const owner = ownerOf(database.db)
  // Each came by the code of the one before, and staked R$ 100 yesterday: everybody earns on three others.
  await owner`
    insert into identity_player (id, email, password_hash, invitation_code, referrer_id, registered_ip, registered_in_app,
                                 name, cpf, identified_at)
    overriding system value
    select n, 'c' || n || '@chaos.example', 'none', 'CHAOS' || n, nullif(n - 1, 1000000), '2001:db8::' || to_hex(n - 1000000),
           false, 'Ana Souza', lpad(n::text, 11, '0'), now()
      from generate_series(1000001, 1000000 + ${PLAYERS}::int) as n`
  await owner`
    insert into ledger_account (player_id, kind, turnover_day, staked_cents, settled_cents)
    select n, kind, (now() at time zone 'America/Sao_Paulo' - interval '15 minutes')::date - 1, ${STAKED_CENTS}, ${STAKED_CENTS}
      from generate_series(1000001, 1000000 + ${PLAYERS}::int) as n, unnest(array['cash', 'bonus']) as kind`
  await owner`analyze identity_player, ledger_account`
}, 120_000)
afterAll(() => database.drop())

const start = (): ChildProcess =>
  fork(fileURLToPath(new URL('pay-commission.ts', import.meta.url)), {
    execArgv: [],
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: database.url,
      PUBLIC_ID_SECRET: 'the secret of every test',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

const paid = async () => {
  const rows = await database.db<{ grants: number; cents: number }[]>`
    select count(*)::int as grants, coalesce(sum(amount_cents), 0)::bigint as cents from rewards_grant`
  return rows[0] ?? { grants: 0, cents: 0 }
}

/** Kills it with no word once some, but not all, of this has come about. */
async function killWhen(what: () => Promise<boolean>): Promise<void> {
  const child = start()
  const gone = once(child, 'exit')
  while (!(await what())) await sleep(20)
  child.kill('SIGKILL')
  await gone
}

test('1.23 the commission of 100,000 players is paid in one run, exactly once though it is killed in the middle', async () => {
  const shared = async () => {
    const rows = await database.db<{ until: number }[]>`
        select shared_until as until from rewards_commission_run where shared_until > 1000000`
    return rows.length > 0
  }
  await killWhen(shared)
  await killWhen(async () => (await paid()).grants > 0)
  const { grants } = await paid()
  expect(grants).toBeGreaterThan(0)
  expect(grants).toBeLessThan(PLAYERS - 1)
  const child = start()
  const gone = once(child, 'exit')
  await gone
  // The last three of the chain have fewer below them.
  expect(await paid()).toEqual({
    grants: PLAYERS - 1,
    cents: (PLAYERS - 3) * EACH_CENTS + 40 + 30,
  })
  expect(await verifyLedger(database.db, [])).toEqual([])
}, 180_000)
