import type { Deps } from '../../platform/deps.ts'
import { skipFailing } from '../../platform/skip-failing.ts'
import { type EarlyPayout, type SportsbookSettings, sportsbookSettings } from '../settings.ts'
import { checkFeeds } from './check-feeds.ts'
import { moveExposures, isMoved, type WaitingBet } from './move-exposures.ts'
import * as queries from './queries.ts'
import { settleBets, type SettlementDeps } from './settle-bets.ts'
import { readUnsettled, selectUnsettled, type UnsettledBet } from './current-bet-queries.ts'
import { policyOf } from '../../protection/index.ts'
import { openWageringSettings } from '../../wagering/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { marketChanged } from '../events.ts'
import { selectChanges } from '../updates/change-queries.ts'
import { resolveMarkets } from './rules.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** The longest a dead server keeps its claim on fixtures. */
const LEASE_SECONDS = 30
/** Fixtures settled together by one server: matches of an evening that end together fill its lists. */
const FIXTURES_AT_ONCE = 40
/** Lists in progress at once. */
const LANES = 3

/**
 * Resolves decided markets and settles their bets until none is left. Returns the number of bets changed. Several
 * servers may run it at once: each fixture is claimed by one, and a bet is paid once even if two work on it. A bet
 * that cannot be settled is skipped and reported; its fixture stays claimed until the lease ends, and is then tried
 * again.
 */
export async function settleFixtures(deps: SettlementDeps, settings: SportsbookSettings): Promise<number> {
  let resolved: number
  do resolved = await resolveFixtures(deps, settings)
  while (resolved > 0)
  let changed = 0
  for (;;) {
    const tasks = await queries.claimTasks(deps.db, FIXTURES_AT_ONCE, LEASE_SECONDS)
    if (tasks.length === 0) return changed
    await checkFeeds(deps, tasks)
    const fixtureIds = tasks.map(({ fixtureId }) => fixtureId)
    let settled: Settled
    // The server that changed a bet since it was read may not have known the results of these fixtures.
    do {
      settled = await settleBetsOn(deps, settings, fixtureIds)
      changed += settled.changed
    } while (settled.passedOver > 0 && settled.failed.length === 0)
    const done =
      settled.passedOver > 0 ? [] : tasks.filter(({ fixtureId }) => !settled.failed.includes(fixtureId))
    await queries.finishTasks(
      deps.db,
      done.map(({ fixtureId }) => fixtureId),
      done.map(({ requested }) => requested),
    )
  }
}

/** Fixtures resolved per transaction: about a thousand markets. */
const RESOLVED_AT_ONCE = 20

/**
 * Resolves the outcomes of closed markets and queues their bets for settlement. Returns the number of fixtures
 * resolved.
 */
export const resolveFixtures = (
  deps: Deps,
  { halfScoreWaitHours }: Pick<SportsbookSettings, 'halfScoreWaitHours'>,
): Promise<number> =>
  deps.db.begin(async (tx) => {
    const fixtures = await queries.lockDecided(tx, RESOLVED_AT_ONCE, halfScoreWaitHours)
    if (fixtures.length === 0) return 0
    const ids = fixtures.map(({ id }) => id)
    const overdue = fixtures.filter(({ isOverdue }) => isOverdue).map(({ id }) => id)
    const rows = Map.groupBy(await queries.selectClosed(tx, ids, overdue), ({ fixtureId }) => fixtureId)
    const markets = fixtures.flatMap((fixture) => resolveMarkets(fixture, rows.get(fixture.id) ?? []))
    for (const { marketId, failure } of markets) {
      if (failure !== undefined) tx.afterCommit(() => raiseAlarm(deps, { marketId }, failure))
    }
    const outcomes = markets.flatMap((market) => market.outcomes)
    await queries.updateOutcomes(tx, {
      ids: outcomes.map(({ outcomeId }) => outcomeId),
      won: outcomes.map(({ resolution }) => resolution?.won ?? null),
      refunded: outcomes.map(({ resolution }) => resolution?.refunded ?? null),
      parts: outcomes.map(({ resolution }) => resolution?.of ?? null),
    })
    await queries.updateMarkets(
      tx,
      markets.map(({ marketId }) => marketId),
      markets.map(({ isSettled }) => (isSettled ? 'settled' : 'suspended')),
      markets.map(({ awaitsScore }) => awaitsScore),
    )
    await queries.insertTasks(tx, ids)
    await queries.bumpVersions(tx, ids)
    await writeEvents(tx, marketChanged, await selectChanges(tx, ids))
    return fixtures.length
  })

/** Leads processed together. */
const LEADS_AT_ONCE = 500

/**
 * Marks legs that count as won by early payout: the winner of a match whose team has led by the promised margin,
 * even if the lead was lost, on bets that were promised it when placed before the start. `payouts` applies to bets
 * from before promises were stored with the bet. The fixtures are settled next, as after a result. An early payout
 * is never reverted, and each lead is processed once. Returns the number of legs.
 */
export const payEarly = async ({ db }: Pick<Deps, 'db'>, payouts: readonly EarlyPayout[]): Promise<number> =>
  (await queries.payLeads(db, payouts, LEADS_AT_ONCE)).length

/**
 * Settles everything that is decided, and counts the markets of a feed: settled ones, and open ones on finished
 * fixtures. For imports without a running server.
 */
export async function settleAllDecided(deps: Deps, feed: string): Promise<{ settled: number; open: number }> {
  const wagering = await openWageringSettings().read(deps.db)
  const { terms } = policyOf(deps.config)
  const freeBets = { terms, bonusTimes: sportsbookSettings.freeBetTimes }
  await settleFixtures({ ...deps, wagering, freeBets }, sportsbookSettings)
  const [row] = await queries.countMarketsOf(deps.db, feed)
  return row ?? { settled: 0, open: 0 }
}

/** The number of bets changed and skipped, and the fixtures with bets that could not be settled. */
type Settled = { changed: number; passedOver: number; failed: number[] }

/** Results of lists, with the bets that wait for other matches. */
type SettledLists = Settled & { waiting: WaitingBet[] }

/**
 * Settles the bets on these fixtures in lanes. All bets of a player are in one lane, so lanes never wait for each
 * other's players, and one list is decided while others are written. The next bets are read meanwhile; a lane that
 * is done takes them, up to one read ahead of the slowest lane.
 */
export async function settleBetsOn(
  deps: SettlementDeps,
  { settleAtOnce }: Pick<SportsbookSettings, 'settleAtOnce'>,
  fixtureIds: readonly number[],
): Promise<Settled> {
  const readNext = readerOf(deps, fixtureIds, LANES * settleAtOnce)
  const all: SettledLists[] = []
  let lanes = Array.from({ length: LANES }, () => Promise.resolve(nothing))
  try {
    let bets = await readNext()
    while (bets.length > 0) {
      const earlier = lanes
      lanes = earlier.map((lane, at) => settleAfter(lane, deps, ofLane(bets, at)))
      const [settled, following] = await Promise.all([
        Promise.all(earlier),
        readNext(),
        queries.keepLeases(deps.db, fixtureIds, LEASE_SECONDS),
      ])
      all.push(...settled)
      bets = following
    }
    const { waiting, ...settled } = together([...all, ...(await Promise.all(lanes))])
    await exposeInLists(deps, { fixtureIds, settleAtOnce }, waiting)
    return settled
  } finally {
    await Promise.allSettled(lanes) // after a failure, too, no list is left running
  }
}

/** After everybody is paid, the exposure of open bets moves to their remaining matches; each bet once. */
async function exposeInLists(
  deps: SettlementDeps,
  { fixtureIds, settleAtOnce }: { fixtureIds: readonly number[]; settleAtOnce: number },
  waiting: readonly WaitingBet[],
): Promise<void> {
  const bets = [...new Map(waiting.map((bet) => [bet.id, bet])).values()]
  for (let from = 0; from < bets.length; from += settleAtOnce) {
    await Promise.all([
      moveExposures(deps, bets.slice(from, from + settleAtOnce)),
      queries.keepLeases(deps.db, fixtureIds, LEASE_SECONDS),
    ])
  }
}

const ofLane = (bets: readonly UnsettledBet[], lane: number) =>
  bets.filter(({ playerId }) => playerId % LANES === lane)

/**
 * Reads the bets to settle, fixture by fixture, in pages; none after the last. A parlay appears once for each of its
 * matches that ended; within one page it is read once.
 */
function readerOf({ db }: Deps, fixtureIds: readonly number[], max: number) {
  const left = [...fixtureIds]
  let after = 0
  return async (): Promise<UnsettledBet[]> => {
    const fixtureOf = new Map<number, number>()
    for (let fixtureId = left[0]; fixtureId !== undefined && fixtureOf.size < max; fixtureId = left[0]) {
      const missing = max - fixtureOf.size
      const page = await selectUnsettled(db, fixtureId, { after, max: missing })
      for (const betId of page) fixtureOf.set(betId, fixtureId)
      after = page.at(-1) ?? after
      if (page.length === missing) continue
      left.shift()
      after = 0
    }
    return readUnsettled(db, fixtureOf)
  }
}

/** Settles a list after the previous one in its lane; not if that one failed. */
function settleAfter(
  lane: Promise<SettledLists>,
  deps: SettlementDeps,
  bets: readonly UnsettledBet[],
): Promise<SettledLists> {
  const settled = lane.then(() => (bets.length === 0 ? nothing : settleList(deps, bets)))
  settled.catch(() => {}) // reported to the caller that waits for the lane
  return settled
}

/** Settles a list; a faulty bet is skipped. */
async function settleList(deps: SettlementDeps, bets: readonly UnsettledBet[]): Promise<SettledLists> {
  const failed: number[] = []
  const settled = await skipFailing(bets, {
    run: async (list): Promise<SettledLists> => {
      const waiting = list.filter(isMoved).map(({ id, playerId }) => ({ id, playerId }))
      return { ...(await settleBets(deps, list)), failed: [], waiting }
    },
    skip: ({ id, fixtureId }, error) => {
      failed.push(fixtureId)
      raiseAlarm(deps, { betId: id, fixtureId }, error)
    },
    // Fixtures whose bets all fail hold up no others.
    leave: (rest) => void failed.push(...rest.map(({ fixtureId }) => fixtureId)),
  })
  return { ...together(settled), failed }
}

const nothing: SettledLists = { changed: 0, passedOver: 0, failed: [], waiting: [] }

const together = (parts: readonly SettledLists[]): SettledLists => ({
  changed: parts.reduce((sum, { changed }) => sum + changed, 0),
  passedOver: parts.reduce((sum, { passedOver }) => sum + passedOver, 0),
  failed: parts.flatMap(({ failed }) => failed),
  waiting: parts.flatMap(({ waiting }) => waiting),
})

/** The number of bets and markets that could not be settled. */
export const unsettledCounter = (metrics: Metrics): ReturnType<Metrics['counter']> =>
  metrics.counter('sportsbook_unsettled_total', 'Failed attempts to settle bets and markets')

/** Counts and logs a bet or market that cannot be settled, with its ids. */
function raiseAlarm(
  { metrics, log }: Pick<Deps, 'metrics' | 'log'>,
  ids: Readonly<Record<string, number>>,
  error: unknown,
): void {
  unsettledCounter(metrics).inc()
  log.error({ err: error, ...ids }, 'could not be settled')
}
