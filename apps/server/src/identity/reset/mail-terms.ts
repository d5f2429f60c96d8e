import type { IdentitySettings } from '../settings.ts'

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
