import type { Config } from '../platform/config.ts'
import { Fault } from '../platform/errors.ts'
import type { IdentitySettings } from './settings.ts'
import { filledText, type Lang, loadTexts } from '../platform/texts.ts'

export type Mail = { to: string; subject: string; text: string }

/** Hands a mail to the mail server; throws if it was not accepted. */
export type SendMail = (mail: Mail) => Promise<void>

const PATIENCE_MS = 15_000

/** Sends mail over `SMTP_URL`. Without one each try fails with a message saying so. */
export function openMail(config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>): SendMail {
  const { SMTP_URL: url, MAIL_FROM: from } = config
  if (!url) {
    return () => Promise.reject(new Fault('no mail server is configured (SMTP_URL)'))
  }
  return async (mail) => {
    // Loaded with the first mail, to save an idle server the memory.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(url, {
      from,
      // Mail contents are given as text, never as a path or an address to fetch.
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

/** How many mails are claimed at once, how often each is tried, and the delay between tries. */
export type MailTerms = { maxTries: number; retrySeconds: number; max: number }

/** Mails in parallel: a mail server accepts a few, and several servers may share what is due. */
export const MAILS_AT_ONCE = 20

export const mailTermsOf = ({
  mailTries,
  mailRetrySeconds,
}: Pick<IdentitySettings['reset'], 'mailTries' | 'mailRetrySeconds'>): MailTerms => ({
  maxTries: mailTries,
  retrySeconds: mailRetrySeconds,
  max: MAILS_AT_ONCE,
})

/** Why a mail failed. The mail server's message may contain the address: only its code and ours are logged. */
export const mailErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

type Key =
  | 'account.closed.subject'
  | 'account.closed.text'
  | 'country.code.subject'
  | 'country.code.text'
  | 'login.code.subject'
  | 'login.code.text'
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

/** A text of this module, mostly for mails, its `{names}` filled in. */
export const mailText = (key: Key, lang: Lang, values: Record<string, string | number>): string =>
  filledText(texts, lang, key, (name) => String(values[name] ?? ''))
