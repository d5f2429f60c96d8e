import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, ownerOf } from '../test/database.ts'
import { CHAIN_FROM, chainCents, insertInvitedChain } from '../test/invited-chain.ts'
import { verifyLedger } from '../../apps/server/src/ledger/index.ts'
import { until } from '../test/until.ts'

const PLAYERS = 100_000
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase()
  await insertInvitedChain(ownerOf(database.db), PLAYERS)
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

/** Kills it without notice once some of this, but not all, is done. */
async function killWhen(what: () => Promise<boolean>): Promise<void> {
  const child = start()
  const gone = once(child, 'exit')
  await until('it is half-way', what, { patienceMs: 120_000 })
  child.kill('SIGKILL')
  await gone
}

test('1.23 the commission of 100,000 players is paid in one run, exactly once although it is killed half-way', async () => {
  const shared = async () => {
    const rows = await database.db<{ until: number }[]>`
        select shared_until as until from rewards_commission_run where shared_until > ${CHAIN_FROM}`
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
  expect(await paid()).toEqual({ grants: PLAYERS - 1, cents: chainCents(PLAYERS) })
  expect(await verifyLedger(database.db, [])).toEqual([])
}, 180_000)
