import type { Identity } from './identity.ts'
import { deleteEndedCaptchas, deleteEndedProofs, deleteEndedThrottles } from './abuse/queries.ts'
import {
  deleteEndedSessions,
  deleteEndedTickets,
  deleteForgottenDevices,
  deleteForgottenNetworks,
  deleteOldSignIns,
  deleteOldEndings,
} from './sessions/queries.ts'
import { sweepOperatorSessions } from './operators/operators.ts'
import { deleteEndedOperatorChallenges } from './operators/passkey-queries.ts'
import { deleteOldEmailChanges, deleteOldSecuredNotices } from './credentials/email-queries.ts'
import { deleteEndedCodes } from './credentials/country-queries.ts'
import { deleteOldLinks } from './sessions/link-queries.ts'
import { deleteOldPayeeCodes } from './credentials/payee-queries.ts'
import { deleteEndedChallenges } from './credentials/passkey-queries.ts'
import { deleteOldResets } from './credentials/reset-queries.ts'
import { announceEnded } from './sessions/end-sessions.ts'

/** Who was away for longer is told what a lost session is told: the time is over. */
const ENDING_SECONDS = 60 * 24 * 60 * 60

type Given = Pick<Identity, 'deps' | 'settings'>

/** Removes what lives for minutes: captchas, proofs, challenges, tickets and throttles that are over. Found by an index, so often. */
export async function sweepMinutes({ deps: { db } }: Pick<Given, 'deps'>): Promise<void> {
  await deleteEndedCaptchas(db)
  await deleteEndedThrottles(db)
  await deleteEndedProofs(db)
  await deleteEndedChallenges(db)
  await deleteEndedOperatorChallenges(db)
  await deleteEndedTickets(db)
  await deleteEndedCodes(db)
}

/** Removes what lives for days: sessions, resets, networks and devices not seen for long. Reads whole tables, so seldom. */
export async function sweepDays({ deps: { db }, settings }: Given): Promise<void> {
  // A socket asks for no session once it is open: it closes because the end is announced.
  await db.begin(async (tx) => announceEnded(tx, await deleteEndedSessions(tx, settings.session), 'expired'))
  await deleteOldEndings(db, ENDING_SECONDS)
  await sweepOperatorSessions(db)
  await deleteOldResets(db, settings.reset.keepSeconds)
  await deleteOldLinks(db, settings.reset.keepSeconds)
  await deleteOldEmailChanges(db, settings.reset.keepSeconds)
  await deleteOldSecuredNotices(db, settings.reset.keepSeconds)
  await deleteOldPayeeCodes(db, settings.reset.keepSeconds)
  await deleteOldSignIns(db, settings.signIns.keepSeconds)
  await deleteForgottenNetworks(db, settings.knownNetworkSeconds)
  await deleteForgottenDevices(db, settings.knownNetworkSeconds)
}
