import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openSportsbook } from '../../apps/server/src/sportsbook/index.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import { disableRoundPause } from '../test/rounds-at-once.ts'
import { playFirstRounds } from './first-rounds.ts'
import { type AgainstTpcb, againstTpcb } from './against.ts'
import { measureFlushes } from './flushes.ts'
import { measureHttp } from './http-load.ts'
import { benchMatches } from './matches.ts'
import { openOffers } from './offers.ts'
import { type OwnApp, openOwnApp } from './own-app.ts'
import { openOwnServer, type OwnServer } from './own-server.ts'
import { openPlayers, type Players } from './players.ts'
import { measureCommission } from './commission.ts'
import { measureDoubleRound } from './shared-bets.ts'
import { dice, type Load, measureGames } from './small-games.ts'
import type { Row } from './table.ts'
import { report } from './report.ts'
import { openTpcb, type Tpcb } from './tpcb.ts'
import { measureTransfers } from './transfers.ts'

// `npm run bench [-- --quick] [--json FILE]`; `npm run bench -- maths` measures the pure packages
// instead, `npm run bench -- app` what the app's screens bring over the line, `npm run bench -- feed` how many messages
// of a feed are taken a second, `npm run bench -- bets` bets of one leg, of four and of twelve, cash-outs and settled
// parlays, `npm run bench -- cashier` top-ups and withdrawals, `npm run bench -- wallet` rounds
// of studios over their wallet, `npm run bench -- games` the small games alone,
// `npm run bench -- growth` all of it beside a past of many players, `npm run bench -- lists` the lists of the back office there,
// `npm run bench -- guard` what lists cost the database, `npm run bench -- profile` where their work goes.
/** Written out in full, so that knip finds these files used. */
const others = new Map([
  ['maths', new URL('./maths.ts', import.meta.url)],
  ['app', new URL('./app.ts', import.meta.url)],
  ['feed', new URL('./feed.ts', import.meta.url)],
  ['bets', new URL('./bets.ts', import.meta.url)],
  ['cashier', new URL('./cashier.ts', import.meta.url)],
  ['wallet', new URL('./wallet.ts', import.meta.url)],
  ['games', new URL('./games.ts', import.meta.url)],
  ['growth', new URL('./growth.ts', import.meta.url)],
  ['lists', new URL('./lists.ts', import.meta.url)],
  ['guard', new URL('./print-guard.ts', import.meta.url)],
  ['profile', new URL('./profile.ts', import.meta.url)],
  ['fan-out', new URL('./fan-out.ts', import.meta.url)],
])

const given = process.argv.slice(2)
const other = others.get(given.find((each) => others.has(each)) ?? '')
const { values } = parseArgs({
  args: other ? [] : given, // another bench reads its own options
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})

const seconds = values.quick ? 3 : 10
const PLAYERS = values.quick ? 2000 : 10_000
/** Players whose stakes of a day earn commission for their inviters. */
const INVITED = values.quick ? 20_000 : 100_000
const IDLE_MS = 5000
async function main(): Promise<void> {
  const own = await openOwnApp()
  try {
    const rows: Row[] = []
    await disableRoundPause(own.deps.db)
    const players = await openPlayers(own.deps, PLAYERS)
    const matches = benchMatches(own.deps, new Date())
    await matches.open()
    const tpcb = await openTpcb(own.postgres)
    const against = againstTpcb({ tpcb, rows, seconds })
    await measureLedger(own, players, against)
    const open = () => openOwnServer(own.postgres.url, own.dataDir)
    await (await open()).close() // the first start compiles, and keeps it for the others
    const server = await open()
    try {
      await measureServer({ own, server, players, tpcb, against, rows })
    } finally {
      await server.close()
    }
    await measureDoubleRound(own, players.playerIds, against)
    const commission = { name: 'commission', what: `players whose day of commission is paid, of ${INVITED}` }
    await against({ ...commission, goal: 3 }, () => measureCommission(own, INVITED))
    await matches.decide()
    await measureSettling(own, against)
    report(rows, { tpcb, flushes: await measureFlushes(own.dataDir, seconds), file: values.json })
    await tpcb.close()
  } finally {
    await own.close()
  }
}

async function measureLedger({ deps }: OwnApp, { playerIds }: Players, against: AgainstTpcb): Promise<void> {
  for (const [callers, goal] of [[64, 5] as const, [512, 8] as const]) {
    await against({ name: `transfers_${callers}`, what: `ledger transfers, ${callers} callers`, goal }, () =>
      measureTransfers({ deps, playerIds, callers, seconds }),
    )
  }
}

type Served = {
  own: OwnApp
  server: OwnServer
  players: Players
  tpcb: Tpcb
  against: AgainstTpcb
  rows: Row[]
}

async function measureServer({ own, server, players, tpcb, against, rows }: Served): Promise<void> {
  await sleep(IDLE_MS)
  const idleMb = server.residentMb()
  const { tokens, playerIds } = players
  await playFirstRounds(own.deps, playerIds)
  const load: Load = (order) =>
    measureHttp({ host: '127.0.0.1', port: server.port, tokens, seconds, warmUpSeconds: 2, ...order })
  const bets = { path: '/api/app/sportsbook/betPlay', bodies: await openOffers(server.port) }
  // Analyses freshly filled tables before measuring, as pgbench does with its own.
  await load({ ...dice, connections: 64, seconds: 1 })
  await load({ ...bets, connections: 64, seconds: 1 })
  await own.asOwner((owner) => owner`vacuum analyze`)
  await measureGames(load, against)
  const peak = await against({ name: 'bets_64', what: 'single bets over HTTP, 64 callers', goal: 1.4 }, () =>
    load({ ...bets, connections: 64 }),
  )
  const half = await load({ ...bets, connections: 64, rate: peak.perSecond / 2 })
  const { p99Ms } = await tpcb.measure(seconds)
  rows.push({
    name: 'bet_p99_ratio',
    what: `p99 of a bet at half of that rate (TPC-B: ${p99Ms.toFixed(1)} ms)`,
    reached: half,
    value: half.p99Ms / p99Ms,
    unit: "× TPC-B's p99",
    goal: 1.5,
  })
  rows.push({ name: 'idle_mb', what: 'memory of the idle server', value: idleMb, unit: 'MB', goal: 250 })
}

/** Settles all stakes of the load, with the server's own command. */
async function measureSettling({ deps }: OwnApp, against: AgainstTpcb): Promise<void> {
  const sportsbook = openSportsbook(deps, { policy: policyOf(deps.config) })
  await against({ name: 'settled', what: 'settled bets', goal: 7 }, async () => {
    const from = performance.now()
    const settled = await sportsbook.settle()
    if (settled === 0) throw new Error('there was nothing to settle')
    return { perSecond: (settled * 1000) / (performance.now() - from) }
  })
}

if (other) {
  const rest = given.filter((each) => !others.has(each))
  process.exitCode =
    spawnSync(process.execPath, [fileURLToPath(other), ...rest], { stdio: 'inherit' }).status ?? 1
} else {
  await main()
}
