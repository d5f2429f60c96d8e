import { selectClock } from '../queries.ts'
import type { Tx } from '../../../platform/db/index.ts'
import type { FeedName } from '../messages.ts'
import type { ProducerIncoming } from '../intake/incoming.ts'
import { stopFixtures } from './stop-fixtures.ts'
import { lockProducers, upsertProducers } from './queries.ts'
import { afterSign, type Producer, unheard } from './rules.ts'

/** Takes what producers say of themselves. One that says it is down has its fixtures stopped in the same transaction. */
export async function takeSigns(
  tx: Tx,
  feed: FeedName,
  signs: readonly ProducerIncoming[],
): Promise<never[]> {
  if (signs.length === 0) return []
  const before = new Map<string, Producer>(
    (await lockProducers(tx, feed)).map(({ producer, ...row }) => [producer, row]),
  )
  const now = await selectClock(tx)
  const after = new Map<string, Producer>()
  for (const { producer, kind, isUp, requestId } of signs) {
    const was = after.get(producer) ?? before.get(producer) ?? unheard
    after.set(producer, afterSign(was, kind === 'alive' ? { kind, isUp } : { kind, requestId }, now))
  }
  await writeProducers(tx, feed, after)
  for (const [producer, { status }] of after)
    if (status === 'down' && (before.get(producer)?.status ?? 'down') !== 'down')
      await stopFixtures(tx, feed, producer)
  return []
}

export async function writeProducers(
  tx: Tx,
  feed: FeedName,
  after: ReadonlyMap<string, Producer>,
): Promise<void> {
  const rows = [...after]
  await upsertProducers(tx, feed, {
    producers: rows.map(([producer]) => producer),
    statuses: rows.map(([, { status }]) => status),
    aliveAt: rows.map(([, { aliveAt }]) => aliveAt),
    missedSince: rows.map(([, { missedSince }]) => missedSince),
    requestIds: rows.map(([, { requestId }]) => requestId),
  })
}
