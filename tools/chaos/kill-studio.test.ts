import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../../apps/server/src/platform/db/index.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import type { CallingPlayer } from './callers.ts'
import { midLoad } from './load.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { type KilledStudio, openKilledStudio, studioTerms } from './killed-studio.ts'
import { playStudioUntilStopped } from './studio-callers.ts'
import { balancesOf, openPlayers, withDeps } from './world.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const PLAYERS = 9
/** Stakes without an answer are refunded after a quarter of a minute; a curve may take some minutes. */
const SETTLED_MS = 300_000

let app: KilledApp
let studio: KilledStudio
let players: CallingPlayer[]

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-chaos-'))
  chmodSync(folder, 0o755) // for the database's account
  const terms = await studioTerms()
  const env = {
    STUDIO_URL: `http://127.0.0.1:${terms.port}`,
    STUDIO_KEY_ID: terms.keyId,
    STUDIO_SECRET: terms.secret,
  }
  app = await openKilledApp({ env, folder })
  studio = await openKilledStudio(terms, { walletUrl: app.url, ownerUrl: app.ownerUrl, folder })
  players = await withDeps(app.databaseUrl, (deps) => openPlayers(deps, PLAYERS))
}, 300_000)

afterAll(async () => {
  await studio.close()
  await app.close()
})

type Book = { player: string; stakedCents: number; wonCents: number }

/** The studio's own book: what each player staked and won in finished, counted bets. */
async function studioBook(): Promise<{ underWay: number; rows: Book[]; chains: number[] }> {
  const db = openDb({ url: studio.databaseUrl, connections: 1, onLostConnection: () => {} })
  try {
    const [under] = await db<{ count: number }[]>`
      select count(*) as count from studio_bet where status in ('staking', 'playing', 'paying', 'undoing')`
    const rows = await db<Book[]>`
      select player, sum(stake_cents)::bigint as "stakedCents", sum(win_cents)::bigint as "wonCents"
        from studio_bet where status = 'done' group by player order by player`
    const chains = await db<{ place: number }[]>`select place from studio_crash_round order by id`
    return { underWay: under?.count ?? 0, rows, chains: chains.map(({ place }) => place) }
  } finally {
    await db.close()
  }
}

test(`kill -9 of server, studio and PostgreSQL ${KILLS} times under play leaves the studio's book equal to ours to the cent`, async () => {
  const before = await withDeps(app.databaseUrl, (deps) => balancesOf(deps, players))
  const { load, stop } = playStudioUntilStopped({ url: app.url, studioUrl: studio.url }, players)
  const kills = [app.killServer, studio.kill, app.killPostgres]
  for (let at = 0; at < KILLS; at += 1) {
    await midLoad(load, randomInt(5, 20))
    await kills[at % kills.length]?.()
  }
  await midLoad(load, 10)
  const met = await stop()
  expect(met.wrong).toEqual([])
  expect(met.done).toBeGreaterThan(0)
  expect(met.cutOff).toBeGreaterThan(0) // the kills hit bets in progress
  const isSettled = async () => (await studioBook()).underWay
  await expect.poll(isSettled, { timeout: SETTLED_MS, interval: 1000 }).toBe(0)

  const { rows: theirs, chains } = await studioBook()
  const ours = await withDeps(
    app.databaseUrl,
    ({ db }) => db<{ playerId: number; staked: number; won: number }[]>`
    select player_id as "playerId",
           coalesce(sum(case kind when 'debit' then cents when 'rollback' then -cents end), 0)::bigint as staked,
           coalesce(sum(cents) filter (where kind = 'credit'), 0)::bigint as won
      from games_wallet_transaction group by player_id order by player_id`,
  )
  const sums = (each: readonly (readonly [number, number])[]) =>
    each.map(([staked, won]) => `${staked}-${won}`).toSorted()
  // The studio has its own player names, so the books are compared without them.
  const own = ours.filter(({ staked, won }) => staked !== 0 || won !== 0)
  expect(sums(theirs.map(({ stakedCents, wonCents }) => [stakedCents, wonCents]))).toEqual(
    sums(own.map(({ staked, won }) => [staked, won])),
  )
  const after = await withDeps(app.databaseUrl, (deps) => balancesOf(deps, players))
  const moved = new Map(ours.map(({ playerId, staked, won }) => [playerId, won - staked]))
  for (const { playerId } of players) {
    expect((after.get(playerId) ?? 0) - (before.get(playerId) ?? 0)).toBe(moved.get(playerId) ?? 0)
  }
  expect(chains).toEqual(chains.map((_, at) => at)) // every round of the chain was created once, in order
  expect(await withDeps(app.databaseUrl, ({ db }) => verifyAll(db))).toEqual([])
})
