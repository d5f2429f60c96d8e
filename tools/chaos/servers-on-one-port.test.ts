import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bankEnvironment } from '../../apps/server/src/cashier/testing/start-sandbox.ts'
import { connectTo } from '../../apps/server/src/realtime/testing/test-connections.ts'
import { hasRedis, openTestRedis } from '../test/redis.ts'
import { openKilledApp } from './killed-app.ts'
import { type CallingPlayer, send } from './callers.ts'
import { openPlayers, storedStakes, withDeps } from './world.ts'

/** Server processes that are children of another server process. */
function workersOf(port: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8')
      const isWorker = environment.includes('NODE_UNIQUE_ID=') && environment.includes(`\0PORT=${port}\0`)
      return isWorker ? [Number(name)] : []
    } catch {
      return [] // not a process, or gone
    }
  })
}

const PAGES = 4

type Reaching = {
  player: CallingPlayer | undefined
  metrics: () => Promise<string>
  playAll: () => Promise<unknown>
}

/** A round played on either server is pushed to its player's pages on both. */
async function reachesBoth(url: string, { player, metrics, playAll }: Reaching): Promise<void> {
  const tickets: string[] = []
  for (let page = 0; page < PAGES; page += 1) {
    const response = await fetch(`${url}/api/app/realtime/ticket`, {
      method: 'POST',
      headers: { authorization: player?.token ?? '', 'content-type': 'application/json' },
      body: '{}',
    })
    tickets.push(((await response.json()) as { data: { ticket: string } }).data.ticket)
  }
  // In sequence: connections are distributed over the servers in turn.
  const connections = tickets.map((ticket) => connectTo(url, ticket))
  expect(await Promise.all(connections.map(({ refused }) => refused))).toEqual(tickets.map(() => undefined))
  const withSocket = [...(await metrics()).matchAll(/^palpite_sockets\{server="(\d)"\} [1-9]/gm)]
  expect(withSocket.map(([, server]) => server)).toEqual(['1', '2'])
  await playAll()
  const isReported = () =>
    connections.map(({ received }) => received.some(({ event }) => event === 'updateUserInfo'))
  await expect.poll(isReported, { timeout: 30_000 }).toEqual(connections.map(() => true))
  for (const { socket } of connections) socket.disconnect()
}

/** Of an address that forges webhooks 60 are read in a minute in total, not by each server. */
const FORGED_A_MINUTE = 60
async function limitsBoth(url: string): Promise<void> {
  const answers: number[] = []
  for (let sent = 0; sent < 2 * FORGED_A_MINUTE; sent += 1) {
    const headers = { connection: 'close', 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/hooks/pix/pix`, { method: 'POST', headers, body: '{}' })
    await response.arrayBuffer()
    answers.push(response.status)
  }
  const read = answers.filter((status) => status === 401).length
  expect(new Set(answers)).toEqual(new Set([401, 429]))
  expect(read).toBeGreaterThanOrEqual(FORGED_A_MINUTE)
  // Concurrent ones may pass; and if Redis is slow for a moment a server counts for itself.
  expect(read).toBeLessThan(FORGED_A_MINUTE + 20)
}

test.skipIf(!hasRedis)(
  'two servers behind one port share calls, limits and what they tell; one that is killed or hangs is started again, and nothing acknowledged is lost',
  async () => {
    const redis = await openTestRedis()
    const app = await openKilledApp({
      env: {
        ...bankEnvironment('http://127.0.0.1:9'),
        SERVERS: '2',
        SERVER_HANG_SECONDS: '5',
        REDIS_URL: redis.url,
      },
    })
    const { port } = new URL(app.url)
    try {
      const players = await withDeps(app.databaseUrl, (deps) => openPlayers(deps, 40))
      const metrics = async () =>
        (await fetch(`${app.url}/metrics`, { headers: { connection: 'close' } })).text()
      const play = (player: (typeof players)[number], at: number) => {
        const requestId = `two-servers-on-one-port-${player.playerId}-${at}`
        const body = { requestId, stakeCents: 100, direction: 'over', targetHundredths: 5050 }
        return { requestId, playerId: player.playerId, path: '/api/app/games/dice/betPlay', body }
      }
      await expect.poll(async () => (await metrics()).includes('server="2"'), { timeout: 60_000 }).toBe(true)
      expect(workersOf(port)).toHaveLength(2)
      const playAll = async (at: number) => {
        const sent = players.map((player) => play(player, at))
        const taken = await Promise.all(
          players.map((player, place) => send(app.url, player, sent[place] ?? play(player, at))),
        )
        return sent.filter((_, place) => taken[place])
      }
      const acknowledged = await playAll(1)
      expect(acknowledged.length).toBe(players.length)
      const reported = await metrics()
      const servers = new Set(
        [...reported.matchAll(/^palpite_http_seconds_count\{server="(\d)".*betPlay/gm)].map(([, one]) => one),
      )
      expect(servers).toEqual(new Set(['1', '2']))

      await reachesBoth(app.url, { player: players[0], metrics, playAll: () => playAll(4) })
      await limitsBoth(app.url)

      const [first] = workersOf(port)
      let isReplaced = false
      const meanwhile: typeof acknowledged = []
      const playing = (async () => {
        for (let at = 10; !isReplaced; at += 1) meanwhile.push(...(await playAll(at)))
      })()
      await expect.poll(() => meanwhile.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(players.length)
      process.kill(first ?? 0, 'SIGKILL') // in the middle of calls: the next ones were sent at once
      await expect
        .poll(() => workersOf(port).filter((pid) => pid !== first).length, { timeout: 60_000 })
        .toBe(2)
      isReplaced = true
      await playing
      acknowledged.push(...meanwhile)
      await expect.poll(async () => (await metrics()).includes('server="3"'), { timeout: 60_000 }).toBe(true)
      const all = await playAll(3)
      expect(all.length).toBe(players.length)
      const stored = await withDeps(app.databaseUrl, storedStakes)
      expect([...acknowledged, ...all].filter(({ requestId }) => stored.get(requestId)?.count !== 1)).toEqual(
        [],
      )

      // One that hangs ends no connection and says nothing: the process that holds the port kills it.
      const [hanging] = workersOf(port)
      process.kill(hanging ?? 0, 'SIGSTOP')
      await expect
        .poll(() => workersOf(port).filter((pid) => pid !== hanging).length, { timeout: 60_000 })
        .toBe(2)
      await expect
        .poll(async () => /^palpite_servers_hung_total\{server="0"\} 1$/m.test(await metrics()), {
          timeout: 60_000,
        })
        .toBe(true)
      expect((await playAll(5)).length).toBe(players.length)
    } finally {
      await app.close()
      await redis.close()
    }
    // The process that held the port was killed: its servers do not outlive it.
    await expect.poll(() => workersOf(port), { timeout: 60_000 }).toEqual([])
  },
)
