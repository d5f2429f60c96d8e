import type { Tx } from '../../../platform/db/index.ts'
import type { FeedName, FixtureMessage } from '../messages.ts'
import { insertUnknown, type NameColumns, type NameKind, selectMeant } from './queries.ts'

/** What names its own world: nothing of these feeds is held against the names of others. */
const OWN: readonly FeedName[] = ['simulator', 'importer']

/**
 * Fixtures of a feed from outside with its names of competitions and sides as they were confirmed to be ours. A name
 * that nobody here bears is listed for review, and stands for itself until somebody says what it means.
 */
export async function mapNames(
  tx: Tx,
  feed: FeedName,
  fixtures: readonly FixtureMessage[],
): Promise<readonly FixtureMessage[]> {
  if (OWN.includes(feed) || fixtures.length === 0) return fixtures
  const named = fixtures.flatMap(({ sport, competition, participants }) => [
    { kind: 'competition' as const, sport, name: competition },
    ...participants.map(({ name }) => ({ kind: 'participant' as const, sport, name })),
  ])
  const columns: NameColumns = {
    kinds: named.map(({ kind }) => kind),
    sports: named.map(({ sport }) => sport),
    names: named.map(({ name }) => name),
  }
  await insertUnknown(tx, feed, columns)
  const meant = new Map(
    (await selectMeant(tx, feed, columns)).map((row) => [keyOf(row.kind, row.sport, row.name), row.meant]),
  )
  if (meant.size === 0) return fixtures
  const ours = (kind: NameKind, sport: string, name: string) => meant.get(keyOf(kind, sport, name)) ?? name
  return fixtures.map((fixture) => ({
    ...fixture,
    competition: ours('competition', fixture.sport, fixture.competition),
    participants: fixture.participants.map((one) => ({
      ...one,
      name: ours('participant', fixture.sport, one.name),
    })),
  }))
}

const keyOf = (kind: NameKind, sport: string, name: string): string => `${kind}/${sport}/${name}`
