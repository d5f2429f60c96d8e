import type { Tx } from '../../platform/db/index.ts'
import type { FeedName, FeedRefusal } from '../../sportsbook/index.ts'
import type { FixtureIncoming } from './incoming.ts'
import * as queries from './queries.ts'

/** A message that was not taken, or a part of one. */
export type Refused = FeedRefusal & Partial<Pick<FixtureIncoming, 'key' | 'producer' | 'kind' | 'sentAt'>>

/** Refused messages that are kept for operators. */
const KEPT = 10_000

const MAX_DETAIL = 400

/** Keeps what was not taken for operators, the newest. */
export async function keepRefused(tx: Tx, feed: FeedName, refused: readonly Refused[]): Promise<void> {
  if (refused.length === 0) return
  // More than are kept would be thrown away at once.
  const kept = refused.slice(-KEPT)
  await queries.insertRefused(tx, feed, {
    keys: kept.map(({ key }) => key?.slice(0, 120) ?? null),
    producers: kept.map(({ producer }) => producer ?? null),
    kinds: kept.map(({ kind }) => kind ?? null),
    reasons: kept.map(({ reason }) => reason),
    details: kept.map(({ detail }) => plain(detail)),
    sentAt: kept.map(({ sentAt }) => sentAt ?? null),
  })
  await queries.deleteOldRefused(tx, KEPT)
}

/** What a feed sent is shown to operators: without what moves a cursor or cannot be stored. */
const plain = (detail: string): string => detail.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, MAX_DETAIL)
