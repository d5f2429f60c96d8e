import type { Tx } from '../../platform/db/index.ts'
import { type FeedName, type FixtureMessage, OWN_FEEDS } from './messages.ts'
import {
  insertUnknown,
  type NameColumns,
  type NameKind,
  selectMeant,
  isOurs,
  lockName,
  type NameRow,
  reviewName,
  selectWaiting,
} from './names-queries.ts'
import { audit } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'

/**
 * Fixtures of a feed from outside with its names of competitions and sides as they were confirmed to be ours. A name
 * that nobody here bears is listed for review, and stands for itself until somebody says what it means.
 */
export async function mapNames(
  tx: Tx,
  feed: FeedName,
  fixtures: readonly FixtureMessage[],
): Promise<readonly FixtureMessage[]> {
  if (OWN_FEEDS.includes(feed) || fixtures.length === 0) return fixtures
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

/** Names of feeds that wait for somebody to say what they mean. */
export const readWaitingNames = (deps: Pick<Deps, 'db'>): Promise<NameRow[]> => selectWaiting(deps.db)

type Review = {
  readonly id: number
  readonly verdict: 'confirm' | 'reject'
  /** The name of ours that it is; without it the one that was proposed. */
  readonly meant?: string | undefined
  /** Who says so. */
  readonly by: string
}

type Reviewed = 'done' | 'unknown_name' | 'nothing_proposed' | 'not_ours'

/**
 * Says what a feed's name means, or that it stands for itself. It holds for what the feed says from then on; a review
 * can be changed by another one, and each stands in the audit.
 */
export const reviewFeedName = (
  deps: Pick<Deps, 'db'>,
  { id, verdict, meant, by }: Review,
): Promise<Reviewed> =>
  deps.db.begin(async (tx) => {
    const row = await lockName(tx, id)
    if (!row) return 'unknown_name'
    const name = verdict === 'confirm' ? (meant ?? row.meant) : null
    if (verdict === 'confirm' && name === null) return 'nothing_proposed'
    if (name !== null && !(await isOurs(tx, { ...row, name }))) return 'not_ours'
    await reviewName(tx, id, { status: verdict === 'confirm' ? 'confirmed' : 'rejected', meant: name, by })
    await audit(tx, {
      actor: { kind: 'system', id: null },
      action: verdict === 'confirm' ? 'feed_name.confirmed' : 'feed_name.rejected',
      subject: `feed_name:${id}`,
      details: { feed: row.feed, kind: row.kind, sport: row.sport, name: row.name, meant: name ?? '', by },
    })
    return 'done'
  })
