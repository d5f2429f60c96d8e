import { audit } from '../../../platform/audit/audit.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isOurs, lockName, type NameRow, reviewName, selectWaiting } from './queries.ts'

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

export type Reviewed = 'done' | 'unknown_name' | 'nothing_proposed' | 'not_ours'

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
