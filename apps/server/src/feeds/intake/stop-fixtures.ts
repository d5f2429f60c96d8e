import type { Tx } from '../../platform/db/index.ts'
import { type FeedName, type Scope, selectOpenKeys, applyMessages } from '../../sportsbook/index.ts'
import { selectStale, selectToldBy } from './producer-queries.ts'

/** No bets on what a producer told, until it tells anew. Answers how many fixtures it stopped. */
export async function stopFixtures(tx: Tx, feed: FeedName, producer: string): Promise<number> {
  const keys = await selectOpenKeys(tx, feed)
  return keys.length === 0 ? 0 : stop(tx, feed, await selectToldBy(tx, { feed, producer, keys }))
}

/** No bets at prices that nobody has said anew for so long. */
export async function stopStale(tx: Tx, feed: FeedName, seconds: number): Promise<number> {
  const keys = await selectOpenKeys(tx, feed)
  return keys.length === 0 ? 0 : stop(tx, feed, await selectStale(tx, { feed, seconds, keys }))
}

async function stop(
  tx: Tx,
  feed: FeedName,
  fixtures: readonly { key: string; by?: Scope }[],
): Promise<number> {
  if (fixtures.length > 0)
    await applyMessages(
      tx,
      feed,
      fixtures.map((fixture) => ({ kind: 'bet_stop', ...fixture })),
    )
  return fixtures.length
}
