import { updateDetailsGone } from '../cashier/index.ts'
import {
  deleteContact,
  deletePerson,
  deletePersonalRows,
  type DueDeletion,
  lockDueDeletions,
} from '../identity/index.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Profile } from './profile.ts'

/** Accounts of which something is deleted in one go: a transaction each, so that one that fails holds up nobody else. */
const MAX_ACCOUNTS = 100

type Deleting = Pick<Profile, 'deps' | 'personalData'>

/**
 * Deletes what no law keeps of closed accounts whose time is over: contact data first, name, CPF and the chat after the years of the
 * law. Money, bets and protection stay, by a number that names nobody any more. Several servers may run it at once; run again it
 * finds nothing. One that fails is logged and passed over until the next run. Answers of how many accounts it deleted.
 */
export async function deleteDueData(deleting: Deleting): Promise<number> {
  const { db, log } = deleting.deps
  let done = 0
  for (let afterId = 0; done < MAX_ACCOUNTS;) {
    let playerId: number | undefined
    const deleteNext = db.begin(async (tx) => {
      const [due] = await lockDueDeletions(tx, { afterId, max: 1 })
      playerId = due?.playerId
      if (due) await deleteOf(tx, deleting, due)
    })
    const isDeleted = await deleteNext.then(
      () => true,
      (error: unknown) => {
        if (playerId === undefined) throw error // the database, and no account
        log.error({ err: error, playerId }, 'data of a closed account were not deleted; it is tried again')
        return false
      },
    )
    if (playerId === undefined) break
    if (isDeleted) done += 1
    afterId = playerId
  }
  return done
}

async function deleteOf(
  tx: Tx,
  { deps, personalData }: Deleting,
  { playerId, isContactDue, isPersonDue }: DueDeletion,
): Promise<void> {
  // Of name and CPF the contact data are gone before, or go with them.
  const kinds = new Set([...(isContactDue ? ['contact'] : []), ...(isPersonDue ? ['person'] : [])])
  for (const { table, owner, until, isKeptInPart } of personalData) {
    if (kinds.has(until) && !isKeptInPart) await deletePersonalRows(tx, { table, owner, playerId })
  }
  if (isContactDue) {
    await updateDetailsGone(tx, playerId)
    await deleteContact(tx, deps, playerId)
  }
  if (isPersonDue) await deletePerson(tx, playerId)
  await audit(tx, {
    actor: { kind: 'system', id: null },
    action: isPersonDue ? 'player.person_deleted' : 'player.contact_deleted',
    subject: `player:${playerId}`,
  })
}
