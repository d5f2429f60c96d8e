import type { Deps } from '../../platform/deps.ts'
import { mailErrorCode, mailTermsOf, mailText, type SendMail } from '../mail.ts'
import type { IdentitySettings } from '../settings.ts'
import { claimTakenNotices, updateNoticeMailed } from './queries.ts'

type Given = {
  deps: Deps
  settings: Pick<IdentitySettings['reset'], 'mailTries' | 'mailRetrySeconds'>
  sendMail: SendMail
}

/** Tells players that somebody tried to register with their e-mail. Several servers may run this at once. */
export async function mailTakenNotices({ deps, settings, sendMail }: Given): Promise<void> {
  const due = await claimTakenNotices(deps.db, mailTermsOf(settings))
  await Promise.all(
    due.map(async ({ playerId, email, lang }) => {
      const values = { url: deps.config.publicUrl }
      try {
        await sendMail({
          to: email,
          subject: mailText('taken.mail.subject', lang, values),
          text: mailText('taken.mail.text', lang, values),
        })
        await updateNoticeMailed(deps.db, playerId)
      } catch (error) {
        deps.log.error(
          { playerId, mailError: mailErrorCode(error) },
          'a notice did not leave; it is tried again',
        )
      }
    }),
  )
}
