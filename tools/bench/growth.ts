import { parseArgs } from 'node:util'
import { openSessions } from '../../apps/server/src/identity/index.ts'
import { disableRoundPause } from '../test/rounds-at-once.ts'
import { testDevice } from '../test/test-device.ts'
import { againstTpcb } from './against.ts'
import { playFirstRounds } from './first-rounds.ts'
import { type Flushes, measureFlushes } from './flushes.ts'
import { measureHttp } from './http-load.ts'
import { fillLists } from './list-rows.ts'
import { benchMatches } from './matches.ts'
import { openOffers } from './offers.ts'
import { listTable, measureLists, slowestRow } from './operator-lists.ts'
import { type OwnApp, openOwnApp } from './own-app.ts'
import { openOwnServer, untilQuiet } from './own-server.ts'
import { fillPast } from './past.ts'
import { openPlayers, type Players } from './players.ts'
import { dice } from './small-games.ts'
import { plainTable, type Row } from './table.ts'
import { report } from './report.ts'
import { openTpcb } from './tpcb.ts'
import { measureTransfers } from './transfers.ts'

// `npm run bench -- growth [--players N] [--entries M] [--quick] [--json FILE]`: the same loads on an empty database and on
// one with the past of this many players, each against TPC-B in the same minutes; the sizes of tables and indexes; and how long
// the lists of the back office take there (alone: `npm run bench -- lists`).
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    players: { type: 'string', default: '1000000' },
    entries: { type: 'string', default: '50000000' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

const seconds = values.quick ? 3 : 10
const CALLERS = 10_000
const OPENING_LIST = 500
const GOAL_OF_EMPTY = 0.8
/** The goal of lists is for so many. */
const MAX_LIST_ROWS = 10_000_000

type Measured = { rates: Map<string, number>; how: string; flushes: Flushes }

const rows: Row[] = []
const empty = await measured('empty', (own) => openPlayers(own.deps, 2000))
const full = await measured('full', grown)
for (const [name, value] of full.rates) {
  const before = empty.rates.get(name)
  if (before !== undefined)
    rows.push({
      name: `growth_${name}`,
      what: `${name}, full over empty, each against TPC-B`,
      value: value / before,
      unit: 'of empty',
      goal: GOAL_OF_EMPTY,
    })
}
report(rows, { tpcb: full, flushes: full.flushes, file: values.json })

/** Runs the loads on a database of its own with this history. Returns each rate as a multiple of TPC-B. */
async function measured(what: string, fill: (own: OwnApp) => Promise<Players>): Promise<Measured> {
  const own = await openOwnApp()
  try {
    await disableRoundPause(own.deps.db)
    const players = await fill(own)
    await playFirstRounds(own.deps, players.playerIds)
    await benchMatches(own.deps, new Date()).open()
    await own.asOwner((owner) => owner`vacuum analyze`)
    return await load(what, own, players)
  } finally {
    await own.close()
  }
}

/** The history, and sessions of some of its players. */
async function grown(own: OwnApp): Promise<Players> {
  const [players, entries] = [Number(values.players), Number(values.entries)]
  const { firstPlayerId } = await fillPast(own, { players, entries })
  await reportSizes(own)
  const count = Math.min(CALLERS, players)
  const playerIds = Array.from(
    { length: count },
    (_, at) => firstPlayerId + Math.floor((at * players) / count),
  )
  const tokens: string[] = []
  for (let at = 0; at < count; at += OPENING_LIST) {
    const list = playerIds.slice(at, at + OPENING_LIST)
    const sessions = await openSessions(
      own.deps,
      list.map((playerId) => ({ playerId, ip: '127.0.0.1', device: testDevice })),
    )
    tokens.push(...sessions.map(({ token }) => token))
  }
  return { playerIds, tokens }
}

async function load(what: string, own: OwnApp, { playerIds, tokens }: Players): Promise<Measured> {
  const tpcb = await openTpcb(own.postgres)
  const against = againstTpcb({ tpcb, rows, seconds })
  const rates = new Map<string, number>()
  const measure = async (name: string, words: string, run: Parameters<typeof against>[1]) => {
    await against({ name: `${name}_${what}`, what: `${words}, ${what}` }, run)
    rates.set(name, rows.at(-1)?.value ?? Number.NaN)
  }
  await measure('transfers', 'ledger transfers, 64 callers', () =>
    measureTransfers({ deps: own.deps, playerIds, callers: 64, seconds }),
  )
  const server = await openOwnServer(own.postgres.url, own.dataDir)
  try {
    const quietMinutes = await untilQuiet()
    process.stderr.write(`${what}: quiet ${quietMinutes.toFixed(1)} minutes after the start\n`)
    const http = { host: '127.0.0.1', port: server.port, tokens, seconds, warmUpSeconds: 2 }
    await measure('dice', 'dice rounds over HTTP, 256 callers', () =>
      measureHttp({ ...http, ...dice, connections: 256 }),
    )
    const bets = { path: '/api/app/sportsbook/betPlay', bodies: await openOffers(server.port) }
    await measure('bets', 'single bets over HTTP, 64 callers', () =>
      measureHttp({ ...http, ...bets, connections: 64 }),
    )
    if (what === 'full') await measureOwnLists(own, server.port, playerIds[0] ?? 0)
  } finally {
    await server.close()
    await tpcb.close()
  }
  return { rates, how: tpcb.how, flushes: await measureFlushes(own.dataDir, seconds) }
}

/** The lists of the back office beside this past, with rows of their own. */
async function measureOwnLists(own: OwnApp, port: number, firstPlayerId: number): Promise<void> {
  const [players, entries] = [Number(values.players), Number(values.entries)]
  const size = { rows: Math.min(entries, MAX_LIST_ROWS), firstPlayerId, players }
  const known = await fillLists(own.postgres.ownerUrl, size)
  const measured = await measureLists(`http://127.0.0.1:${port}`, own.dataDir, known)
  process.stdout.write(`\n${listTable(measured)}\n`)
  rows.push(slowestRow(measured))
}

async function reportSizes(own: OwnApp): Promise<void> {
  const sizes = await own.asOwner(
    (owner) => owner<{ name: string; rowCount: number; tableMb: number; indexMb: number }[]>`
      select coalesce(parent.relname, child.relname) as name, sum(greatest(child.reltuples, 0))::bigint as "rowCount",
             (sum(pg_table_size(child.oid)) / 1e6)::float as "tableMb", (sum(pg_indexes_size(child.oid)) / 1e6)::float as "indexMb"
        from pg_class child
        left join pg_inherits on inhrelid = child.oid
        left join pg_class parent on parent.oid = inhparent
       where child.relkind = 'r' and child.relnamespace = 'public'::regnamespace
       group by 1
       order by sum(pg_total_relation_size(child.oid)) desc
       limit 12`,
  )
  process.stderr.write(
    `${plainTable(
      ['table', 'rows', 'MB', 'MB of indexes'],
      sizes.map(({ name, rowCount, tableMb, indexMb }) => [
        name,
        rowCount.toLocaleString('en-US'),
        tableMb.toFixed(0),
        indexMb.toFixed(0),
      ]),
    )}\n`,
  )
}
