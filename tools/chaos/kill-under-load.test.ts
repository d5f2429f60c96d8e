import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSessions, registerPlayers } from '../../apps/server/src/identity/index.ts'
import { makeTransfers, readBalances } from '../../apps/server/src/ledger/index.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { openDb } from '../../apps/server/src/platform/db/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { openLimits } from '../../apps/server/src/platform/limits.ts'
import { openLog } from '../../apps/server/src/platform/log.ts'
import { openMetrics } from '../../apps/server/src/platform/metrics.ts'
import { systemRandom } from '../../apps/server/src/platform/random.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { type CallingPlayer, callUntilStopped, PACE_MS, type Sent, send } from './callers.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { testDevice } from '../test/test-device.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const PLAYERS = 24
const OPENING_CENTS = 1_000_000
/** All unanswered stakes are asked again, and of the acknowledged ones one in so many. */
const ASKED_AGAIN_EVERY = 10

let killed: KilledApp
let players: CallingPlayer[]
let offers: { outcomeId: string; priceMilli: number }[]

beforeAll(async () => {
  killed = await openKilledApp()
  players = await withDeps(openPlayers)
  offers = await openOffers()
}, 120_000)

afterAll(() => killed.close())

test.each([
  ['the server', () => killed.killServer()],
  ['PostgreSQL', () => killed.killPostgres()],
])(
  `kill -9 of %s ${KILLS} times under load loses no acknowledged stake and no cent`,
  async (_what, kill) => {
    const before = await withDeps(balances)
    const stop = callUntilStopped(killed.url, players, offers)
    for (let kills = 0; kills < KILLS; kills += 1) {
      await sleep(randomInt(100, 500))
      await kill()
    }
    await sleep(300)
    const sent = await stop()
    const acknowledged = sent.filter(({ answer }) => answer !== undefined)
    expect(acknowledged.length).toBeGreaterThan(KILLS * 10)
    expect(sent.length).toBeGreaterThan(acknowledged.length) // some were cut off: the kills hit the load

    const asked = sent.filter(({ answer }, at) => answer === undefined || at % ASKED_AGAIN_EVERY === 0)
    expect(await changedAnswers(asked)).toEqual([])
    const { rows, after, findings } = await withDeps(async (deps) => ({
      rows: await storedStakes(deps),
      after: await balances(deps),
      findings: await verifyAll(deps.db),
    }))
    expect(findings).toEqual([])
    expect(sent.filter(({ requestId }) => rows.get(requestId)?.count !== 1)).toEqual([])
    expect(acknowledged.filter((one) => !isStoredAsAnswered(one, rows.get(one.requestId)))).toEqual([])
    for (const { playerId } of players) {
      const moved = sent.filter((one) => one.playerId === playerId)
      const cents = moved.reduce((sum, { requestId }) => sum + (rows.get(requestId)?.cents ?? Number.NaN), 0)
      expect((after.get(playerId) ?? 0) - (before.get(playerId) ?? 0)).toBe(cents)
    }
  },
  240_000,
)

/** Sends all of it once more; answers what was acknowledged before and now answers differently. */
async function changedAnswers(sent: readonly Sent[]): Promise<Sent[]> {
  const changed = players.map(async (player) => {
    const own: Sent[] = []
    for (const one of sent.filter(({ playerId }) => playerId === player.playerId)) {
      const { answer, ...again } = one
      while (!(await send(killed.url, player, again))) await sleep(PACE_MS)
      await sleep(PACE_MS)
      if (answer && !isDeepStrictEqual((again as Sent).answer, answer)) own.push(one)
    }
    return own
  })
  return (await Promise.all(changed)).flat()
}

/** A round's payout is what was told; a bet is there, and open. */
function isStoredAsAnswered({ answer, body }: Sent, row: { cents: number } | undefined): boolean {
  const payout = typeof answer?.['payoutCents'] === 'number' ? answer['payoutCents'] : 0
  return row?.cents === payout - Number(body['stakeCents'])
}

/** The test's own deps over the same database, for what a test may read and write directly. */
async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const read = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: killed.databaseUrl })
  if (!read.ok) throw new Error(read.sentences.join('; '))
  const db = openDb({ url: killed.databaseUrl, connections: 4, onLostConnection: () => {} })
  const shared = { random: systemRandom, metrics: openMetrics(), limits: openLimits(undefined) }
  try {
    return await work({ config: read.config, db, log: openLog('silent'), ...shared })
  } finally {
    await db.close()
  }
}

async function openPlayers(deps: Deps): Promise<CallingPlayer[]> {
  const registered = await registerPlayers(
    deps,
    Array.from({ length: PLAYERS }, (_, at) => ({
      email: `caller${at}@palpite.example`,
      passwordHash: 'none: these sessions are opened directly',
      phone: null,
      ip: '127.0.0.1',
    })),
  )
  const ids = registered.flatMap((answer) => (answer.ok ? [answer.value.playerId] : []))
  await makeTransfers(
    deps,
    ids.map((playerId) => ({
      key: `opening:${playerId}`,
      from: 'opening',
      to: { playerId, kind: 'cash' },
      cents: OPENING_CENTS,
    })),
  )
  return openSessions(
    deps,
    ids.map((playerId) => ({ playerId, ip: '127.0.0.1', device: testDevice })),
  )
}

/** Prices of matches that start tomorrow: open all through the test. */
async function openOffers() {
  const address = `${killed.url}/api/app/sportsbook/fixtures?sport=football&when=tomorrow`
  const { data } = (await (await fetch(address)).json()) as {
    data: { fixtures: { markets: { outcomes: { outcomeId: string; priceMilli: number }[] }[] }[] }[]
  }
  const outcomes = data.flatMap(({ fixtures }) =>
    fixtures.flatMap(({ markets }) => markets.flatMap((market) => market.outcomes)),
  )
  expect(outcomes.length).toBeGreaterThan(10)
  return outcomes.map(({ outcomeId, priceMilli }) => ({ outcomeId, priceMilli }))
}

async function balances(deps: Deps): Promise<Map<number, number>> {
  const balancesByPlayer = await readBalances(
    deps.db,
    players.map(({ playerId }) => playerId),
  )
  return new Map([...balancesByPlayer].map(([id, { cashCents, bonusCents }]) => [id, cashCents + bonusCents]))
}

/** What is stored of every request: how often, and what it moved the player's balance by. */
async function storedStakes({ db }: Deps): Promise<Map<string, { count: number; cents: number }>> {
  const rows = await db<{ requestId: string; count: number; cents: number }[]>`
    select request_id as "requestId", count(*) as count, sum(cents)::bigint as cents
      from (select request_id, payout_cents - stake_cents as cents from games_round
            union all
            select request_id, coalesce(return_cents, 0) - stake_cents from sportsbook_bet) as stake
     group by request_id`
  return new Map(rows.map(({ requestId, ...row }) => [requestId, row]))
}
