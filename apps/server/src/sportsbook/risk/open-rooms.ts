import type { Sql } from '../../platform/db/index.ts'
import { cachedRead } from '../../platform/cached-read.ts'
import { selectOpenOutcomes } from './queries.ts'
import {
  addCosts,
  type Costs,
  costsOf,
  type FixtureRisk,
  fixtureRisks,
  noCosts,
  roomLeft,
  type ScenarioBounds,
} from './rooms.ts'

/** What a list of bets may cost, from when it is decided until it is written. */
export type Taking = {
  /** In place of what it was before: a list that is tried again is decided anew. */
  set: (costs: Costs) => void
  end: () => void
}

export type Rooms = ReturnType<typeof openRooms>

/** Every match with open bets in its worst scenario. */
export const readRisks = async (sql: Sql): Promise<FixtureRisk[]> =>
  fixtureRisks(await selectOpenOutcomes(sql))

/**
 * What is left of the bounds of matches, competitions, sports and the book. Worked out of all open bets every few seconds,
 * and without a lock; what this server's lists have taken since counts at once, for everything it is of. A list that was
 * not yet written as a reading began may be missing in it, so it goes on counting.
 */
export function openRooms(sql: Sql, ageMs: number) {
  let read = noCosts()
  let since = noCosts()
  /** The sums that a list is added to: since the reading in use, and since each that is under way. */
  const counting = new Set([since])
  const writing = new Set<Costs>()
  let readings = 0
  let newest = 0
  const refresh = cachedRead(ageMs, async () => {
    const reading = (readings += 1)
    const begun = noCosts()
    for (const costs of writing) addCosts(begun, costs)
    counting.add(begun)
    try {
      const costs = costsOf(await readRisks(sql))
      if (reading < newest) return
      newest = reading
      counting.delete(since)
      read = costs
      since = begun
    } finally {
      if (since !== begun) counting.delete(begun)
    }
  })
  return {
    /** Works it out anew where the last time was long ago. */
    refresh: (): Promise<void> => refresh('all'),
    /** How much more a match may cost, with what a list that is being decided has taken so far. */
    left: (of: Parameters<typeof roomLeft>[0], bounds: ScenarioBounds, own: Costs = noCosts()): number =>
      roomLeft(of, [read, since, own], bounds),
    take: (): Taking => {
      const taken = noCosts()
      writing.add(taken)
      return {
        set: (costs) => {
          const before = noCosts()
          addCosts(before, taken)
          for (const sums of [...counting, taken]) {
            addCosts(sums, before, -1)
            addCosts(sums, costs)
          }
        },
        end: () => void writing.delete(taken),
      }
    },
  }
}
