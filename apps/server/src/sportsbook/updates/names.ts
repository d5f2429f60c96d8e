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
 * Replaces competition and participant names in external fixtures by their confirmed meanings. An unknown name is
 * listed for review, and is used unchanged until an operator decides.
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

/** Names of feeds waiting for an operator. */
export const readWaitingNames = (deps: Pick<Deps, 'db'>): Promise<NameRow[]> => selectWaiting(deps.db)

type Review = {
  readonly id: number
  readonly verdict: 'confirm' | 'reject'
  /** Our name for it; by default the proposed one. */
  readonly meant?: string | undefined
  /** The deciding operator. */
  readonly by: string
}

type Reviewed = 'done' | 'unknown_name' | 'nothing_proposed' | 'not_ours'

/**
 * Decides what a feed's name means, or that it stays as it is. Applies to later messages of the feed; a decision can
 * be replaced by another one, and each is in the audit.
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
