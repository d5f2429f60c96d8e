import { present } from '../../platform/errors.ts'
import { audit } from '../../platform/audit.ts'
import { brokeUnique } from '../../platform/db/failures.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { refundOnFault, type Try } from '../abuse/throttles.ts'
import {
  insertSecuredNotice,
  lockSecret,
  selectSecret,
  updateEmail,
  type Secured,
} from '../accounts/queries.ts'
import { emailOf } from '../accounts/rules.ts'
import { codeHash, isSameHash, freshCode } from '../totp.ts'
import type { Identity } from '../identity.ts'
import { mailErrorCode, mailTermsOf, mailText, type SendMail } from '../mail.ts'
import { endSessionsOf } from '../sessions/sessions.ts'
import type { IdentitySettings } from '../settings.ts'
import {
  deleteEmailChangeOf,
  lockEmailChange,
  updateChangeTried,
  upsertEmailChange,
  claimEmailChanges,
  claimSecuredNotices,
  type DueChange,
  updateChangeCodes,
  updateChangesMailed,
  updateSecuredMailed,
  deletePayeeCodesOf,
  deleteResetsOf,
} from './code-queries.ts'
import { ofSession } from './passwords.ts'
import { requireStepUp } from './step-up.ts'

type AskEmailChange = {
  playerId: number
  sessionId: number
  email: string
  password: string
  lang: Lang
}

/**
 * Requests another e-mail, with the password and a fresh second factor if there is one: a code goes to the new
 * address. If the address is taken, the mail job finds out and sends nothing; the answer is the same.
 */
export async function askEmailChange(
  { deps, passwords, throttles }: Identity,
  { playerId, sessionId, password, lang, ...typed }: AskEmailChange,
): Promise<Result<null, 'invalid_email' | 'too_many_requests' | 'wrong_password' | 'step_up_needed'>> {
  const email = emailOf(typed.email)
  const [row] = await selectSecret(deps.db, playerId)
  const secret = present(row, `player ${playerId}`)
  if (email === undefined || email === secret.email) return refuse('invalid_email')
  // Counted by session, so that a thief's guesses do not use up the player's.
  const tries: Try[] = [{ name: 'change-password', of: `${playerId} ${sessionId}` }]
  if ((await throttles.count(tries)).size > 0) return refuse('too_many_requests')
  const matches = await refundOnFault(throttles, tries, () =>
    passwords.verify(secret.passwordHash, password, ofSession),
  )
  if (!matches) return refuse('wrong_password')
  await throttles.refund(tries)
  const proved = await requireStepUp(deps.db, sessionId)
  if (!proved.ok) return proved
  const mails: Try[] = [
    { name: 'email-change', of: String(playerId) },
    { name: 'reset-mail-email', of: email },
  ]
  if ((await throttles.count(mails)).size > 0) return refuse('too_many_requests')
  return deps.db.begin(async (tx) => {
    const [now] = await lockSecret(tx, playerId)
    // Changed during this verification, which cancelled what the old password had asked for.
    if (now?.passwordHash !== secret.passwordHash) return refuse('wrong_password')
    await upsertEmailChange(tx, { playerId, email, lang })
    return ok(null)
  })
}

type ChangeEmail = { playerId: number; sessionId: number; code: string; lang: Lang }

/**
 * Changes the e-mail with the code mailed to the new address. Codes mailed to the old address become invalid, other
 * sessions end, and the old address gets a notice. An address taken meanwhile answers as a wrong code.
 */
export async function changeEmail(
  { deps, settings }: Identity,
  { playerId, sessionId, code, lang }: ChangeEmail,
): Promise<Result<null, 'wrong_reset_code'>> {
  const change = async (): Promise<Result<null, 'wrong_reset_code'>> =>
    deps.db.begin(async (tx) => {
      const [row] = await lockSecret(tx, playerId)
      const { email: before } = present(row, `player ${playerId}`)
      const [wanted] = await lockEmailChange(tx, playerId)
      if (!wanted?.lives || wanted.codeTries >= settings.reset.codeTries) return refuse('wrong_reset_code')
      if (!isSameHash(wanted.codeHash ?? '', codeHash(playerId, code.trim()))) {
        await updateChangeTried(tx, playerId)
        return refuse('wrong_reset_code')
      }
      await deleteResetsOf(tx, playerId) // those of the current address
      await deletePayeeCodesOf(tx, playerId)
      await updateEmail(tx, playerId, wanted.email)
      await deleteEmailChangeOf(tx, playerId)
      await endSessionsOf(tx, [playerId], { ending: 'email', exceptSessionId: sessionId })
      await insertSecuredNotice(tx, { playerId, email: before, lang, what: 'email' })
      await audit(tx, {
        actor: { kind: 'player', id: playerId },
        action: 'email.changed',
        subject: `player:${playerId}`,
      })
      return ok(null)
    })
  try {
    const changed = await change()
    if (changed.ok) deps.log.info({ playerId }, 'an e-mail was changed')
    return changed
  } catch (error) {
    if (brokeUnique(error, 'identity_player_email')) return refuse('wrong_reset_code')
    throw error
  }
}

type Given = { deps: Deps; settings: IdentitySettings['reset']; sendMail: SendMail }
type Letter = DueChange & { code: string }

/** Mails the codes of new addresses, and notices of changes. Several servers may run this at once. */
export async function mailChanges(given: Given): Promise<void> {
  await Promise.all((await claimLetters(given)).map((letter) => mailCode(given, letter)))
  await mailNotices(given)
}

const claimLetters = ({ deps, settings }: Given) =>
  deps.db.begin(async (tx): Promise<Letter[]> => {
    const due = await claimEmailChanges(tx, mailTermsOf(settings))
    const letters = due
      .filter(({ isTaken }) => !isTaken)
      .map((row) => ({ ...row, code: freshCode(settings.codeDigits, deps.random.below) }))
    await updateChangeCodes(
      tx,
      {
        playerIds: letters.map(({ playerId }) => playerId),
        codeHashes: letters.map(({ playerId, code }) => codeHash(playerId, code)),
      },
      settings.codeSeconds,
    )
    // Taken already: no code is drawn, and nothing is mailed there.
    await updateChangesMailed(tx, columnsOf(due.filter(({ isTaken }) => isTaken)))
    return letters
  })

const columnsOf = (rows: readonly DueChange[]) => ({
  playerIds: rows.map(({ playerId }) => playerId),
  emails: rows.map(({ email }) => email),
})

async function mailCode({ deps, settings, sendMail }: Given, letter: Letter): Promise<void> {
  const { playerId, email, lang, code } = letter
  const values = { code, minutes: Math.floor(settings.codeSeconds / 60), url: deps.config.publicUrl }
  try {
    await sendMail({
      to: email,
      subject: mailText('email.code.subject', lang, values),
      text: mailText('email.code.text', lang, values),
    })
    await updateChangesMailed(deps.db, columnsOf([letter]))
  } catch (error) {
    deps.log.error(
      { playerId, mailError: mailErrorCode(error) },
      'could not mail a code for a new e-mail; it is retried',
    )
  }
}

const words = {
  email: 'email.changed',
  password: 'password.changed',
  passkey_added: 'passkey.added',
  passkey_removed: 'passkey.removed',
  factor_on: 'factor.on',
  factor_off: 'factor.off',
  factor_reset: 'factor.reset',
  recovery_used: 'recovery.used',
  recovery_renewed: 'recovery.renewed',
  new_device: 'device.new',
  account_closed: 'account.closed',
} as const satisfies Record<Secured, string>

async function mailNotices({ deps, settings, sendMail }: Given): Promise<void> {
  const due = await claimSecuredNotices(deps.db, mailTermsOf(settings))
  await Promise.all(
    due.map(async ({ id, playerId, email, lang, what }) => {
      const values = { url: deps.config.publicUrl }
      try {
        await sendMail({
          to: email,
          subject: mailText(`${words[what]}.subject`, lang, values),
          text: mailText(`${words[what]}.text`, lang, values),
        })
        await updateSecuredMailed(deps.db, id)
      } catch (error) {
        deps.log.error(
          { playerId, mailError: mailErrorCode(error) },
          'could not mail a notice; it is retried',
        )
      }
    }),
  )
}
