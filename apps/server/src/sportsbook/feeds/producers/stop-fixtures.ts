import type { Tx } from '../../../platform/db/index.ts'
import type { FeedName, Scope } from '../messages.ts'
import { takeAll } from '../apply-feed-messages.ts'
import { selectFixturesOf, selectStale } from './queries.ts'

/** No bets on what a producer told, until it tells anew. Answers how many fixtures it stopped. */
export const stopFixtures = async (tx: Tx, feed: FeedName, producer: string): Promise<number> =>
  stop(tx, feed, await selectFixturesOf(tx, feed, producer))

/** No bets at prices that nobody has said anew for so long. */
export const stopStale = async (tx: Tx, feed: FeedName, seconds: number): Promise<number> =>
  stop(tx, feed, await selectStale(tx, feed, seconds))

async function stop(
  tx: Tx,
  feed: FeedName,
  fixtures: readonly { key: string; by?: Scope }[],
): Promise<number> {
  if (fixtures.length > 0)
    await takeAll(
      tx,
      feed,
      fixtures.map((fixture) => ({ kind: 'bet_stop', ...fixture })),
    )
  return fixtures.length
}
