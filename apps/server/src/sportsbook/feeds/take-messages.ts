import { assert, present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { marketChanged } from '../events.ts'
import { adapterName, matchStatuses, sportOf } from '../sports/index.ts'
import type { FeedMessage, FeedName, FixtureMessage } from './messages.ts'
import { mapNames } from './names/map-names.ts'
import { bumpVersions, selectChanges } from './change-queries.ts'
import * as queries from './queries.ts'
import { takeMarkets } from './take-markets.ts'
import { takeOdds } from './take-odds.ts'
import { takePlays } from './take-plays.ts'
import { checkCertain, type KeyedRefusal, takeResults } from './take-results.ts'

/**
 * Takes what a feed says: fixtures, the state of matches, prices, stops, results and what is void. One statement a table
 * for the whole list; within a list fixtures come first, then play, then prices and stops, then results. Fixtures that
 * changed become one event. Answers the ids of the fixtures named, by the feed's keys.
 */
export async function takeMessages(
  tx: Tx,
  feed: FeedName,
  messages: readonly FeedMessage[],
): Promise<Map<string, number>> {
  await queries.touchFeed(tx, feed)
  return (await takeAll(tx, feed, messages)).ids
}

/** The fixtures named by a list, and what of it could not be: a market that never was, a result after a surer one. */
export type Taken = { ids: Map<string, number>; refused: KeyedRefusal[] }

/** The same for whoever is not the feed itself: its silence goes on. */
export async function takeAll(tx: Tx, feed: FeedName, messages: readonly FeedMessage[]): Promise<Taken> {
  if (messages.length === 0) return { ids: new Map(), refused: [] }
  const told = messages.filter((message) => message.kind === 'fixture')
  const fixtures = await mapNames(tx, feed, told)
  const keys = [...new Set(messages.map(({ key }) => key))]
  await queries.keepBetsOut(tx, feed, keys)
  await takeFixtures(tx, feed, fixtures)
  const known: queries.Known = new Map(
    (await queries.lockFixtures(tx, feed, keys)).map((row) => [row.key, row]),
  )
  for (const { key } of messages)
    assert(known.has(key), `a feed names a fixture before it sends messages of it, not ${key}`)
  // Whether betting is stopped now, where the list says so.
  const changed = new Map<number, boolean | null>(
    fixtures.map(({ key }) => [present(known.get(key), 'a fixture').id, null]),
  )
  const plays = messages.filter((message) => message.kind === 'play')
  const played = new Set(await takePlays(tx, known, plays))
  for (const id of played) changed.set(id, null)
  for (const [id, isStopped] of await takeOdds(tx, known, messages)) changed.set(id, isStopped)
  for (const [id, isStopped] of await takeMarkets(tx, known, messages)) changed.set(id, isStopped)
  const results = await takeResults(tx, known, messages)
  for (const id of results.ids) changed.set(id, changed.get(id) ?? null)
  await publishChanges(tx, changed)
  const ended = plays.filter(
    ({ key, matchStatus }) =>
      matchStatus === matchStatuses.finished && played.has(present(known.get(key), 'a fixture').id),
  )
  const confirmed = messages.filter(
    (message) => message.kind === 'settlement' && message.certainty === 'confirmed',
  )
  const differing = await checkResults(tx, feed, [...ended, ...confirmed])
  return {
    ids: new Map([...known].map(([key, { id }]) => [key, id])),
    refused: [...results.refused, ...differing],
  }
}

/** Of matches that these messages ended, or confirmed a result of: whether what is certain is what we count ourselves. */
async function checkResults(
  tx: Tx,
  feed: FeedName,
  messages: readonly FeedMessage[],
): Promise<KeyedRefusal[]> {
  if (messages.length === 0 || OWN_FEEDS.includes(feed)) return []
  return checkCertain(tx, await queries.lockFixtures(tx, feed, [...new Set(messages.map(({ key }) => key))]))
}

/** Feeds that settle by their plays alone: they confirm nothing. */
const OWN_FEEDS: readonly FeedName[] = ['simulator', 'importer']

/** Gives these fixtures a new version, and tells what this transaction changed of them. */
export async function publishChanges(tx: Tx, changed: ReadonlyMap<number, boolean | null>): Promise<void> {
  const ids = [...changed.keys()].sort((one, other) => one - other)
  const bumped = await bumpVersions(
    tx,
    ids,
    ids.map((id) => changed.get(id) ?? null),
  )
  const reopened = bumped.filter(({ isReopened }) => isReopened).map(({ id }) => id)
  await writeEvents(tx, marketChanged, await selectChanges(tx, ids, reopened))
}

async function takeFixtures(tx: Tx, feed: FeedName, fixtures: readonly FixtureMessage[]): Promise<void> {
  if (fixtures.length === 0) return
  const sports = fixtures.map(({ sport }) => sport)
  const competitions = fixtures.map(({ competition }) => competition)
  const entries = fixtures.flatMap(({ key, sport, participants }) =>
    participants.map(({ name, isWithdrawn = false, isDeducted = true }, at) => ({
      key,
      sport,
      name,
      isWithdrawn,
      isDeducted,
      place: at + 1,
    })),
  )
  const entrySports = entries.map(({ sport }) => sport)
  const names = entries.map(({ name }) => name)
  await queries.insertCompetitions(tx, sports, competitions, feed === 'simulator')
  await queries.insertParticipants(tx, entrySports, names)
  await queries.upsertFixtures(tx, feed, {
    keys: fixtures.map(({ key }) => key),
    sports,
    competitions,
    titles: fixtures.map(({ title }) => title),
    seasons: fixtures.map(({ season = null }) => season),
    startsAt: fixtures.map(({ startsAt }) => startsAt),
    dayOnly: fixtures.map(({ isDayOnly = false }) => isDayOnly),
    bestOfs: fixtures.map(({ form }) => form?.bestOf ?? null),
    matchTieBreaks: fixtures.map(({ form }) => form?.hasMatchTieBreak ?? null),
    outrights: fixtures.map(({ isOutright = false }) => isOutright),
    models: fixtures.map(
      (fixture) => fixture.model && JSON.stringify(sportOf(adapterName(fixture)).models.parse(fixture.model)),
    ),
    seeds: fixtures.map(({ play }) => play?.seed ?? null),
    speeds: fixtures.map(({ play }) => play?.speed ?? null),
    faults: fixtures.map(({ play }) => play?.fault ?? null),
  })
  const written = await queries.upsertEntries(tx, feed, {
    keys: entries.map(({ key }) => key),
    places: entries.map(({ place }) => place),
    sports: entrySports,
    names,
    withdrawn: entries.map(({ isWithdrawn }) => isWithdrawn),
    deducted: entries.map(({ isDeducted }) => isDeducted),
  })
  const withdrawn = written.filter(({ isWithdrawn }) => isWithdrawn)
  if (withdrawn.length > 0) {
    await queries.withdrawOutcomes(
      tx,
      withdrawn.map(({ fixtureId }) => fixtureId),
      withdrawn.map(({ place }) => place),
    )
  }
}
