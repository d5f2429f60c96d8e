import { type Job, schedule } from '../platform/schedule.ts'
import { deleteEndedCaptchas, deleteEndedProofs, deleteEndedThrottles } from './abuse/queries.ts'
import { mailChanges } from './credentials/change-email.ts'
import {
  deleteOldEmailChanges,
  deleteOldSecuredNotices,
  deleteEndedCountryCodes,
  deleteOldPayeeCodes,
  deleteOldResets,
} from './credentials/code-queries.ts'
import { mailCountryCodes } from './credentials/country-codes.ts'
import { deleteEndedChallenges } from './credentials/factor-queries.ts'
import { mailPayeeCodes } from './credentials/payee-codes.ts'
import { mailCodes } from './credentials/reset-password.ts'
import type { Identity } from './identity.ts'
import type { SendMail } from './mail.ts'
import { deleteEndedOperatorChallenges } from './operators/factor-queries.ts'
import { sweepOperatorSessions } from './operators/operators.ts'
import { mailTakenNotices } from './register.ts'
import {
  deleteEndedSessions,
  deleteEndedTickets,
  deleteForgottenDevices,
  deleteForgottenNetworks,
  deleteOldSignIns,
  deleteOldEndings,
  deleteOldLinks,
} from './sessions/queries.ts'
import { announceEnded, type SessionCache } from './sessions/sessions.ts'
import { mailLinks } from './sessions/sign-in.ts'

const SWEEP_MINUTES_EVERY_MS = 60_000
const SWEEP_DAYS_EVERY_MS = 60 * 60_000
/** Soon enough for a player waiting for a code. Not woken by requests: its timing must not reveal theirs. */
const MAIL_EVERY_MS = 2_000

type Running = {
  sendMail: SendMail
  cache: Pick<SessionCache, 'start'>
  /** Which sessions were used. */
  seen: { write: () => Promise<void> }
}

/** Starts the background jobs; stop each before the database closes. */
export function startJobs(
  identity: Pick<Identity, 'deps' | 'settings'>,
  { sendMail, cache, seen }: Running,
): Pick<Job, 'stop'>[] {
  const { deps, settings } = identity
  const every = (everyMs: number, name: string, run: () => Promise<void>) =>
    schedule({ name: `identity-${name}`, everyMs, log: deps.log, run })
  const mailing = every(MAIL_EVERY_MS, 'mails', async () => {
    await mailTakenNotices({ deps, settings: settings.reset, sendMail })
    await mailChanges({ deps, settings: settings.reset, sendMail })
    await mailPayeeCodes({ deps, settings: settings.reset, sendMail })
    await mailCountryCodes({ deps, settings, sendMail })
    await mailLinks({ deps, settings, sendMail })
    await mailCodes({
      deps,
      settings: { ...settings.reset, knownNetworkSeconds: settings.knownNetworkSeconds },
      sendMail,
    })
  })
  const hearing = cache.start(deps.db)
  const seeing = every(settings.session.seenEveryMs, 'seen', seen.write)
  return [
    mailing,
    every(SWEEP_MINUTES_EVERY_MS, 'sweep-minutes', () => sweepMinutes(identity)),
    every(SWEEP_DAYS_EVERY_MS, 'sweep-days', () => sweepDays(identity)),
    { stop: () => seeing.stop().then(seen.write) },
    hearing,
  ]
}

/** A player away for longer gets the generic answer: the session expired. */
const ENDING_SECONDS = 60 * 24 * 60 * 60

type Given = Pick<Identity, 'deps' | 'settings'>

/** Deletes expired short-lived rows: captchas, proofs, challenges, tickets and throttles. Indexed, so it runs often. */
export async function sweepMinutes({ deps: { db } }: Pick<Given, 'deps'>): Promise<void> {
  await deleteEndedCaptchas(db)
  await deleteEndedThrottles(db)
  await deleteEndedProofs(db)
  await deleteEndedChallenges(db)
  await deleteEndedOperatorChallenges(db)
  await deleteEndedTickets(db)
  await deleteEndedCountryCodes(db)
}

/**
 * Deletes expired long-lived rows: sessions, resets, networks and devices not seen for long. Scans whole tables, so
 * it runs rarely.
 */
export async function sweepDays({ deps: { db }, settings }: Given): Promise<void> {
  // An open socket does not check its session: it closes because the end is announced.
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
