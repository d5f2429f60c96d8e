import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { seedHash } from '../../packages/games/src/index.ts'
import type { CallingPlayer } from './callers.ts'
import { begin, type Call, insist, playUntilStopped } from './game-callers.ts'
import { midLoad, newLoad } from './load.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { balancesOf, openPlayers, withDeps } from './world.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
const PLAYERS = 8
const WAITING = 4
const ROOMS = 5
/** The longest round of the rooms in use, and some for a busy machine. */
const SETTLED_MS = 90_000
const PACED = ['mines', 'rowDouble'] as const

let killed: KilledApp
let players: CallingPlayer[]
/** In the middle of rounds and idle while everything is killed. */
let waiting: CallingPlayer[]

beforeAll(async () => {
  killed = await openKilledApp()
  const all = await withDeps(killed.databaseUrl, (deps) => openPlayers(deps, PLAYERS + WAITING))
  players = all.slice(WAITING)
  waiting = all.slice(0, WAITING)
}, 120_000)

afterAll(() => killed.close())

type Db = Parameters<typeof verifyAll>[0]

const query = <T>(read: (db: Db) => Promise<T>) => withDeps(killed.databaseUrl, ({ db }) => read(db))

const callOf = (player: CallingPlayer): Call => ({
  url: killed.url,
  player,
  met: { asked: [], wrong: [], cutOff: 0 },
  load: newLoad(),
})

/** A player's open rounds. */
const openRounds = async ({ token }: CallingPlayer): Promise<unknown> => {
  const answer = await fetch(`${killed.url}/api/app/games/open`, { headers: { authorization: token } })
  return ((await answer.json()) as { data: unknown }).data
}

/** Each begins a round of every paced game and picks a tile; one who loses begins another. */
const enterRounds = (player: CallingPlayer) =>
  Promise.all(
    PACED.map(async (game) => {
      for (;;) {
        const round = await begin(callOf(player), game)
        if (!round) throw new Error(`${game} begins`)
        const path = `/api/app/games/${game}/step`
        const stepped = await insist(callOf(player), path, { roundId: round.roundId, tile: 0 })
        if (stepped?.status === 'open')
          return { path, roundId: round.roundId, multiplierE4: stepped.multiplierE4 }
      }
    }),
  )

test(`kill -9 of server and PostgreSQL ${KILLS} times in the middle of rounds of every game pays nothing twice, and every round continues from its state`, async () => {
  const before = await withDeps(killed.databaseUrl, (deps) => balancesOf(deps, players))
  await query(async (db) => {
    await expect.poll(async () => (await rooms(db)).length, { timeout: SETTLED_MS }).toBe(ROOMS)
  })
  const committed = await query(rooms)
  const entered = await Promise.all(waiting.map(enterRounds))
  const stood = await Promise.all(waiting.map(openRounds))

  const { load, stop } = playUntilStopped(killed.url, players)
  for (let kills = 0; kills < KILLS; kills += 1) {
    await midLoad(load, randomInt(30, 120))
    await (kills % 2 === 0 ? killed.killServer() : killed.killPostgres())
  }
  await midLoad(load, 30)
  const { asked, wrong, cutOff } = await stop()
  expect(wrong).toEqual([])
  expect(cutOff).toBeGreaterThan(0) // the kills hit rounds in play

  // An idle player finds the rounds as they were left, and is paid their value.
  expect(await Promise.all(waiting.map(openRounds))).toEqual(stood)
  for (const [at, rounds] of entered.entries()) {
    for (const { path, roundId, multiplierE4 } of rounds) {
      const paid = await insist(callOf(waiting[at] as CallingPlayer), path, { roundId, tile: null })
      expect(paid).toMatchObject({ status: 'won', multiplierE4 })
    }
  }

  // Every draw with bets ends by itself, from the chain committed to before the first kill.
  await query(async (db) => {
    await expect.poll(() => unsettled(db), { timeout: SETTLED_MS, interval: 500 }).toBe(0)
  })
  expect(await query(rooms)).toEqual(committed)
  const drawn = await query(drawnRounds)
  expect(drawn.length).toBeGreaterThan(0)
  for (const { room, place, seed, status } of drawn) {
    expect(status).toBe('settled')
    let hash = seed
    for (let at = 0; at <= place; at += 1) hash = seedHash(hash)
    expect([room, hash]).toEqual([room, committed.find((one) => one.room === room)?.commitment])
  }

  // Nothing was debited or paid twice: each request is stored once, and the balances match the rounds.
  const stored = await query(storedRequests)
  expect(asked.filter(({ requestId }) => stored.get(requestId) !== 1)).toEqual([])
  const after = await withDeps(killed.databaseUrl, (deps) => balancesOf(deps, players))
  const moved = await query(movedCents)
  for (const { playerId } of players)
    expect((after.get(playerId) ?? 0) - (before.get(playerId) ?? 0)).toBe(moved.get(playerId))
  expect(await query(verifyAll)).toEqual([])
})

/** The commitments of each room's draws. */
const rooms = (db: Db) => db<{ room: string; commitment: string }[]>`
  select room, commitment from games_chain where number = 1 order by room`

/** Bets on draws not settled yet. */
const unsettled = async (db: Db) => {
  const rows = await db<{ count: number }[]>`
    select count(*) as count from games_round where status = 'open' and shared_round_id is not null`
  return rows[0]?.count
}

/** The shared rounds with bets. */
const drawnRounds = (db: Db) => db<{ room: string; place: number; seed: string; status: string }[]>`
  select room, place, seed, status from games_shared_round
   where id in (select shared_round_id from games_round) order by id`

/** How often each request is stored, as a round or as a step. */
async function storedRequests(db: Db): Promise<Map<string, number>> {
  const rows = await db<{ requestId: string; count: number }[]>`
    select request_id as "requestId", count(*) as count
      from (select request_id from games_round union all select request_id from games_step) as request
     group by request_id`
  return new Map(rows.map(({ requestId, count }) => [requestId, count]))
}

/** The total change of each player's balance by rounds. */
async function movedCents(db: Db): Promise<Map<number, number>> {
  const rows = await db<{ playerId: number; cents: number }[]>`
    select player_id as "playerId", sum(payout_cents - stake_cents)::bigint as cents
      from games_round group by player_id`
  return new Map(rows.map(({ playerId, cents }) => [playerId, cents]))
}
