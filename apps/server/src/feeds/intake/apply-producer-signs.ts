import { type FeedName, type FeedRefusal, selectClock } from '../../sportsbook/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { ProducerIncoming } from './incoming.ts'
import { stopFixtures } from './stop-fixtures.ts'
import { lockProducers, type ProducerRow, upsertProducers } from './producer-queries.ts'
import { afterSign, afterSilence, type Producer, silentProducer } from './producer-rules.ts'

/**
 * Applies what producers say of themselves. One that says it is down has its fixtures stopped in the same transaction. One that
 * the feed's own list does not name stays down, whatever it says; the first time it speaks it is refused by name.
 */
export async function applyProducerSigns(
  tx: Tx,
  feed: FeedName,
  signs: readonly ProducerIncoming[],
): Promise<(FeedRefusal & { producer: string })[]> {
  if (signs.length === 0) return []
  const rows = await lockProducers(tx, feed)
  const hasList = rows.some(({ isListed }) => isListed)
  const before = new Map(rows.map((row) => [row.producer, row]))
  const now = await selectClock(tx)
  const after = new Map<string, Producer>()
  const isUnlisted = (producer: string) => hasList && before.get(producer)?.isListed !== true
  const each = signs.flatMap((sign) =>
    (sign.producer === undefined ? [...before.keys()] : [sign.producer]).map((producer) => ({
      producer,
      sign,
    })),
  )
  for (const { producer, sign } of each) {
    const was = after.get(producer) ?? before.get(producer) ?? silentProducer
    after.set(producer, isUnlisted(producer) ? afterSilence(was) : afterSign(was, signOf(sign), now))
  }
  await writeProducers(tx, feed, after)
  await stopDowned(tx, feed, before, after)
  const unknown = [...after.keys()].filter((producer) => isUnlisted(producer) && !before.has(producer))
  return unknown.map((producer) => ({
    producer,
    reason: 'unknown_producer' as const,
    detail: `producer ${producer} is not in the feed's own list: it is down`,
  }))
}

const signOf = ({ kind, isUp, requestId }: ProducerIncoming) => {
  if (kind === 'alive') return { kind, isUp }
  return kind === 'gap' ? { kind } : { kind, requestId }
}

async function stopDowned(
  tx: Tx,
  feed: FeedName,
  before: ReadonlyMap<string, ProducerRow>,
  after: ReadonlyMap<string, Producer>,
): Promise<void> {
  for (const [producer, { status }] of after)
    if (status === 'down' && (before.get(producer)?.status ?? 'down') !== 'down')
      await stopFixtures(tx, feed, producer)
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
