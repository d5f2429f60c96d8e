import { lockOperatorWith, readOperatorsWithout } from '../../identity/index.ts'
import { audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Support } from './chat.ts'
import { lockThread, updateAssigned, updateReleased } from './queries.ts'

/** The permission that an operator needs to be given chats. */
export const MAY_ANSWER = 'support.answer'

type AssignThread = {
  threadId: number
  /** Who had the chat on the caller's screen; null: nobody. */
  from: number | null
  /** Who gets it; null: it goes back to the queue. */
  to: number | null
}

type Assigned = { playerId: number; isChanged: boolean }

/**
 * Gives an open chat to an operator who may answer it, or back to the queue. Of two operators who take it at once the
 * second is refused, because the chat is no longer with the operator (or the queue) that the second one saw.
 */
export async function assignThread(
  tx: Tx,
  { threadId, from, to }: AssignThread,
): Promise<Result<Assigned, 'not_found' | 'thread_closed' | 'thread_taken'>> {
  // Operators are locked before chats.
  if (to !== null && (await lockOperatorWith(tx, to, MAY_ANSWER)).length === 0) return refuse('not_found')
  const [thread] = await lockThread(tx, threadId)
  if (!thread) return refuse('not_found')
  const { playerId, assignedTo } = thread
  if (thread.closedAt !== null) return refuse('thread_closed')
  if (assignedTo === to) return ok({ playerId, isChanged: false })
  if (assignedTo !== from) return refuse('thread_taken')
  await updateAssigned(tx, threadId, to)
  return ok({ playerId, isChanged: true })
}

/**
 * Gives the open chats of operators who may no longer answer back to the queue, up to 1000 a run: a colleague, a change
 * of their role or the command line may have taken the permission.
 */
export const releaseThreads = ({ deps: { db }, ids }: Pick<Support, 'deps' | 'ids'>): Promise<void> =>
  db.begin(async (tx) => {
    const gone = await readOperatorsWithout(tx, MAY_ANSWER)
    const released = await updateReleased(
      tx,
      gone.map(({ operatorId }) => operatorId),
    )
    await audit(
      tx,
      ...released.map(({ id, playerId, operatorId }) => ({
        actor: { kind: 'system' as const, id: null },
        action: 'support.assigned',
        subject: `player:${playerId}`,
        details: { threadId: ids.threads.show(id), before: operatorId, after: null },
      })),
    )
  })
