import type { Tx } from '../../platform/db/index.ts'
import { readWagers } from './meet-requirements.ts'
import { updateSpans, updateToCancelled } from './queries.ts'
import { movedSpans } from './rules.ts'

/**
 * Cancels what was to be wagered of these top-ups; the player's later ones move up, so that the next settled stake
 * counts for the oldest that is left. The accounts of the players are held.
 */
export async function cancelRequirements(
  tx: Tx,
  topUps: readonly { e2eid: string; playerId: number }[],
): Promise<void> {
  if (topUps.length === 0) return
  await updateToCancelled(
    tx,
    topUps.map(({ e2eid }) => e2eid),
  )
  const { open, settledCents } = await readWagers(tx, [...new Set(topUps.map(({ playerId }) => playerId))])
  const moved = [...open].flatMap(([playerId, own]) => movedSpans(own, settledCents.get(playerId) ?? 0))
  if (moved.length === 0) return
  await updateSpans(
    tx,
    moved.map(({ id }) => id),
    moved.map(({ fromSettledCents }) => fromSettledCents),
  )
}
