import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { plainHmac, rollDouble, seedHash } from '../../packages/games/src/index.ts'
import type { CallingPlayer } from './callers.ts'
import { type Call, insist } from './game-callers.ts'
import { newLoad } from './load.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { openPlayers, withDeps } from './world.ts'
import { until } from '../test/until.ts'

/** The longest the rooms may stand still when their leading server dies. */
const REPLACED_MS = 3000
const LEADER_LOCK = 7_264_102
/** The connection names of the servers: the first has the default. */
const FIRST = 'palpite'
const OTHERS = ['second', 'third'] as const

let app: KilledApp
let players: CallingPlayer[]
/** The running ones. */
const servers = new Map<string, { url: string; kill: () => Promise<void> }>()

beforeAll(async () => {
  app = await openKilledApp({ env: { PATIENCE_MS: '20000' } })
  players = await withDeps(app.databaseUrl, (deps) => openPlayers(deps, 6))
  servers.set(FIRST, { url: app.url, kill: app.stopServer })
  for (const name of OTHERS) servers.set(name, await app.startAnother(name))
}, 120_000)

afterAll(() => app.close())

type Db = Parameters<typeof verifyAll>[0]
type Spun = {
  id: number
  place: number
  status: string
  seed: string | null
  outcome: number | null
  drawsInMs: number
  settlesInMs: number
  commitment: string
  salt: string
}

/** The round of double with these bets. */
const readRound = async (db: Db): Promise<Spun> => {
  const rows = await db<Spun[]>`
    select round.id, round.place, round.status, round.seed, round.outcome,
           (extract(epoch from draws_at - clock_timestamp()) * 1000)::int as "drawsInMs",
           (extract(epoch from settles_at - clock_timestamp()) * 1000)::int as "settlesInMs",
           chain.commitment, chain.salt
      from games_shared_round round join games_chain chain on chain.id = round.chain_id
     where round.id = (select max(shared_round_id) from games_round)`
  if (!rows[0]) throw new Error('somebody bets')
  return rows[0]
}

/** The server that holds the lead now. */
const readLeader = async (db: Db): Promise<string | undefined> => {
  const rows = await db<{ name: string }[]>`
    select activity.application_name as name
      from pg_locks held join pg_stat_activity activity on activity.pid = held.pid
     where held.locktype = 'advisory' and held.objid = ${LEADER_LOCK}::int and held.granted`
  return rows[0]?.name
}

/** Waits until the round satisfies this, and returns how long it took. */
const untilRound = async (db: Db, is: (round: Spun) => boolean): Promise<number> => {
  const from = performance.now()
  await until('the round continues', async () => is(await readRound(db)), { patienceMs: 60_000 })
  return performance.now() - from
}

test('the server that leads the rooms is killed as the strip begins to spin: another one takes over within 3 s, and the round ends as committed', async () => {
  const [url = ''] = [...servers.values()].map((server) => server.url)
  const bet = (player: CallingPlayer, colour: string) => {
    const call: Call = { url, player, met: { asked: [], wrong: [], cutOff: 0 }, load: newLoad() }
    return insist(call, '/api/app/games/double/betPlay', { stakeCents: 1000, colour })
  }
  await withDeps(app.databaseUrl, async ({ db }) => {
    await expect.poll(() => bet(players[0] as CallingPlayer, 'white')).toBeDefined()
    const bets = ['red', 'black', 'white', 'red', 'black']
    await Promise.all(players.slice(1).map((player, at) => bet(player, bets[at] ?? 'red')))
    const before = await readRound(db)
    expect(before).toMatchObject({ status: 'open', seed: null })

    // While a transaction locks the round's row, the leader waits in the middle of the draw.
    await untilRound(db, ({ drawsInMs }) => drawsInMs < 500)
    const killedAt = await db.begin(async (tx) => {
      await tx`select id from games_shared_round where id = ${before.id} for update`
      await expect.poll(async () => (await readRound(db)).drawsInMs < 0).toBe(true)
      await expect.poll(() => readLeader(db), { interval: 20 }).toBeDefined()
      await sleep(500) // no run of another server passes it
      const leader = await readLeader(db)
      expect([FIRST, ...OTHERS]).toContain(leader)
      await servers.get(leader ?? '')?.kill()
      servers.delete(leader ?? '')
      expect((await readRound(db)).status).toBe('open')
      return performance.now()
    })
    await untilRound(db, ({ status }) => status !== 'open')
    expect(performance.now() - killedAt).toBeLessThan(REPLACED_MS)

    const drawn = await readRound(db)
    let hash = drawn.seed ?? ''
    for (let at = 0; at <= before.place; at += 1) hash = seedHash(hash)
    expect(hash).toBe(before.commitment)
    expect(drawn.outcome).toBe(rollDouble(plainHmac, { seed: drawn.seed ?? '', salt: before.salt }))

    // In the middle of the spin another one dies; the last of the three ends the round.
    const [name = ''] = servers.keys()
    await servers.get(name)?.kill()
    servers.delete(name)
    await untilRound(db, ({ settlesInMs }) => settlesInMs < 0)
    expect(await untilRound(db, ({ status }) => status === 'settled')).toBeLessThan(REPLACED_MS)
    expect(await readRound(db)).toMatchObject({ seed: drawn.seed, outcome: drawn.outcome })
    const open = await db<{ id: number }[]>`
      select id from games_round where status = 'open' and shared_round_id = ${before.id}`
    expect(open).toEqual([])
    expect(await verifyAll(db)).toEqual([])
  })
})
