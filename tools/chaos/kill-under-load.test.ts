import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { type CallingPlayer, callUntilStopped, changedAnswers, isStoredAsAnswered } from './callers.ts'
import { midLoad } from './load.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { balancesOf, openOffers, openPlayers, storedStakes, withDeps } from './world.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const PLAYERS = 24
/** All unanswered stakes are repeated, and one in N of the acknowledged ones. */
const ASKED_AGAIN_EVERY = 10

let killed: KilledApp
let players: CallingPlayer[]
let offers: { outcomeId: string; priceMilli: number }[]

beforeAll(async () => {
  killed = await openKilledApp()
  players = await withDeps(killed.databaseUrl, (deps) => openPlayers(deps, PLAYERS))
  offers = await openOffers(killed.url)
}, 120_000)

afterAll(() => killed.close())

test.each([
  ['the server', () => killed.killServer()],
  ['PostgreSQL', () => killed.killPostgres()],
])(
  `kill -9 of %s ${KILLS} times under load loses no acknowledged stake and no cent`,
  async (_what, kill) => {
    const before = await withDeps(killed.databaseUrl, (deps) => balancesOf(deps, players))
    const { load, stop } = callUntilStopped(killed.url, players, offers)
    for (let kills = 0; kills < KILLS; kills += 1) {
      await midLoad(load, randomInt(20, 200))
      await kill()
    }
    await midLoad(load, 20)
    const sent = await stop()
    const acknowledged = sent.filter(({ answer }) => answer !== undefined)
    expect(acknowledged.length).toBeGreaterThan(KILLS * 10)
    expect(sent.length).toBeGreaterThan(acknowledged.length) // some were lost: the kills hit the load

    const asked = sent.filter(({ answer }, at) => answer === undefined || at % ASKED_AGAIN_EVERY === 0)
    expect(await changedAnswers(killed.url, players, asked)).toEqual([])
    const { rows, after, findings } = await withDeps(killed.databaseUrl, async (deps) => ({
      rows: await storedStakes(deps),
      after: await balancesOf(deps, players),
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
