import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import type { CallingPlayer } from './callers.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { timed } from './timed.ts'
import { openPlayers, storedStakes, withDeps } from './world.ts'
import { until } from '../test/until.ts'

const PLAYERS = 60
/** Less than the server's default, so that a busy machine's delays fit into the promised second. */
const PATIENCE_MS = 600
const BACK_MS = 5_000

let app: KilledApp
let players: CallingPlayer[]

beforeAll(async () => {
  app = await openKilledApp({ env: { PATIENCE_MS: String(PATIENCE_MS) } })
  players = await withDeps(app.databaseUrl, (deps) => openPlayers(deps, PLAYERS))
}, 120_000)

afterAll(() => app.close())

const newRounds = () =>
  players.map(({ token }) => ({
    token,
    body: { requestId: randomUUID(), stakeCents: 100, direction: 'over', targetHundredths: 5050 },
  }))
const play = (rounds: ReturnType<typeof newRounds>) =>
  Promise.all(rounds.map((round) => timed(`${app.url}/api/app/games/dice/betPlay`, round)))
const balances = () =>
  Promise.all(players.map(({ token }) => timed(`${app.url}/api/app/user/getBalance`, { token })))

const readyWithin = (ms: number) =>
  until('the server is ready', async () => (await timed(`${app.url}/readyz`)).http === 200, {
    patienceMs: ms,
  })

test('K34: a frozen database is answered 503 within a second, readiness reports it, and everything continues by itself', async () => {
  await play(newRounds())
  app.freezePostgres('all')
  try {
    // The first hit it in the middle of their work, the others once it is detected.
    for (const rounds of [newRounds(), newRounds()]) {
      const [played, read, livez, readyz] = await Promise.all([
        play(rounds),
        balances(),
        timed(`${app.url}/livez`),
        timed(`${app.url}/readyz`),
      ])
      for (const answer of [...played, ...read]) {
        expect(answer).toMatchObject({ http: 503, retryAfter: '1', body: { data: { retryAfterSeconds: 1 } } })
        expect(answer.ms).toBeLessThan(1000)
      }
      expect(livez.http).toBe(200)
      expect(Math.max(livez.ms, readyz.ms)).toBeLessThan(1000)
    }
    expect(await timed(`${app.url}/readyz`)).toMatchObject({ http: 503, body: { why: 'database_silent' } })
  } finally {
    app.thawPostgres()
  }
  await readyWithin(BACK_MS)
  const again = await play(newRounds())
  expect(again.filter(({ http }) => http !== 200)).toEqual([])
})

test('K34: a call answered 503 during a frozen database is repeated, and has played once', async () => {
  const rounds = newRounds()
  const playing = play(rounds)
  app.freezePostgres('all')
  const first = await playing.finally(() => app.thawPostgres())
  await readyWithin(BACK_MS)
  const second = await play(rounds)
  expect(second.filter(({ http }) => http !== 200)).toEqual([])
  const reported = [...first.entries()].filter(([, { http }]) => http === 200)
  expect(reported.map(([at]) => second[at]?.body)).toEqual(reported.map(([, { body }]) => body))
  const { stored, findings } = await withDeps(app.databaseUrl, async (deps) => ({
    stored: await storedStakes(deps),
    findings: await verifyAll(deps.db),
  }))
  expect(findings).toEqual([])
  expect(rounds.filter(({ body }) => stored.get(body.requestId)?.count !== 1)).toEqual([])
})

test('a database that accepts no new connections is not ready, and reports so', async () => {
  app.freezePostgres('postmaster')
  try {
    await expect.poll(async () => (await timed(`${app.url}/readyz`)).body['why']).toBe('database_silent')
    for (const { ms } of await balances()) expect(ms).toBeLessThan(1000)
  } finally {
    app.thawPostgres()
  }
  await readyWithin(BACK_MS)
})
