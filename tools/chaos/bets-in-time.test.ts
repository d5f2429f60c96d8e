import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { betAtRate, p99Of } from './bets-at-rate.ts'
import type { CallingPlayer } from './callers.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { balancesOf, openOffers, openPlayers, storedStakes, withDeps } from './world.ts'

/** 99 of 100 bets are answered within this at the intended rate. */
const PROMISED_MS = 250
/** The intended rate relative to the maximum: a fully loaded machine has no headroom for an evening. */
const MEANT = 1 / 2
const PLAYERS = 2000
const SECONDS = 10
const TRIES = 3
let app: KilledApp
let players: CallingPlayer[]
let offers: { outcomeId: string; priceMilli: number }[]

beforeAll(async () => {
  // The default patience and call limit of a server.
  app = await openKilledApp({ env: { PATIENCE_MS: '900', CALLS_AT_ONCE: '1000' } })
  players = await withDeps(app.databaseUrl, (deps) => openPlayers(deps, PLAYERS))
  offers = await openOffers(app.url)
})

afterAll(() => app.close())

const sum = (cents: Iterable<number>) => [...cents].reduce((total, one) => total + one, 0)

test(`K34: 99 of 100 bets are answered within ${PROMISED_MS} ms at the intended rate; at ten times of it each is accepted or refused, and balances stay right`, async () => {
  const before = await withDeps(app.databaseUrl, (deps) => balancesOf(deps, players))
  const common = { port: Number(new URL(app.url).port), players, offers }
  const atMost = { ...common, connections: 64, seconds: SECONDS }
  await betAtRate({ ...atMost, seconds: 5 }) // compiling and caching on the way do not count
  const most = await betAtRate(atMost)
  expect([most.others, most.putOff]).toEqual([[], []])
  const acknowledged = [...most.accepted]
  const rate = (most.accepted.length / SECONDS) * MEANT

  // Another process on the same machine may delay it for a moment; a server that is too slow is so each time.
  const p99s: number[] = []
  while (p99s.length < TRIES && !((p99s.at(-1) ?? Infinity) <= PROMISED_MS)) {
    const meant = await betAtRate({ ...common, connections: 256, seconds: SECONDS, rate })
    expect([meant.others, meant.putOff]).toEqual([[], []])
    expect(meant.accepted.length).toBeGreaterThan(rate * SECONDS * 0.9)
    acknowledged.push(...meant.accepted)
    p99s.push(p99Of(meant.accepted))
  }
  const crowd = await betAtRate({ ...common, connections: 6000, seconds: SECONDS, rate: rate * 10 })
  process.stderr.write(
    `${Math.round(rate)} bets a second: p99 ${p99s.map(Math.round).join(', ')} ms; at ten times of it ` +
      `${crowd.accepted.length} taken, ${crowd.putOff.length} put off, p99 ${Math.round(p99Of([...crowd.accepted, ...crowd.putOff]))} ms\n`,
  )
  expect(Math.min(...p99s)).toBeLessThanOrEqual(PROMISED_MS)
  expect(crowd.others).toEqual([])
  expect(crowd.accepted.length).toBeGreaterThan(rate)
  expect(crowd.putOff.length).toBeGreaterThan(rate)
  expect(crowd.putOff.filter(({ hasRetryAfter }) => !hasRetryAfter)).toEqual([])

  const { after, stored, findings } = await withDeps(app.databaseUrl, async (deps) => ({
    after: await balancesOf(deps, players),
    stored: await storedStakes(deps),
    findings: await verifyAll(deps.db),
  }))
  expect(findings).toEqual([])
  acknowledged.push(...crowd.accepted)
  expect(acknowledged.filter(({ requestId }) => stored.get(requestId)?.count !== 1)).toEqual([])
  expect(sum(after.values()) - sum(before.values())).toBe(sum([...stored.values()].map(({ cents }) => cents)))
})
