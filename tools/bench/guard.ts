import { randomUUID } from 'node:crypto'
import { openGames } from '../../apps/server/src/games/index.ts'
import { type MakeTransfer, makeTransfers } from '../../apps/server/src/ledger/index.ts'
import type { Db } from '../../apps/server/src/platform/db/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { countStatements } from '../../apps/server/src/platform/testing/count-statements.ts'
import { policyOf } from '../../apps/server/src/protection/index.ts'
import { openSportsbook } from '../../apps/server/src/sportsbook/index.ts'
import { disableRoundPause } from '../test/rounds-at-once.ts'
import { playFirstRounds } from './first-rounds.ts'
import { benchMatches } from './matches.ts'
import { openPlayers } from './players.ts'

/**
 * The cost of a list of one operation in the database, independent of the machine. Only the log varies a little, by
 * where pages fill up.
 */
export type Cost = {
  operation: string
  /** Operations of the list. */
  count: number
  transactions: number
  /** Without `begin` and `commit`. */
  statements: number
  /** Rows written for each operation, those of all parts of a statement, as the database counts them. */
  rows: number
  /** Bytes of the write-ahead log, for each operation. */
  walBytes: number
}

/** As many players as a busy list has requests. */
const GUARD_PLAYERS = 128

/** Runs one list of each operation that players wait for, on a database with nothing else, and counts what it costs. */
export async function measureGuard(deps: Deps): Promise<Cost[]> {
  const costs: Cost[] = []
  await runOperations(deps, async (operation) => {
    costs.push(await costOf(deps.db, operation))
  })
  return costs
}

/** Gives one list of each operation that players wait for to `measure`, in turn, on a database with nothing else. */
export async function runOperations(
  deps: Deps,
  measure: (operation: Operation) => Promise<void>,
): Promise<void> {
  const { playerIds } = await openPlayers(deps, GUARD_PLAYERS)
  await disableRoundPause(deps.db)
  await playFirstRounds(deps, playerIds)
  const matches = benchMatches(deps, new Date())
  await matches.open()
  const policy = policyOf(deps.config)
  const games = openGames(deps, { policy })
  const settings = { cashOut: { reductionBps: 500, minCents: 1, quoteSeconds: 300 } }
  const sportsbook = openSportsbook(deps, { policy, settings })
  const outcomes = [...Map.groupBy(await selectOutcomes(deps.db), ({ fixtureId }) => fixtureId).values()]
  const count = playerIds.length
  const repeated = (operation: string, run: () => Promise<unknown>) =>
    measure({ operation, count, run, isRepeatable: true })

  const transfers = () => {
    const list = randomUUID()
    return makeTransfers(
      deps,
      playerIds.map((playerId): MakeTransfer => ({
        key: `guard:${list}:${playerId}`,
        from: 'opening',
        to: { playerId, kind: 'cash' },
        cents: 100,
      })),
    )
  }
  const rounds = (bet: Bet) =>
    games
      .playRounds(
        playerIds.map((playerId) => ({ playerId, requestId: randomUUID(), stakeCents: 100, ...bet })),
      )
      .then(allDone)
  const bets = (legs: number) =>
    sportsbook
      .placeTogether(
        playerIds.map((playerId, at) => ({
          playerId,
          requestId: randomUUID(),
          unitStakeCents: 100,
          folds: [legs],
          legs: legsOf(outcomes, { at, legs }),
          accept: 'any' as const,
        })),
      )
      .then(allDone)
  const dice: Bet = { game: 'dice', choice: { direction: 'over', targetHundredths: 200 } }
  const limbo: Bet = { game: 'limbo', choice: { targetHundredths: 200 } }

  await transfers()
  await repeated('transfers', transfers)
  await repeated('rounds of dice', () => rounds(dice))
  await rounds(limbo)
  await repeated('rounds of limbo', () => rounds(limbo))
  for (const legs of [1, 4, 12]) {
    await bets(legs) // what a process remembers of the catalogue is there
    await repeated(`bets of ${legs} ${legs === 1 ? 'leg' : 'legs'}`, () => bets(legs))
  }
  const sold = await offersOf(deps.db, sportsbook)
  await measure({
    operation: 'cash-outs of 12 legs',
    count: sold.length,
    run: () => acceptAll(sportsbook, sold),
    isRepeatable: false,
  })
  await matches.decide()
  const [open] = await deps.db<{ count: number }[]>`select count(*)::int as count from sportsbook_bet`
  await measure({
    operation: 'settled bets',
    count: open?.count ?? 0,
    run: () => sportsbook.settle(),
    isRepeatable: false,
  })
}

const allDone = (answers: readonly { ok: boolean }[]) => {
  const refused = answers.find(({ ok }) => !ok)
  if (refused) throw new Error(`an operation was refused: ${JSON.stringify(refused)}`)
}

type Bet = Pick<Parameters<ReturnType<typeof openGames>['playRounds']>[0][number], 'game' | 'choice'>
type Sportsbook = ReturnType<typeof openSportsbook>
type Sold = { playerId: number; quoteId: string }

/** An offer for the last bet of each player. */
async function offersOf(db: Db, { cashOuts }: Sportsbook): Promise<Sold[]> {
  const last = await db<{ playerId: number; betId: number }[]>`
    select player_id as "playerId", max(id) as "betId" from sportsbook_bet group by player_id order by player_id`
  const sold: Sold[] = []
  for (const { playerId, betId } of last) {
    const offers = await cashOuts.offers(playerId, [betId])
    sold.push(...offers.map(({ quoteId }) => ({ playerId, quoteId })))
  }
  return sold
}

const acceptAll = ({ cashOuts }: Sportsbook, sold: readonly Sold[]) =>
  Promise.all(
    sold.map(({ playerId, quoteId }) =>
      cashOuts.accept({ playerId, quoteId, requestId: randomUUID(), unitCents: undefined, minShareBps: 0 }),
    ),
  ).then(allDone)

type Outcome = { outcomeId: number; priceMilli: number; fixtureId: number }

/** Prices of coming matches of which twelve may be combined in one bet, in the order of the matches. */
const selectOutcomes = (db: Db) => db<Outcome[]>`
  select outcome.id as "outcomeId", outcome.price_milli as "priceMilli", market.fixture_id as "fixtureId"
    from sportsbook_outcome outcome
    join sportsbook_market market on market.id = outcome.market_id
    join sportsbook_fixture fixture on fixture.id = market.fixture_id
   where market.status = 'open' and outcome.price_milli between 1300 and 2300 and fixture.starts_at > now()
   order by market.fixture_id, outcome.id`

/** A bet's selections, each of another match. */
const legsOf = (
  outcomesOfMatches: readonly (readonly Outcome[])[],
  { at, legs }: { at: number; legs: number },
) =>
  Array.from({ length: legs }, (_, place) => {
    const own = outcomesOfMatches[(at + place) % outcomesOfMatches.length] ?? []
    const { outcomeId = 0, priceMilli = 0 } = own[at % own.length] ?? {}
    return { outcomeId, priceMilli, isBanker: false }
  })

export type Operation = {
  operation: string
  /** Operations of one list. */
  count: number
  run: () => Promise<unknown>
  /** Whether it can be repeated at the same cost. */
  isRepeatable: boolean
}

/** Counts this process's statements meanwhile, and the bytes the database writes to its log. */
export async function costOf(
  db: Db,
  { operation, count, run }: Omit<Operation, 'isRepeatable'>,
): Promise<Cost> {
  const rowsBefore = await rowsWritten(db)
  const before = await walBytes(db)
  const counted = await countStatements(run)
  const bytes = (await walBytes(db)) - before
  const rows = (await rowsWritten(db)) - rowsBefore
  return {
    operation,
    count,
    transactions: counted.transactions,
    statements: counted.statements,
    rows: Math.round((100 * rows) / count) / 100,
    walBytes: Math.round(bytes / count),
  }
}

/** More than a pool holds. */
const CONNECTIONS = 32

/**
 * Rows that were ever inserted, changed and removed. A statement says how many its last part wrote, and the ledger writes
 * four tables in one: so the database is asked, each of whose connections first has to hand in what it has counted.
 */
async function rowsWritten(db: Db): Promise<number> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => db`select pg_stat_force_next_flush()`))
  const [row] = await db<{ rows: number }[]>`
    select sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as rows from pg_stat_user_tables`
  return row?.rows ?? 0
}

const walBytes = async (db: Db): Promise<number> => {
  const [row] = await db<{ bytes: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`
  return row?.bytes ?? 0
}
