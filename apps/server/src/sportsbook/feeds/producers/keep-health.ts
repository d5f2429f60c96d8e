import type { Deps } from '../../../platform/deps.ts'
import { selectClock } from '../queries.ts'
import type { FeedName } from '../messages.ts'
import { stopFixtures, stopStale } from './stop-fixtures.ts'
import { lockProducers, selectSilent } from './queries.ts'
import { afterRequest, afterSilence, type Producer, recoverFrom } from './rules.ts'
import { writeProducers } from './take-signs.ts'

/** What a feed needs for its health to be kept. */
export type KeptFeed = {
  readonly name: FeedName
  /** Prices that were not said anew for so long are not taken any more; nothing where the feed beats instead. */
  readonly staleSeconds: number | undefined
  /** How far back a producer can tell what was missed. */
  readonly recoveryWindowMinutes: number
  /** Asks a producer to tell all from an instant on, or all there is. */
  readonly recover:
    | ((producer: string, from: Date | undefined, requestId: number) => Promise<void>)
    | undefined
}

/**
 * Stops what silent producers told, locks stale prices, and asks producers that are back for what was missed. Answers how
 * many fixtures were stopped.
 */
export async function keepHealth(deps: Deps, feed: KeptFeed, silenceSeconds: number): Promise<number> {
  const stopped = await deps.db.begin(async (tx) => {
    const silent = (await selectSilent(tx, silenceSeconds)).filter((one) => one.feed === feed.name)
    const before = new Map<string, Producer>(
      silent.length === 0
        ? []
        : (await lockProducers(tx, feed.name)).map(({ producer, ...row }) => [producer, row]),
    )
    const after = new Map<string, Producer>()
    let count = 0
    for (const { producer } of silent) {
      const was = before.get(producer)
      if (!was) continue
      after.set(producer, afterSilence(was))
      count += await stopFixtures(tx, feed.name, producer)
    }
    if (after.size > 0) await writeProducers(tx, feed.name, after)
    if (feed.staleSeconds !== undefined) count += await stopStale(tx, feed.name, feed.staleSeconds)
    return count
  })
  await askForMissed(deps, feed)
  return stopped
}

/** A request that fails is made again with the next beat. */
async function askForMissed(deps: Deps, feed: KeptFeed): Promise<void> {
  const { recover } = feed
  if (!recover) return
  const now = await selectClock(deps.db)
  const back = await deps.db.begin(async (tx) =>
    (await lockProducers(tx, feed.name)).filter(
      ({ status, requestId }) => status === 'recovering' && requestId === null,
    ),
  )
  for (const { producer, ...row } of back) {
    const requestId = Math.floor(now.getTime() / 1000) % 2_000_000_000
    // Written first: the answer may come before the call returns.
    await deps.db.begin((tx) =>
      writeProducers(tx, feed.name, new Map([[producer, afterRequest(row, requestId)]])),
    )
    try {
      await recover(producer, recoverFrom(row, now, feed.recoveryWindowMinutes), requestId)
    } catch (error) {
      deps.log.warn(
        { err: error, feed: feed.name, producer },
        'a producer could not be asked for what was missed',
      )
      await deps.db.begin((tx) => writeProducers(tx, feed.name, new Map([[producer, row]])))
    }
  }
}
