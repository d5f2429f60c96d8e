import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { type CallingPlayer, callUntilStopped } from './callers.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { timed } from './timed.ts'
import { openOffers, openPlayers, storedStakes, withDeps } from './world.ts'

const DISK_MIB = 600
const RESERVE_MIB = 64
const MIB = 1024 * 1024
const BACK_MS = 20_000

const probe = mountSmallDisk(1)
probe?.remove()
/** Only root may mount a file system: as an ordinary user these tests are skipped, visibly. */
const mayMount = probe !== undefined

let disk: SmallDisk
let app: KilledApp
let players: CallingPlayer[]

async function open(env: Record<string, string>): Promise<void> {
  const mounted = mountSmallDisk(DISK_MIB)
  if (!mounted) throw new Error('no disk to fill')
  disk = mounted
  // Full logging, on the same disk: a request that waits for the log would not be answered.
  const folder = join(disk.folder, 'data')
  mkdirSync(folder, { mode: 0o755 })
  app = await openKilledApp({ folder, env: { LOG_LEVEL: 'debug', ...env } })
  players = await withDeps(app.databaseUrl, (deps) => openPlayers(deps, 8))
}

afterEach(async () => {
  disk.empty()
  await app.close()
  disk.remove()
})

const play = ({ token }: CallingPlayer) =>
  timed(`${app.url}/api/app/games/dice/betPlay`, {
    token,
    body: { requestId: randomUUID(), stakeCents: 100, direction: 'over', targetHundredths: 5050 },
  })
const why = async () => (await timed(`${app.url}/readyz`)).body['why']

test.runIf(mayMount)(
  'on a full disk writes are refused, reads are answered, and with space everything continues by itself',
  async () => {
    await open({ DISK_RESERVE_MB: String(RESERVE_MIB) })
    const [player] = players as [CallingPlayer]
    expect((await play(player)).http).toBe(200)
    disk.fill((RESERVE_MIB / 2) * MIB)
    await expect.poll(why).toBe('disk_full')
    disk.fill(0)
    // Each by another player: one alone is rate-limited.
    for (const other of [...players, ...players]) {
      const [played, read, livez] = await Promise.all([
        play(other),
        timed(`${app.url}/api/app/user/getBalance`, { token: other.token }),
        timed(`${app.url}/livez`),
      ])
      expect(played).toMatchObject({ http: 503, retryAfter: '1', body: { data: { code: 'fault' } } })
      expect(read.http).toBe(200)
      expect(livez.http).toBe(200)
      await sleep(50)
    }
    expect(await (await fetch(`${app.url}/metrics`)).text()).toMatch(/palpite_trouble\{what="disk_full"\} 1/)
    await expect.poll(why).toBe('disk_full')

    disk.empty()
    await expect.poll(why, { timeout: BACK_MS }).toBeUndefined()
    expect((await play(player)).http).toBe(200)
    expect(await withDeps(app.databaseUrl, ({ db }) => verifyAll(db))).toEqual([])
  },
)

test.runIf(mayMount)(
  'a disk that fills under load, without a reserve, costs no acknowledged cent and hangs nothing',
  async () => {
    await open({ DISK_RESERVE_MB: '0' })
    const { stop } = callUntilStopped(app.url, players, await openOffers(app.url))
    await sleep(1000)
    disk.fill(0)
    for (let look = 0; look < 30; look += 1) {
      expect((await timed(`${app.url}/livez`)).http).toBe(200)
      await sleep(100)
    }
    const sent = await stop()
    expect(sent.some(({ answer }) => answer !== undefined)).toBe(true)
    disk.empty()
    await app.revivePostgres()
    await app.ready()
    await expect
      .poll(async () => (await play(players[0] as CallingPlayer)).http, { timeout: BACK_MS })
      .toBe(200)
    const { stored, findings } = await withDeps(app.databaseUrl, async (deps) => ({
      stored: await storedStakes(deps),
      findings: await verifyAll(deps.db),
    }))
    expect(sent.filter(({ answer, requestId }) => answer && stored.get(requestId)?.count !== 1)).toEqual([])
    expect(findings).toEqual([])
  },
)
