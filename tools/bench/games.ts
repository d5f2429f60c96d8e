import { parseArgs } from 'node:util'
import { disableRoundPause } from '../test/rounds-at-once.ts'
import { againstTpcb } from './against.ts'
import { playFirstRounds } from './first-rounds.ts'
import { measureFlushes } from './flushes.ts'
import { measureHttp } from './http-load.ts'
import { openOwnApp } from './own-app.ts'
import { openOwnServer } from './own-server.ts'
import { openPlayers } from './players.ts'
import { measureDoubleRound } from './shared-bets.ts'
import { dice, type Load, measureGames } from './small-games.ts'
import type { Row } from './table.ts'
import { report } from './report.ts'
import { openTpcb } from './tpcb.ts'

// `npm run bench -- games [--quick] [--json FILE]`: the small games alone, against TPC-B in the same minutes.
const { values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})

const seconds = values.quick ? 3 : 10
const PLAYERS = values.quick ? 2000 : 10_000

const own = await openOwnApp()
try {
  const rows: Row[] = []
  await disableRoundPause(own.deps.db)
  const { playerIds, tokens } = await openPlayers(own.deps, PLAYERS)
  const tpcb = await openTpcb(own.postgres)
  const against = againstTpcb({ tpcb, rows, seconds })
  await playFirstRounds(own.deps, playerIds)
  const server = await openOwnServer(own.postgres.url, own.dataDir)
  try {
    const load: Load = (order) =>
      measureHttp({ host: '127.0.0.1', port: server.port, tokens, seconds, warmUpSeconds: 2, ...order })
    // Analyses freshly filled tables before measuring, as pgbench does with its own.
    await load({ ...dice, connections: 64, seconds: 1 })
    await own.asOwner((owner) => owner`vacuum analyze`)
    await measureGames(load, against)
  } finally {
    await server.close()
  }
  await measureDoubleRound(own, playerIds, against)
  report(rows, { tpcb, flushes: await measureFlushes(own.dataDir, seconds), file: values.json })
  await tpcb.close()
} finally {
  await own.close()
}
