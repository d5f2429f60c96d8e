import { updateDetailsGone } from '../cashier/index.ts'
import { deleteContact, deletePerson, deletePersonalRows, lockDueDeletions } from '../identity/index.ts'
import { audit } from '../platform/audit/audit.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Profile } from './profile.ts'

/** Accounts of which something is deleted in one go: a transaction each, so that one that fails holds up nobody else. */
const MAX_ACCOUNTS = 100

type Deleting = Pick<Profile, 'deps' | 'personalData'>

/**
 * Deletes what no law keeps of closed accounts whose time is over: contact data first, name, CPF and the chat after the years of the
 * law. Money, bets and protection stay, by a number that names nobody any more. Several servers may run it at once; run again it
 * finds nothing. Answers how many accounts it worked on.
 */
export async function deleteDueData(deleting: Deleting): Promise<number> {
  for (let done = 0; done < MAX_ACCOUNTS; done += 1) {
    if (!(await deleting.deps.db.begin((tx) => deleteNext(tx, deleting)))) return done
  }
  return MAX_ACCOUNTS
}

async function deleteNext(tx: Tx, { deps, personalData }: Deleting): Promise<boolean> {
  const [due] = await lockDueDeletions(tx, 1)
  if (!due) return false
  const { playerId, isContactDue, isPersonDue } = due
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
  return true
}
