import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { killed, startServer } from '../../../tools/chaos/killed-app.ts'
import { freshDatabase } from '../../../tools/test/database.ts'
import { freePort } from '../../../tools/test/free-port.ts'
import { migrationFolders } from './migrations.ts'
import { inStartTurn, migrate } from './platform/db/index.ts'
import { verifyAll } from './verify.ts'

/** How often each is tried; more to find rare cases. */
const TIMES = Number(process.env['STARTS'] ?? 2)
const timesEach = [2, 3].flatMap((servers) =>
  Array.from({ length: TIMES }, (_none, at) => ({ servers, time: at + 1 })),
)

test.each(timesEach)(
  '$servers servers that start at once on an empty database make its tables once (time $time)',
  async ({ servers }) => {
    const fresh = await freshDatabase({ isEmpty: true })
    const ran = await Promise.all(
      Array.from({ length: servers }, () => migrate(fresh.ownerUrl, migrationFolders)),
    )
    const [kept] = await fresh.owner<
      { files: number }[]
    >`select count(*)::int as files from platform_migration`
    const invalid = await fresh.owner`select indexrelid::regclass from pg_index where not indisvalid`
    await fresh.drop()
    expect(ran.map(({ length }) => length).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: servers - 1 }, () => 0),
      kept?.files,
    ])
    expect(kept?.files).toBeGreaterThan(migrationFolders.length)
    expect(invalid).toEqual([])
  },
)

test('a start waits for its turn without blocking a concurrent index build, and a failed start lets the next one in', async () => {
  const fresh = await freshDatabase()
  let isSecondIn = false
  const { promise: isIn, resolve: saysIn } = Promise.withResolvers<void>()
  const { promise: mayFail, resolve: lets } = Promise.withResolvers<void>()
  const first = inStartTurn(fresh.ownerUrl, async () => {
    saysIn()
    await mayFail
    expect(isSecondIn).toBe(false)
    throw new Error('the first start failed')
  })
  await isIn
  const second = inStartTurn(fresh.ownerUrl, async () => {
    isSecondIn = true
  })
  const starting = () => fresh.owner<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'palpite start' and datname = current_database()`
  await expect.poll(async () => (await starting()).length).toBe(2)
  await fresh.owner`create index concurrently made_meanwhile on platform_audit (id)`
  lets()
  await expect(first).rejects.toThrow('the first start failed')
  await second
  expect(isSecondIn).toBe(true)
  await fresh.drop()
})

test('three servers that start at once on an empty database become ready, without a deadlock, with the seeded world', async () => {
  const fresh = await freshDatabase({ isEmpty: true })
  const folder = mkdtempSync(join(tmpdir(), 'palpite-starts-'))
  const env = { LOG_LEVEL: 'warn', SIMULATOR_SPEED: '0' }
  const start = async () =>
    startServer({ url: fresh.url, ownerUrl: fresh.ownerUrl, port: await freePort(), folder, env })
  const started = await Promise.allSettled([start(), start(), start()])
  await Promise.all(started.flatMap((one) => (one.status === 'fulfilled' ? [killed(one.value)] : [])))
  const said = readFileSync(join(folder, 'server.log'), 'utf8')
  const openings = await fresh.db<{ cents: number }[]>`
    select amount_cents as cents from ledger_transfer where key like 'opening:%'`
  const findings = await verifyAll(fresh.db)
  rmSync(folder, { recursive: true })
  await fresh.drop()
  expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  // No server here has a bank.
  const wrong = said.split('\n').filter((line) => /deadlock|"level":[56]0/.test(line))
  expect(wrong.filter((line) => !line.includes('no payment provider is configured'))).toEqual([])
  expect(openings).toEqual([{ cents: 100_000 }, { cents: 100_000 }])
  expect(findings).toEqual([])
})
