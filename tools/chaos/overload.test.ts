import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import type { CallingPlayer } from './callers.ts'
import { callInCrowd } from './crowd.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { timed } from './timed.ts'
import { balancesOf, openPlayers, storedStakes, withDeps } from './world.ts'

/** The short form has a tenth of them. */
const CALLERS = Number(process.env['CALLERS'] ?? (process.env['KILLS'] ? 1600 : 16_000))
const SECONDS = 12
const PLAYERS = 2000
const BACK_MS = 5_000
let app: KilledApp
let players: CallingPlayer[]

beforeAll(async () => {
  app = await openKilledApp({ env: { PATIENCE_MS: '900', CALLS_AT_ONCE: '500' } })
  players = await withDeps(app.databaseUrl, (deps) => openPlayers(deps, PLAYERS))
}, 120_000)

afterAll(() => app.close())

const play = ({ token }: CallingPlayer) =>
  timed(`${app.url}/api/app/games/dice/betPlay`, {
    token,
    body: { requestId: randomUUID(), stakeCents: 100, direction: 'over', targetHundredths: 5050 },
  })

test(`K34: of ${CALLERS} callers at once each is served or refused with a Retry-After, no cent is wrong, and it is over in seconds`, async () => {
  const before = await withDeps(app.databaseUrl, (deps) => balancesOf(deps, players))
  const port = Number(new URL(app.url).port)
  const { played, putOff, others } = await callInCrowd({ port, players, callers: CALLERS, seconds: SECONDS })
  const endedAt = performance.now()

  // Reported and not asserted: the callers share the processors with the server, and are most of the load themselves.
  const slowest = [...played, ...putOff].map(({ ms }) => ms).sort((one, other) => other - one)
  const p99 = slowest[Math.floor(slowest.length / 100)] ?? 0
  process.stderr.write(
    `${played.length} played, ${putOff.length} put off, 99 of 100 answered within ${Math.round(p99)} ms\n`,
  )
  // 429 is the rate limit of one player, which a crowd of few players meets as well.
  expect(others.filter((answer) => !answer.startsWith('HTTP/1.1 429 '))).toEqual([])
  expect(played.length).toBeGreaterThan(100)
  expect(putOff.length).toBeGreaterThan(100)
  expect(putOff.filter(({ isAskedAgain }) => !isAskedAgain)).toEqual([])

  // Back to normal: as many calls as the server's limit are answered again.
  for (;;) {
    const answers = await Promise.all(players.slice(0, 50).map(play))
    if (answers.every(({ http, ms }) => http === 200 && ms < 1000)) break
    expect(performance.now() - endedAt).toBeLessThan(BACK_MS)
  }

  const { after, stored, findings } = await withDeps(app.databaseUrl, async (deps) => ({
    after: await balancesOf(deps, players),
    stored: await storedStakes(deps),
    findings: await verifyAll(deps.db),
  }))
  expect(findings).toEqual([])
  expect(played.filter(({ requestId }) => stored.get(requestId)?.count !== 1)).toEqual([])
  const sum = (cents: Iterable<number>) => [...cents].reduce((total, one) => total + one, 0)
  expect(sum(after.values()) - sum(before.values())).toBe(sum([...stored.values()].map(({ cents }) => cents)))
})
