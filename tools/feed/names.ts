import { readWaitingNames, reviewFeedName } from '../../apps/server/src/sportsbook/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'

const REFUSED = {
  unknown_name: 'there is no such name',
  nothing_proposed: 'nothing is proposed: say which name of ours it is',
  not_ours: 'nobody here bears that name',
} as const

/** Lists feed names to review, or reviews one. Returns the lines to print. */
export async function reviewNames(deps: Deps, [verdict, id, meant]: readonly string[]): Promise<string[]> {
  if (verdict !== 'confirm' && verdict !== 'reject') {
    const rows = await readWaitingNames(deps)
    const lines = rows.map(
      (row) =>
        `${row.id}  ${row.feed}  ${row.sport}  ${row.kind}  ${row.name}${row.meant === null ? '' : ` = ${row.meant}?`}`,
    )
    return [...lines, `${rows.length} names wait for review`]
  }
  const by = process.env['USER'] ?? 'command line'
  const done = await reviewFeedName(deps, { id: Number(id), verdict, meant, by })
  if (done !== 'done') throw new Error(REFUSED[done])
  return [`name ${id}: ${verdict === 'confirm' ? 'confirmed' : 'rejected'}`]
}
