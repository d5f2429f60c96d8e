import type { Tx } from '../../platform/db/index.ts'
import { adapterName, sportOf } from '../sports/table.ts'
import type { KeyedRefusal } from './feed-refusal.ts'
import type { FeedName, FixtureMessage } from './messages.ts'
import type { Entries } from './own-codes.ts'
import { placeEntries } from './place-entries.ts'
import * as queries from './queries.ts'

/** Feeds of our own: they name everybody in one order for ever, and settle by their plays alone. */
export const OWN_FEEDS: readonly FeedName[] = ['simulator', 'importer']

/** Who takes part in these fixtures of a feed from outside, as it is kept, by the feed's key. */
export async function readEntries(tx: Tx, feed: FeedName, keys: readonly string[]): Promise<Entries> {
  if (keys.length === 0 || OWN_FEEDS.includes(feed)) return new Map()
  return Map.groupBy(await queries.selectEntries(tx, feed, keys), ({ key }) => key)
}

/** Writes the fixtures of a list and their participants. Returns the participants that have no place in them. */
export async function applyFeedFixtures(
  tx: Tx,
  feed: FeedName,
  fixtures: readonly FixtureMessage[],
): Promise<KeyedRefusal[]> {
  if (fixtures.length === 0) return []
  const kept = await readEntries(
    tx,
    feed,
    fixtures.map(({ key }) => key),
  )
  const sports = fixtures.map(({ sport }) => sport)
  const competitions = fixtures.map(({ competition }) => competition)
  const placed = fixtures.map((fixture) => ({
    fixture,
    ...placeEntries(fixture, kept.get(fixture.key) ?? []),
  }))
  const entries = placed.flatMap(({ fixture: { key, sport }, entries: own }) =>
    own.map((entry) => ({ key, sport, ...entry })),
  )
  await queries.insertCompetitions(tx, sports, competitions, feed === 'simulator')
  await queries.insertParticipants(
    tx,
    entries.map(({ sport }) => sport),
    entries.map(({ name }) => name),
  )
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
    swapped: placed.map(({ isSwapped }) => isSwapped),
  })
  const written = await queries.upsertEntries(tx, feed, {
    keys: entries.map(({ key }) => key),
    places: entries.map(({ place }) => place),
    feedIds: entries.map(({ feedId }) => feedId),
    sports: entries.map(({ sport }) => sport),
    names: entries.map(({ name }) => name),
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
  return placed.flatMap(({ fixture: { key }, refused }) => refused.map((refusal) => ({ ...refusal, key })))
}
