import type { Deps } from '../../platform/deps.ts'
import type { SendMail } from '../reset/send-mail.ts'
import type { IdentitySettings } from '../settings.ts'
import { mailText } from '../texts/texts.ts'
import { claimTakenNotices, updateNoticeMailed } from './queries.ts'

type Given = {
  deps: Deps
  settings: Pick<IdentitySettings['reset'], 'mailTries' | 'mailRetrySeconds'>
  sendMail: SendMail
}

const AT_ONCE = 20

/** Tells players that somebody tried to register with their e-mail. Several servers may run this at once. */
export async function mailTakenNotices({ deps, settings, sendMail }: Given): Promise<void> {
  const terms = { maxTries: settings.mailTries, retrySeconds: settings.mailRetrySeconds, max: AT_ONCE }
  const due = await claimTakenNotices(deps.db, terms)
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
        // The mail server's words may repeat the address: only its code and ours go into the log.
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        deps.log.error({ playerId, mailError: code }, 'a notice did not leave; it is tried again')
      }
    }),
  )
}
