import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { marketChanged } from '../events.ts'
import { selectChanges } from '../updates/change-queries.ts'
import type { SportsbookSettings } from '../settings.ts'
import { raiseAlarm } from './alarms.ts'
import * as queries from './queries.ts'
import { resolveMarkets } from './rules.ts'

/** Fixtures resolved per transaction: about a thousand markets. */
const FIXTURES_AT_ONCE = 20

/**
 * Resolves the outcomes of closed markets and queues their bets for settlement. Returns the number of fixtures
 * resolved.
 */
export const resolveFixtures = (
  deps: Deps,
  { halfScoreWaitHours }: Pick<SportsbookSettings, 'halfScoreWaitHours'>,
): Promise<number> =>
  deps.db.begin(async (tx) => {
    const fixtures = await queries.lockDecided(tx, FIXTURES_AT_ONCE, halfScoreWaitHours)
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
