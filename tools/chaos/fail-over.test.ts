import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_ROLE, openDb } from '../../apps/server/src/platform/db/index.ts'
import { createAppRole, createDatabase } from '../../apps/server/src/platform/postgres/queries.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { type DatabaseCluster, missingForCluster, openCluster } from '../cluster/cluster.ts'
import { freePort } from '../test/free-port.ts'
import { until } from '../test/until.ts'
import {
  type CallingPlayer,
  callUntilStopped,
  changedAnswers,
  isStoredAsAnswered,
  PACE_MS,
  send,
} from './callers.ts'
import { killed, startServer } from './killed-app.ts'
import { midLoad } from './load.ts'
import { balancesOf, openOffers, openPlayers, storedStakes, withDeps } from './world.ts'

/** The promise is twenty; the short form of the other kills does one. `FAILOVERS=20` for all of them. */
const FAILOVERS = Number(process.env['FAILOVERS'] ?? (process.env['KILLS'] ? 1 : 20))
const PLAYERS = 16
const ASKED_AGAIN_EVERY = 10
/** A silent node is replaced after half a minute, and as long again until all follow; longer on a busy machine. */
const TEST_MS = 300_000 + FAILOVERS * 120_000

const missing = missingForCluster()

let folder: string
let cluster: DatabaseCluster
let servers: { url: string; kill: () => Promise<void> }[] = []
let players: CallingPlayer[]
/** Probes when the servers are back. */
let prober: CallingPlayer

beforeAll(async () => {
  if (missing !== undefined) return
  folder = mkdtempSync(join(tmpdir(), 'palpite-fail-over-'))
  chmodSync(folder, 0o755) // for the database's account
  cluster = await openCluster({ folder: join(folder, 'cluster') })
  await createDatabase(cluster.urlOf('postgres'), 'palpite')
  await createAppRole(cluster.urlOf('postgres'))
  const appUrl = await grantNetworkLogin()
  servers = [await startOne(appUrl), await startOne(appUrl)]
  const [one, ...others] = await withDeps(cluster.urlOf('palpite'), (deps) => openPlayers(deps, PLAYERS + 1))
  if (!one) throw new Error('somebody asks when the house is back')
  prober = one
  players = others
}, TEST_MS)

afterAll(async () => {
  if (missing !== undefined) return
  await Promise.all(servers.map(({ kill }) => kill()))
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Grants the application's role access over the network. */
async function grantNetworkLogin(): Promise<string> {
  const password = randomBytes(16).toString('hex')
  const db = openDb({ url: cluster.urlOf('palpite'), connections: 1, onLostConnection: () => {} })
  await db`select set_config('palpite.password', ${password}, false)`
  await db`do $$ begin
    execute format('alter role palpite_app password %L', current_setting('palpite.password'));
  end $$`
  await db.close()
  return Object.assign(new URL(cluster.urlOf('palpite')), { username: APP_ROLE, password }).href
}

async function startOne(appUrl: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const ownerUrl = cluster.urlOf('palpite')
  const server = await startServer({ url: appUrl, ownerUrl, port, folder, env: { LOG_LEVEL: 'fatal' } })
  return { url, kill: () => killed(server) }
}

/** How long until a stake sent from now on is acknowledged. */
async function msUntilAnswered(url: string): Promise<number> {
  const began = performance.now()
  const requestId = randomUUID()
  const body = { requestId, stakeCents: 100, direction: 'over', targetHundredths: 5050 }
  const { playerId, token } = prober
  const sent = { requestId, playerId, path: '/api/app/games/dice/betPlay', body }
  await until('the servers are back', () => send(url, { playerId, token }, sent), {
    patienceMs: 300_000,
    pauseMs: PACE_MS,
  })
  return performance.now() - began
}

test.skipIf(missing !== undefined)(
  `K11: the machine of the writing database is killed ${FAILOVERS} times under load: another takes over by itself, and no acknowledged stake is lost`,
  async () => {
    const [first, second] = servers.map(({ url }) => url)
    if (!first || !second) throw new Error('two servers run')
    const before = await withDeps(cluster.urlOf('palpite'), (deps) => balancesOf(deps, players))
    const offers = await openOffers(first)
    const half = players.length / 2
    const calls = [
      callUntilStopped(first, players.slice(0, half), offers),
      callUntilStopped(second, players.slice(half), offers),
    ]
    const outagesMs: number[] = []
    for (let kills = 0; kills < FAILOVERS; kills += 1) {
      await Promise.all(calls.map(({ load }) => midLoad(load, randomInt(10, 60))))
      const name = await cluster.killLeader()
      outagesMs.push(await msUntilAnswered(first))
      // As they come: a run that is cut off has told of its kills.
      console.log(`kill ${kills + 1}: ${((outagesMs.at(-1) ?? 0) / 1000).toFixed(1)} s without an answer`)
      await cluster.revive(name)
      await cluster.whole()
    }
    const sent = (await Promise.all(calls.map(({ stop }) => stop()))).flat()
    const acknowledged = sent.filter(({ answer }) => answer !== undefined)
    expect(acknowledged.length).toBeGreaterThan(FAILOVERS * 10)
    expect(sent.length).toBeGreaterThan(acknowledged.length) // some were lost: the kills hit the load

    const asked = sent.filter(({ answer }, at) => answer === undefined || at % ASKED_AGAIN_EVERY === 0)
    expect(await changedAnswers(first, players, asked)).toEqual([])
    const { rows, after, findings } = await withDeps(cluster.urlOf('palpite'), async (deps) => ({
      rows: await storedStakes(deps),
      after: await balancesOf(deps, players),
      findings: await verifyAll(deps.db),
    }))
    expect(findings).toEqual([])
    expect(acknowledged.filter((one) => !isStoredAsAnswered(one, rows.get(one.requestId)))).toEqual([])
    expect(sent.filter(({ requestId }) => rows.get(requestId)?.count !== 1)).toEqual([])
    for (const { playerId } of players) {
      const moved = sent.filter((one) => one.playerId === playerId)
      const cents = moved.reduce((sum, { requestId }) => sum + (rows.get(requestId)?.cents ?? Number.NaN), 0)
      expect((after.get(playerId) ?? 0) - (before.get(playerId) ?? 0)).toBe(cents)
    }
    const seconds = outagesMs.map((ms) => (ms / 1000).toFixed(1)).join(', ')
    console.log(
      `${acknowledged.length} acknowledged of ${sent.length}; seconds without an answer: ${seconds}`,
    )
  },
  TEST_MS,
)
