import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../apps/server/src/platform/db/index.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { until } from '../test/until.ts'
import { type CallingPlayer, callUntilStopped } from './callers.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { openOffers, openPlayers, withDeps } from './world.ts'

const PLAYERS = 12
const ENOUGH = 100

let app: KilledApp
let players: CallingPlayer[]
let offers: { outcomeId: string; priceMilli: number }[]

beforeAll(async () => {
  app = await openKilledApp()
  players = await withDeps(app.databaseUrl, (deps) => openPlayers(deps, PLAYERS))
  offers = await openOffers(app.url)
}, 120_000)

afterAll(() => app.close())

/** Migrations a next version might make of tables that play writes to. */
const MIGRATIONS = {
  '0001-columns.sql': `
    alter table sportsbook_bet add column trial text;
    alter table games_round add column trial text;
    alter table ledger_entry add column trial text;`,
  '0002-index.sql': `-- outside of a transaction: nobody waits
    drop index concurrently if exists sportsbook_bet_trial;
    create index concurrently sportsbook_bet_trial on sportsbook_bet (trial) where trial is not null;`,
  '0003-table.sql': `create table trial (id bigint primary key)`,
}

test('K32: migrations run under load, with a server of the new version beside the old one, without a failed answer', async () => {
  const { stop: stopOld } = callUntilStopped(app.url, players, offers)
  await until('the load is there', async () => (await countBets()) > 20)
  const ran = await migrateMore()
  const newer = await app.startAnother('newer')
  const { stop: stopNew } = callUntilStopped(newer.url, players, offers)
  const countBefore = await countBets()
  await until('both are at work', async () => (await countBets()) > countBefore + ENOUGH)
  const sent = [...(await stopOld()), ...(await stopNew())]
  expect(ran).toEqual(Object.keys(MIGRATIONS).map((name) => `trial/${name}`))
  expect(sent.length).toBeGreaterThan(ENOUGH)
  expect(sent.filter(({ answer }) => answer === undefined)).toEqual([])
  expect(await withDeps(app.databaseUrl, (deps) => verifyAll(deps.db))).toEqual([])
}, 240_000)

const countBets = () =>
  withDeps(app.databaseUrl, async ({ db }) => {
    const [row] = await db<{ count: number }[]>`select count(*)::int as count from sportsbook_bet`
    return row?.count ?? 0
  })

async function migrateMore(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-trial-'))
  try {
    for (const [name, text] of Object.entries(MIGRATIONS)) writeFileSync(join(folder, name), text)
    return await migrate(app.ownerUrl, [{ module: 'trial', folder }])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
