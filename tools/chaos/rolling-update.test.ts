import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { freePort } from '../test/free-port.ts'
import { until } from '../test/until.ts'
import { type CallingPlayer, callUntilStopped } from './callers.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { midLoad } from './load.ts'
import { openOffers, openPlayers, withDeps } from './world.ts'

const PLAYERS = 12
/** How often both servers are replaced, one after the other; half as often in the short form. */
const ROUNDS = process.env['KILLS'] ? 2 : 4
const HAPROXY = ['/usr/sbin/haproxy', '/usr/bin/haproxy'].find((place) => existsSync(place))
const CONFIG = resolve(import.meta.dirname, '../../deploy/haproxy.cfg')

let app: KilledApp
let proxy: ChildProcess | undefined
let url: string
let players: CallingPlayer[]
let offers: { outcomeId: string; priceMilli: number }[]
/** The servers at the two addresses of the proxy. */
const servers: { stop: () => Promise<void> }[] = []
let ports: number[] = []
let stats: string

const startAt = (place: number) => app.startAnother(`server_${place}`, ports[place])

/** Whether the proxy routes calls to this server. */
async function isRouted(place: number): Promise<boolean> {
  const reported = await fetch(stats).then(
    (response) => response.text(),
    () => '',
  )
  const name = ['a', 'b'][place]
  return reported.includes(`haproxy_server_status{proxy="calls",server="${name}",state="UP"} 1`)
}

beforeAll(async () => {
  if (!HAPROXY) return
  app = await openKilledApp({ env: { TRUST_PROXY: '1', DRAIN_MS: '8000' } })
  // Before the two servers start: the minimum time between rounds is a setting, and a running server reads it later.
  players = await withDeps(app.databaseUrl, (deps) => openPlayers(deps, PLAYERS))
  ports = [await freePort(), await freePort()]
  servers.push(await startAt(0), await startAt(1))
  const [front, itself] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${front}`
  stats = `http://127.0.0.1:${itself}/metrics`
  const [a, b] = ports.map((port) => `127.0.0.1:${port}`)
  const env = {
    PALPITE_BIND: `127.0.0.1:${front}`,
    PALPITE_STATS: `127.0.0.1:${itself}`,
    PALPITE_COUNTRIES: '/dev/null',
    PALPITE_A: a,
    PALPITE_B: b,
  }
  proxy = spawn(HAPROXY, ['-db', '-f', CONFIG], { env, stdio: 'ignore' })
  for (const place of [0, 1]) await until('the proxy routes to the server', () => isRouted(place))
  offers = await openOffers(url)
})

afterAll(async () => {
  if (!HAPROXY) return
  if (proxy?.exitCode === null) {
    const gone = once(proxy, 'exit')
    proxy.kill('SIGKILL')
    await gone
  }
  await app.close()
})

test.skipIf(!HAPROXY)(
  `K32: behind HAProxy as deploy/haproxy.cfg has it, two servers are replaced ${ROUNDS} times each under load, without a failed answer`,
  async () => {
    const { load, stop } = callUntilStopped(url, players, offers)
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const place of [0, 1]) {
        await midLoad(load, 50)
        await servers[place]?.stop()
        servers[place] = await startAt(place)
        await until('the proxy routes to it again', () => isRouted(place))
      }
    }
    await midLoad(load, 50)
    const sent = await stop()
    expect(sent.length).toBeGreaterThan(ROUNDS * 100)
    expect(sent.filter(({ answer }) => answer === undefined)).toEqual([])
    expect(await withDeps(app.databaseUrl, (deps) => verifyAll(deps.db))).toEqual([])
  },
)
