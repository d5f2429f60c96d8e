import { parseArgs } from 'node:util'
import { launchGame } from '../../apps/server/src/games/sessions/launch-game.ts'
import { registerStudio } from '../../apps/server/src/games/sessions/catalogues.ts'
import { writeCatalogue } from '../../apps/server/src/games/sessions/queries.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { callWallet } from '../studio-conformance/caller.ts'
import { againstTpcb } from './against.ts'
import { measureFlushes } from './flushes.ts'
import { measureWallet } from './http-load.ts'
import { openOwnApp } from './own-app.ts'
import { openOwnServer } from './own-server.ts'
import { openPlayers } from './players.ts'
import type { Row } from './table.ts'
import { report } from './report.ts'
import { openTpcb } from './tpcb.ts'

// `npm run bench -- wallet [--quick] [--json FILE]`: rounds of a studio over the signed wallet, a debit and a credit each,
// against TPC-B in the same minutes.
const { values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})

const seconds = values.quick ? 3 : 10
const PLAYERS = values.quick ? 2000 : 10_000
const CALLERS = 256
/** Sessions that are opened at the same time. */
const OPENING = 32

const code = 'bench-game'
const key = { keyId: 'bench-1', secret: 'the secret of the bench, of no other' }

/** A studio with a game. No server runs at its address: its catalogue is stored here and never refreshed. */
async function openStudio(deps: Deps): Promise<void> {
  const baseUrl = 'http://127.0.0.1:9'
  await registerStudio(deps, { id: 'bench', name: 'Bench', baseUrl, ...key })
  const game = {
    code,
    name: 'Bench',
    tags: [],
    returnPpm: 950_000,
    volatility: 'low' as const,
    picture: '/bench.svg',
    launch: '/bench',
    hasDemo: false,
    minStakeCents: 1,
    maxStakeCents: 100_000,
  }
  await deps.db.begin((tx) => writeCatalogue(tx, { id: 'bench', baseUrl }, { games: [game] }))
}

/** Puts each player into the game as their page and the studio do: a launch, and its token for a session. */
async function openSessions(deps: Deps, url: string, playerIds: readonly number[]): Promise<string[]> {
  const sessions: string[] = []
  const waiting = [...playerIds]
  const open = async () => {
    for (let playerId = waiting.pop(); playerId !== undefined; playerId = waiting.pop()) {
      const launched = await launchGame(deps, { playerId, code, lang: 'en' })
      if (!launched.ok) throw new Error(`the game was not launched: ${launched.refusal.code}`)
      const token = launched.value.frameUrl.split('#token=')[1] ?? ''
      const answer = await callWallet({ url, ...key }, 'session', { token })
      if (!answer?.ok) throw new Error(`a token opened no session: ${answer?.code}`)
      sessions.push(String(answer.data['session']))
    }
  }
  await Promise.all(Array.from({ length: OPENING }, open))
  return sessions
}

const own = await openOwnApp()
try {
  const rows: Row[] = []
  const { playerIds } = await openPlayers(own.deps, PLAYERS)
  await openStudio(own.deps)
  const tpcb = await openTpcb(own.postgres)
  const against = againstTpcb({ tpcb, rows, seconds })
  const server = await openOwnServer(own.postgres.url, own.dataDir)
  try {
    const host = '127.0.0.1'
    const sessions = await openSessions(own.deps, `http://${host}:${server.port}`, playerIds)
    const order = { host, port: server.port, ...key, sessions, connections: CALLERS }
    // Analyses freshly filled tables before measuring, as pgbench does with its own.
    await measureWallet({ ...order, seconds: 1, warmUpSeconds: 2 })
    await own.asOwner((owner) => owner`vacuum analyze`)
    const what = `rounds over the wallet (debit and credit, signed), ${CALLERS} callers`
    await against({ name: 'wallet', what, goal: 1.5 }, () =>
      measureWallet({ ...order, seconds, warmUpSeconds: 2 }),
    )
  } finally {
    await server.close()
  }
  report(rows, { tpcb, flushes: await measureFlushes(own.dataDir, seconds), file: values.json })
  await tpcb.close()
} finally {
  await own.close()
}
