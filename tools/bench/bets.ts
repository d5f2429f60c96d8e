import { parseArgs } from 'node:util'
import { randomUUID } from 'node:crypto'
import { openSportsbook } from '../../apps/server/src/sportsbook/index.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import { againstTpcb } from './against.ts'
import { measureFlushes } from './flushes.ts'
import { measureHttp } from './http-load.ts'
import { benchMatches } from './matches.ts'
import { openParlays, type OpenParlay } from './offers.ts'
import { openOwnApp } from './own-app.ts'
import { openOwnServer } from './own-server.ts'
import { openPlayers } from './players.ts'
import type { Row } from './table.ts'
import { report } from './report.ts'
import { openTpcb } from './tpcb.ts'

// `npm run bench -- bets [--quick] [--json FILE]`: bets of one leg, of four and of twelve over HTTP, cash-outs, and the
// settlement of open parlays, each against TPC-B in the same minutes.
const { values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})

const seconds = values.quick ? 3 : 10
const PLAYERS = values.quick ? 2000 : 10_000
const CASH_OUTS = values.quick ? 1000 : 20_000
const PARLAYS = values.quick ? 5000 : 100_000
const CALLERS = 64
/** The maximum bets per offer call. */
const OFFERS_AT_ONCE = 20

type Sportsbook = ReturnType<typeof openSportsbook>

/** Runs this for every item, this many at a time. */
async function forAll<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let at = next++; at < items.length; at = next++) await run(items[at] as T)
  }
  await Promise.all(Array.from({ length: CALLERS }, lane))
}

async function placeAll(
  sportsbook: Sportsbook,
  playerIds: readonly number[],
  { parlays, count }: { parlays: readonly OpenParlay[]; count: number },
): Promise<{ playerId: number; betId: number }[]> {
  const placed: { playerId: number; betId: number }[] = []
  await forAll(
    Array.from({ length: count }, (_, at) => at),
    async (at) => {
      const playerId = playerIds[at % playerIds.length] ?? 0
      const { legs, unitStakeCents } = parlays[at % parlays.length] as OpenParlay
      const answer = await sportsbook.placeBet({
        playerId,
        requestId: randomUUID(),
        unitStakeCents,
        folds: [legs.length],
        legs: legs.map((leg) => ({ ...leg, outcomeId: Number(leg.outcomeId), isBanker: false })),
        accept: 'any',
      })
      if (!answer.ok) throw new Error(`a bet was refused: ${answer.refusal.code}`)
      placed.push({ playerId, betId: Number(answer.value.betId) })
    },
  )
  return placed
}

/** Cashes out all of these bets whole: measures the acceptance, not the offer. */
async function sellAll(sportsbook: Sportsbook, bets: readonly { playerId: number; betId: number }[]) {
  const byPlayer = new Map<number, number[]>()
  for (const { playerId, betId } of bets) byPlayer.set(playerId, [...(byPlayer.get(playerId) ?? []), betId])
  const offered: { playerId: number; quoteId: string }[] = []
  await forAll([...byPlayer], async ([playerId, own]) => {
    for (let from = 0; from < own.length; from += OFFERS_AT_ONCE) {
      const betIds = own.slice(from, from + OFFERS_AT_ONCE)
      const offers = await sportsbook.cashOuts.offers(playerId, betIds)
      offered.push(...offers.map(({ quoteId }) => ({ playerId, quoteId })))
    }
  })
  const from = performance.now()
  await forAll(offered, async ({ playerId, quoteId }) => {
    const taken = await sportsbook.cashOuts.accept({
      playerId,
      quoteId,
      requestId: randomUUID(),
      unitCents: undefined,
      minShareBps: 0,
    })
    if (!taken.ok) throw new Error(`a cash-out was refused: ${taken.refusal.code}`)
  })
  return { perSecond: (offered.length * 1000) / (performance.now() - from) }
}

const own = await openOwnApp()
try {
  const rows: Row[] = []
  const { playerIds, tokens } = await openPlayers(own.deps, PLAYERS)
  const matches = benchMatches(own.deps, new Date())
  await matches.open()
  const tpcb = await openTpcb(own.postgres)
  const against = againstTpcb({ tpcb, rows, seconds })
  const server = await openOwnServer(own.postgres.url, own.dataDir)
  const parlaysOf = (legs: number) => openParlays(server.port, legs)
  const fours = await parlaysOf(4)
  try {
    await own.asOwner((owner) => owner`vacuum analyze`)
    for (const { legs, goal } of [
      { legs: 1, goal: 1.4 },
      { legs: 4, goal: 1.1 },
      { legs: 12, goal: 0.8 },
    ]) {
      const bodies = legs === 4 ? fours : await parlaysOf(legs)
      const what = `bets of ${legs} legs over HTTP, ${CALLERS} callers`
      await against({ name: `bets_${legs}`, what, goal }, () =>
        measureHttp({
          host: '127.0.0.1',
          port: server.port,
          tokens,
          seconds,
          warmUpSeconds: 2,
          path: '/api/app/sportsbook/betPlay',
          bodies,
          connections: CALLERS,
        }),
      )
    }
  } finally {
    await server.close()
  }
  const settings = { cashOut: { reductionBps: 500, minCents: 1, quoteSeconds: 300 } }
  const sportsbook = openSportsbook(own.deps, { policy: policyOf(own.deps.config), settings })
  const sold = await placeAll(sportsbook, playerIds, { parlays: fours, count: CASH_OUTS })
  await against({ name: 'cashouts', what: 'cash-outs of parlays of 4 legs' }, () => sellAll(sportsbook, sold))
  await placeAll(sportsbook, playerIds, { parlays: fours, count: PARLAYS })
  await matches.decide()
  await against(
    { name: 'settled_parlays', what: `settled bets, ${PARLAYS} and more of 4 legs`, goal: 4 },
    async () => {
      const from = performance.now()
      const settled = await sportsbook.settle()
      return { perSecond: (settled * 1000) / (performance.now() - from) }
    },
  )
  report(rows, { tpcb, flushes: await measureFlushes(own.dataDir, seconds), file: values.json })
  await tpcb.close()
} finally {
  await own.close()
}
