import { assert, present } from '../../platform/errors.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { marketChanged } from '../events.ts'
import { isInPlay, matchStatuses } from '../sports/match-status.ts'
import { compareResults } from './compare-results.ts'
import {
  OWN_FEEDS,
  type KeyedRefusal,
  type FeedMessage,
  type FeedName,
  type FixtureMessage,
  type PlayMessage,
} from './messages.ts'
import { mapNames } from './names.ts'
import { bumpVersions, selectChanges, type StopChange } from './change-queries.ts'
import { inOwnCodes, isById, readEntries, applyFeedFixtures } from './apply-feed-fixtures.ts'
import { endDueHandPrices } from './hand-prices.ts'
import type { MatchTurn } from './hand-price-rules.ts'
import * as queries from './queries.ts'
import { applyMarkets } from './apply-markets.ts'
import { applyOdds } from './apply-odds.ts'
import { applyPlays } from './apply-plays.ts'
import { applyResults } from './apply-results.ts'

/**
 * Applies a list of feed messages: first fixtures, then match states, then prices and stops, then results and
 * voids. Fixtures, states and prices take one statement per table for the whole list, results one per
 * message. Each changed fixture is published as one event. Returns the ids of the fixtures named, by the
 * feed's keys.
 */
export async function applyFeedMessages(
  tx: Tx,
  feed: FeedName,
  messages: readonly FeedMessage[],
): Promise<Map<string, number>> {
  await queries.touchFeed(tx, feed)
  return (await applyMessages(tx, feed, messages)).ids
}

/** The fixtures named by a list, and what was refused: unknown markets, results after more certain ones. */
export type AppliedMessages = { ids: Map<string, number>; refused: KeyedRefusal[] }

/** The same for callers other than the feed: it does not count as a heartbeat. */
export async function applyMessages(
  tx: Tx,
  feed: FeedName,
  messages: readonly FeedMessage[],
): Promise<AppliedMessages> {
  if (messages.length === 0) return { ids: new Map(), refused: [] }
  const reported = messages.filter((message) => message.kind === 'fixture')
  const fixtures = await mapNames(tx, feed, reported)
  const keys = [...new Set(messages.map(({ key }) => key))]
  await queries.lockFixturesExclusive(tx, feed, keys)
  const left = await applyFeedFixtures(tx, feed, fixtures)
  const known: queries.Known = new Map(
    (await queries.lockFixtures(tx, feed, keys)).map((row) => [row.key, row]),
  )
  for (const { key } of messages)
    assert(known.has(key), `a feed names a fixture before it sends messages of it, not ${key}`)
  const coded = inOwnCodes(
    messages,
    known,
    await readEntries(
      tx,
      feed,
      messages.filter(isById).map(({ key }) => key),
    ),
  )
  return applyToKnownFixtures(tx, feed, {
    known,
    fixtures,
    messages: coded.messages,
    left: [...left, ...coded.refused],
  })
}

type Coded = {
  known: queries.Known
  fixtures: readonly FixtureMessage[]
  messages: readonly FeedMessage[]
  left: readonly KeyedRefusal[]
}

/** Applies messages about known fixtures; their outcomes are already mapped to our own codes. */
async function applyToKnownFixtures(
  tx: Tx,
  feed: FeedName,
  { known, fixtures, messages, left }: Coded,
): Promise<AppliedMessages> {
  // Fixtures whose bet stop the list starts ('feed') or lifts (null).
  const changed = new Map<number, StopChange>(
    fixtures.map(({ key }) => {
      const { id, isSwapped } = present(known.get(key), 'a fixture')
      return [id, isSwapped ? 'feed' : null]
    }),
  )
  const told = messages.filter((message) => message.kind === 'play')
  const applied = await applyPlays(tx, known, told)
  const plays = told.filter(({ isRefused }) => !isRefused)
  const played = new Set(applied.changed.map(({ id }) => id))
  for (const id of played) changed.set(id, null)
  // Pre-match prices end with the start, even if a stop was lost; markets named by the live producer stay.
  if (SCOPED_FEEDS.includes(feed)) for (const id of begunBy(known, plays)) changed.set(id, 'pre_match')
  const named = await applyMarkets(tx, known, messages)
  for (const id of named.ids) changed.set(id, changed.get(id) ?? null)
  for (const [id, stop] of await applyOdds(tx, known, messages)) changed.set(id, stop)
  const results = await applyResults(tx, known, messages)
  for (const [id, stop] of results.stops) changed.set(id, stop ?? changed.get(id) ?? null)
  const byHand = [...known.values()].filter(({ isPricedByHand }) => isPricedByHand)
  if (byHand.length > 0) {
    const hadEvent = new Set(applied.changed.filter(({ hasEvent }) => hasEvent).map(({ id }) => id))
    const turns = byHand.map(({ id }) => [id, turnOf(changed.get(id), hadEvent.has(id))] as const)
    for (const id of await endDueHandPrices(tx, new Map(turns))) changed.set(id, changed.get(id) ?? null)
  }
  await publishChanges(tx, changed)
  const ended = plays.filter(
    ({ key, matchStatus }) =>
      matchStatus === matchStatuses.finished && played.has(present(known.get(key), 'a fixture').id),
  )
  // A rollback may apply a confirmed result that came before it.
  const confirmed = messages.filter(
    (message) =>
      message.kind === 'rollback_settlement' ||
      (message.kind === 'settlement' && message.certainty === 'confirmed'),
  )
  const differing = await checkResults(tx, feed, [...ended, ...confirmed])
  return {
    ids: new Map([...known].map(([key, { id }]) => [key, id])),
    refused: [...left, ...applied.refused, ...named.refused, ...results.refused, ...differing],
  }
}

/** What a list did to a match with a price by hand. */
const turnOf = (stop: StopChange | undefined, hasEvent: boolean): MatchTurn | undefined =>
  hasEvent ? 'event' : stop && stop !== 'lifted' ? 'stop' : undefined

/** Feeds with separate pre-match and live producers. */
const SCOPED_FEEDS: readonly FeedName[] = ['uof']

/** The fixtures that came into play. */
const begunBy = (known: queries.Known, plays: readonly PlayMessage[]): number[] =>
  plays.flatMap(({ key, matchStatus }) => {
    const { id, matchStatus: before } = present(known.get(key), 'a fixture')
    return isInPlay(matchStatus) && !isInPlay(before) ? [id] : []
  })

/** Compares certain results of matches these messages ended, or confirmed a result of, with our own count. */
async function checkResults(
  tx: Tx,
  feed: FeedName,
  messages: readonly FeedMessage[],
): Promise<KeyedRefusal[]> {
  if (messages.length === 0 || OWN_FEEDS.includes(feed)) return []
  return compareResults(
    tx,
    await queries.lockFixtures(tx, feed, [...new Set(messages.map(({ key }) => key))]),
  )
}

/** Gives these fixtures a new version, and publishes what this transaction changed of them. */
export async function publishChanges(tx: Tx, changed: ReadonlyMap<number, StopChange>): Promise<void> {
  const ids = [...changed.keys()].sort((one, other) => one - other)
  const bumped = await bumpVersions(
    tx,
    ids,
    ids.map((id) => changed.get(id) ?? null),
  )
  const reopened = bumped.filter(({ isReopened }) => isReopened).map(({ id }) => id)
  await writeEvents(tx, marketChanged, await selectChanges(tx, ids, reopened))
}
