import type { Deps } from '../../platform/deps.ts'
import { codeHash, freshCode } from './codes.ts'
import { mailErrorCode, mailTermsOf, mailText, type SendMail } from '../mail.ts'
import type { Secured } from '../accounts/queries.ts'
import type { IdentitySettings } from '../settings.ts'
import {
  claimEmailChanges,
  claimSecuredNotices,
  type DueChange,
  updateChangeCodes,
  updateChangesMailed,
  updateSecuredMailed,
} from './email-queries.ts'

type Given = { deps: Deps; settings: IdentitySettings['reset']; sendMail: SendMail }
type Letter = DueChange & { code: string }

/** Mails the codes of new addresses, and tells addresses what changed. Several servers may run this at once. */
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
    // Somebody's already: no code is drawn, and nothing is mailed there.
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
      'a code for a new e-mail did not leave; it is tried again',
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
          'a notice did not leave; it is tried again',
        )
      }
    }),
  )
}
