import type { Config } from '../../platform/config.ts'
import { Fault } from '../../platform/fault.ts'

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
