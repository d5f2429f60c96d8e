import type { Config } from '../platform/config.ts'
import { Fault } from '../platform/errors.ts'
import type { IdentitySettings } from './settings.ts'
import { filledText, type Lang, loadTexts } from '../platform/texts.ts'

export type Mail = { to: string; subject: string; text: string }

/** Hands a mail over to the mail server; throws when it was not taken. */
export type SendMail = (mail: Mail) => Promise<void>

const PATIENCE_MS = 15_000

/** Mails over `SMTP_URL`. Without one nothing can be mailed, and each try says so. */
export function openMail(config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>): SendMail {
  const { SMTP_URL: url, MAIL_FROM: from } = config
  if (!url) {
    return () => Promise.reject(new Fault('no mail server is configured (SMTP_URL)'))
  }
  return async (mail) => {
    // Loaded by the first mail: an idle server does without it.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(url, {
      from,
      // What goes into a mail is given as text, never as a path or an address to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const given = setTimeout(() => transport.close(), PATIENCE_MS)
    try {
      await transport.sendMail({ from, to: mail.to, subject: mail.subject, text: mail.text })
    } finally {
      clearTimeout(given)
      transport.close()
    }
  }
}

/** How many mails are taken to be sent at once, how often each is tried, and how long after a try the next one comes. */
export type MailTerms = { maxTries: number; retrySeconds: number; max: number }

/** So many at once: a mail server takes a few in parallel, and several servers may share what is due. */
export const MAILS_AT_ONCE = 20

export const mailTermsOf = ({
  mailTries,
  mailRetrySeconds,
}: Pick<IdentitySettings['reset'], 'mailTries' | 'mailRetrySeconds'>): MailTerms => ({
  maxTries: mailTries,
  retrySeconds: mailRetrySeconds,
  max: MAILS_AT_ONCE,
})

/** Why a mail did not leave. The mail server's words may repeat the address: only its code and ours go into the log. */
export const mailErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

type Key =
  | 'account.closed.subject'
  | 'account.closed.text'
  | 'country.code.subject'
  | 'country.code.text'
  | 'device.new.subject'
  | 'device.new.text'
  | 'email.changed.subject'
  | 'email.changed.text'
  | 'email.code.subject'
  | 'email.code.text'
  | 'factor.off.subject'
  | 'factor.off.text'
  | 'factor.on.subject'
  | 'factor.on.text'
  | 'factor.reset.subject'
  | 'factor.reset.text'
  | 'link.mail.subject'
  | 'link.mail.text'
  | 'passkey.added.subject'
  | 'passkey.added.text'
  | 'passkey.removed.subject'
  | 'passkey.removed.text'
  | 'payee.code.subject'
  | 'payee.code.text'
  | 'password.changed.subject'
  | 'password.changed.text'
  | 'password.set'
  | 'recovery.renewed.subject'
  | 'recovery.renewed.text'
  | 'recovery.used.subject'
  | 'recovery.used.text'
  | 'reset.mail.subject'
  | 'reset.mail.text'
  | 'taken.mail.subject'
  | 'taken.mail.text'

const texts = loadTexts((lang) => new URL(`texts/${lang}.json`, import.meta.url))

/** A text of this module, mostly of its mails, its `{names}` filled in. */
export const mailText = (key: Key, lang: Lang, values: Record<string, string | number>): string =>
  filledText(texts, lang, key, (name) => String(values[name] ?? ''))
