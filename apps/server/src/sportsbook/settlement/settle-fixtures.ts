import type { House } from '../../platform/house.ts'
import type { SportsbookSettings } from '../settings.ts'
import { claimTask, finishTask, keepLease, selectUnsettled } from './queries.ts'
import { resolveFixtures } from './resolve-fixtures.ts'
import { settleBets } from './settle-bets.ts'

/** A server that died while settling holds a fixture no longer than this. */
const LEASE_SECONDS = 30

/**
 * Resolves what the matches have decided and settles its bets until nothing is left. Answers how many bets
 * changed. Several servers may do this at once: each fixture is claimed by one, and a bet is paid once even
 * where two work on it.
 */
export async function settleFixtures(house: House, settings: SportsbookSettings): Promise<number> {
  while ((await resolveFixtures(house)) > 0) house.log.debug('markets resolved')
  let changed = 0
  for (;;) {
    const task = await claimTask(house.db, LEASE_SECONDS)
    if (!task) return changed
    changed += await settleFixture(house, settings, task.fixtureId)
    await finishTask(house.db, task)
  }
}

/**
 * Settles the bets on one fixture in the order of their ids, two lists at a time: a player's bets are all in one
 * of them, so neither waits for the other's players. Answers how many changed.
 */
export async function settleFixture(
  house: House,
  { settleAtOnce }: Pick<SportsbookSettings, 'settleAtOnce'>,
  fixtureId: number,
): Promise<number> {
  const most = 2 * settleAtOnce
  let changed = 0
  let after = 0
  for (;;) {
    const bets = await selectUnsettled(house.db, fixtureId, { after, most })
    const last = bets.at(-1)
    if (!last) return changed
    const lists = [0, 1].map((half) => bets.filter(({ playerId }) => playerId % 2 === half))
    const counts = await Promise.all(
      lists.filter((list) => list.length > 0).map((list) => settleBets(house, list)),
    )
    changed += counts.reduce((sum, count) => sum + count, 0)
    if (bets.length < most) return changed
    after = last.id
    await keepLease(house.db, fixtureId, LEASE_SECONDS)
  }
}
