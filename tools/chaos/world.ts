import { openSessions, registerPlayers } from '../../apps/server/src/identity/index.ts'
import { makeTransfers, readBalances } from '../../apps/server/src/ledger/index.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { openDb } from '../../apps/server/src/platform/db/index.ts'
import { type Deps, openActivity } from '../../apps/server/src/platform/deps.ts'
import { openLimits } from '../../apps/server/src/platform/limits.ts'
import { openMetrics } from '../../apps/server/src/platform/metrics.ts'
import { systemRandom } from '../../apps/server/src/platform/crypto.ts'
import { primaryReads } from '../../apps/server/src/platform/reads.ts'
import { disableRoundPause } from '../test/rounds-at-once.ts'
import { testDevice } from '../test/test-device.ts'
import { testLog } from '../test/watched-logs.ts'
import type { CallingPlayer } from './callers.ts'

const OPENING_CENTS = 1_000_000

/** The test's own deps over the same database, for direct reads and writes. */
export async function withDeps<T>(
  databaseUrl: string,
  work: (deps: Deps) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const read = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl, ...env })
  if (!read.ok) throw new Error(read.sentences.join('; '))
  const db = openDb({ url: databaseUrl, connections: 4, onLostConnection: () => {} })
  const shared = {
    random: systemRandom,
    metrics: openMetrics(),
    limits: openLimits(undefined),
    activity: openActivity(),
    reads: primaryReads(db),
  }
  try {
    return await work({ config: read.config, db, log: testLog(read.config), ...shared })
  } finally {
    await db.close()
  }
}

/** Players with money and a session each, who play faster than a person. */
export async function openPlayers(deps: Deps, count: number): Promise<CallingPlayer[]> {
  await disableRoundPause(deps.db)
  const registered = await registerPlayers(
    deps,
    Array.from({ length: count }, (_, at) => ({
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
export async function openOffers(url: string) {
  const address = `${url}/api/app/sportsbook/fixtures?sport=football&when=tomorrow`
  const { data } = (await (await fetch(address)).json()) as {
    data: { fixtures: { markets: { outcomes: { outcomeId: string; priceMilli: number }[] }[] }[] }[]
  }
  const outcomes = data.flatMap(({ fixtures }) =>
    fixtures.flatMap(({ markets }) => markets.flatMap((market) => market.outcomes)),
  )
  if (outcomes.length === 0) throw new Error('there is nothing to bet on')
  return outcomes.map(({ outcomeId, priceMilli }) => ({ outcomeId, priceMilli }))
}

/** Cash and bonus of each player. */
export async function balancesOf(
  deps: Deps,
  players: readonly CallingPlayer[],
): Promise<Map<number, number>> {
  const balancesByPlayer = await readBalances(
    deps.db,
    players.map(({ playerId }) => playerId),
  )
  return new Map([...balancesByPlayer].map(([id, { cashCents, bonusCents }]) => [id, cashCents + bonusCents]))
}

/** What is stored of every request: how often, and the change of the player's balance. */
export async function storedStakes({ db }: Deps): Promise<Map<string, { count: number; cents: number }>> {
  const rows = await db<{ requestId: string; count: number; cents: number }[]>`
    select request_id as "requestId", count(*) as count, sum(cents)::bigint as cents
      from (select request_id, payout_cents - stake_cents as cents from games_round
            union all
            select request_id, coalesce(return_cents, 0) - stake_cents from sportsbook_bet) as stake
     group by request_id`
  return new Map(rows.map(({ requestId, ...row }) => [requestId, row]))
}
