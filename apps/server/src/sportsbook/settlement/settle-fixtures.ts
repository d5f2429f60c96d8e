import type { House } from '../../platform/house.ts'
import type { SportsbookSettings } from '../settings.ts'
import { claimTasks, finishTasks, keepLeases, selectUnsettled, type UnsettledBet } from './queries.ts'
import { resolveFixtures } from './resolve-fixtures.ts'
import { settleBets } from './settle-bets.ts'

/** A server that died while settling holds its fixtures no longer than this. */
const LEASE_SECONDS = 30
/** Fixtures that one server settles in one go: an evening's matches that end together fill its lists. */
const FIXTURES_AT_ONCE = 40

/**
 * Resolves what the matches have decided and settles its bets until nothing is left. Answers how many bets
 * changed. Several servers may do this at once: each fixture is claimed by one, and a bet is paid once even
 * where two work on it.
 */
export async function settleFixtures(house: House, settings: SportsbookSettings): Promise<number> {
  let resolved: number
  do resolved = await resolveFixtures(house)
  while (resolved > 0)
  let changed = 0
  for (;;) {
    const tasks = await claimTasks(house.db, FIXTURES_AT_ONCE, LEASE_SECONDS)
    if (tasks.length === 0) return changed
    const fixtureIds = tasks.map(({ fixtureId }) => fixtureId)
    changed += await settleBetsOn(house, settings, fixtureIds)
    await finishTasks(
      house.db,
      fixtureIds,
      tasks.map(({ asked }) => asked),
    )
  }
}

/**
 * Settles the bets on these fixtures, two lists at a time: a player's bets are all in one of them, so neither
 * waits for the other's players. The next ones are read meanwhile. Answers how many bets changed.
 */
export async function settleBetsOn(
  house: House,
  { settleAtOnce }: Pick<SportsbookSettings, 'settleAtOnce'>,
  fixtureIds: readonly number[],
): Promise<number> {
  const readNext = readerOf(house, fixtureIds, 2 * settleAtOnce)
  let changed = 0
  let bets = await readNext()
  while (bets.length > 0) {
    const [counts, following] = await Promise.all([settleApart(house, bets), readNext()])
    changed += counts.reduce((sum, count) => sum + count, 0)
    bets = following
    await keepLeases(house.db, fixtureIds, LEASE_SECONDS)
  }
  return changed
}

/** Reads the bets to settle, fixture after fixture, so many at a time; none once all were read. */
function readerOf({ db }: House, fixtureIds: readonly number[], most: number) {
  const left = [...fixtureIds]
  let after = 0
  return async (): Promise<UnsettledBet[]> => {
    const bets: UnsettledBet[] = []
    for (let fixtureId = left[0]; fixtureId !== undefined && bets.length < most; fixtureId = left[0]) {
      const missing = most - bets.length
      const page = await selectUnsettled(db, fixtureId, { after, most: missing })
      bets.push(...page)
      after = page.at(-1)?.id ?? after
      if (page.length === missing) continue
      left.shift()
      after = 0
    }
    return bets
  }
}

/** Two lists, each with all bets of its players. */
function settleApart(house: House, bets: readonly UnsettledBet[]): Promise<number[]> {
  const lists = [0, 1].map((half) => bets.filter(({ playerId }) => playerId % 2 === half))
  return Promise.all(lists.filter((list) => list.length > 0).map((list) => settleBets(house, list)))
}
