import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP_ROLE, openDb } from '../../apps/server/src/platform/db/index.ts'
import { createAppRole, createDatabase } from '../../apps/server/src/platform/postgres/queries.ts'
import { binariesOfDebian, placeOf, startCluster, startStandby } from '../backup/engine.ts'
import { urlAs } from '../test/fleeting-databases.ts'
import { freePort } from '../test/free-port.ts'
import { until } from '../test/until.ts'
import { type CallingPlayer, send, type Sent } from './callers.ts'
import { killed, startServer } from './killed-app.ts'
import { openOffers, openPlayers, withDeps } from './world.ts'

/** What a server reads of a replica: all of these, as far as a player or a visitor may ask for them. */
const READS = [
  '/api/app/sportsbook/sports',
  '/api/app/sportsbook/fixtures?sport=football&when=tomorrow',
  '/api/app/sportsbook/live',
  '/api/app/sportsbook/standings?sport=football&competition=none',
  '/api/app/sportsbook/search?words=flamengo',
  '/api/app/sportsbook/popular',
  '/api/app/sportsbook/bets',
  '/api/app/sportsbook/profit?by=day',
  '/api/app/games/rounds',
  '/api/app/games/records',
  '/api/app/games/wins',
  '/api/app/user/entries',
  '/api/app/user/entries?type=19',
  '/api/app/user/statement?from=2026-01-01&until=2026-02-01&format=csv',
  '/api/app/user/yearStatement?year=2026',
  '/api/app/order/records',
  '/api/app/rewards/records',
]
const ROUNDS = 40
/** They play in turn: 30 calls of a player a second are answered, and eight rounds with their lists are fewer in all. */
const PLAYERS = 5

test.skipIf(binariesOfDebian() === undefined)(
  'a server with a replica reads catalogue and records there; a player finds every own round and bet at once though the replica stands still; killed, it costs no call',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'palpite-read-replica-'))
    chmodSync(folder, 0o755) // the database's account walks through
    const primary = await startCluster(placeOf(join(folder, 'primary')))
    await createDatabase(primary.urlOf('postgres'), 'palpite')
    await createAppRole(primary.urlOf('postgres'))
    const standby = await startStandby(placeOf(join(folder, 'standby')), primary)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = { READ_DATABASE_URL: urlAs(standby.urlOf(), APP_ROLE), READ_MAX_LAG_MS: '5000' }
    const ownerUrl = primary.urlOf()
    const server = await startServer({ url: urlAs(ownerUrl, APP_ROLE), ownerUrl, port, folder, env })
    const onStandby = openDb({ url: standby.urlOf(), connections: 1, onLostConnection: () => {} })
    const metric = async (series: string) => {
      const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
      return Number(lines.find((line) => line.startsWith(`palpite_${series} `))?.split(' ')[1] ?? 0)
    }
    const usable = (is: 0 | 1) =>
      until(`read_replica_usable is ${is}`, async () => (await metric('read_replica_usable')) === is)
    try {
      const [other, ...players] = await withDeps(ownerUrl, (deps) => openPlayers(deps, 1 + PLAYERS))
      const [player] = players
      if (!player || !other) throw new Error('players play')
      const get = async (path: string, by: CallingPlayer) => {
        const response = await fetch(url + path, { headers: { authorization: by.token } })
        const { status, data } = (await response.json()) as { status: number; data: unknown }
        return { path, status, data }
      }
      await usable(1)
      // A replica refuses what writes or locks: none of them does. One may be read of the other database all the same, where a
      // page is told of something new meanwhile.
      const answers = await Promise.all(READS.map((path) => get(path, other)))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(await metric('reads_total{by="replica"}')).toBeGreaterThanOrEqual(READS.length)
      expect(await metric('read_replica_failures_total')).toBe(0)

      const offers = await openOffers(url)
      const listOf = async (path: string, by: CallingPlayer) => {
        const answer = await get(path, by)
        expect(answer).toMatchObject({ status: 200 }) // a refused list says nothing of what is missing
        return JSON.stringify(answer.data)
      }
      const missed: string[] = []
      for (let at = 0; at < ROUNDS; at += 1) {
        if (at === ROUNDS / 2) await onStandby`select pg_wal_replay_pause()`
        const by = players[at % PLAYERS] ?? player
        const requestId = randomUUID()
        const body = { requestId, stakeCents: 100, direction: 'over', targetHundredths: 5050 }
        const round: Sent = {
          requestId,
          playerId: by.playerId,
          path: '/api/app/games/dice/betPlay',
          body,
        }
        await until('the round is taken', () => send(url, by, round))
        const answer = round.answer as { round: { roundId: string } }
        if (!(await listOf('/api/app/games/rounds', by)).includes(answer.round.roundId))
          missed.push(requestId)
      }
      expect(missed).toEqual([])
      const requestId = randomUUID()
      const [offer] = offers
      const body = { requestId, unitStakeCents: 100, legs: [offer], accept: 'any' }
      const bet: Sent = { requestId, playerId: player.playerId, path: '/api/app/sportsbook/betPlay', body }
      await until('the bet is taken', () => send(url, player, bet))
      expect(await listOf('/api/app/sportsbook/bets', player)).toContain(String(bet.answer?.['betId']))

      // It stands still for longer than the bound: nobody is answered by it.
      await usable(0)
      const before = await metric('reads_total{by="replica"}')
      expect(
        (await Promise.all(READS.map((path) => get(path, other)))).filter(({ status }) => status !== 200),
      ).toEqual([])
      expect(await metric('reads_total{by="replica"}')).toBe(before)
      await onStandby`select pg_wal_replay_resume()`
      await usable(1)

      await standby.stop('immediate')
      const cut = await Promise.all(READS.map((path) => get(path, other)))
      expect(cut.filter(({ status }) => status !== 200)).toEqual([])
      await usable(0)
    } finally {
      await onStandby.close()
      await killed(server)
      await standby.stop('immediate').catch(() => {}) // stopped already where all went well
      await primary.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
