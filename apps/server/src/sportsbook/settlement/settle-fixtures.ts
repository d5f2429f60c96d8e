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

/** Settles the bets on one fixture, list by list in the order of their ids. Answers how many changed. */
export async function settleFixture(
  house: House,
  { settleAtOnce }: Pick<SportsbookSettings, 'settleAtOnce'>,
  fixtureId: number,
): Promise<number> {
  let changed = 0
  let after = 0
  for (;;) {
    const list = await selectUnsettled(house.db, fixtureId, { after, most: settleAtOnce })
    const last = list.at(-1)
    if (!last) return changed
    changed += await settleBets(house, list)
    if (list.length < settleAtOnce) return changed
    after = last.id
    await keepLease(house.db, fixtureId, LEASE_SECONDS)
  }
}
