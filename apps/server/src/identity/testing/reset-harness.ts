import { identitySettings } from '../settings.ts'
import { openIdentityHarness } from './identity-harness.ts'
import { mailCodes } from '../credentials/mail-reset-codes.ts'
import type { Mail } from '../mail.ts'

/** The password that the trials set. */
export const NEXT = 'quite another password'

const settings = { ...identitySettings.reset, knownNetworkSeconds: identitySettings.knownNetworkSeconds }

/** A harness for tests of forgotten passwords: the three calls, and the job that mails, run by hand. */
export async function openResetHarness(more: Parameters<typeof openIdentityHarness>[0] = {}) {
  const harness = await openIdentityHarness(more)
  const { deps, mails, post } = harness
  const request = (
    email: string,
    sent: { ip?: string; lang?: string; headers?: Record<string, string> } = {},
  ) => post('/api/app/main/RESETPWD/sendEmail', { email }, sent)
  const check = (email: string, code: string, ip = '10.0.0.1', headers: Record<string, string> = {}) =>
    post('/api/app/main/RESETPWD/checkEmail', { email, code }, { ip, headers })
  const set = (chkId: string, { nPwd = NEXT, ip = '10.0.0.1' } = {}) =>
    post('/api/app/main/setPwd', { nPwd, chkId }, { ip })
  const mailNow = (sendMail: (mail: Mail) => Promise<void> = async (mail) => void mails.push(mail)) =>
    mailCodes({ deps, settings, sendMail })
  /** Asks for a code and answers the one that was mailed. */
  const mailedCode = async (email: string, lang = 'en'): Promise<string> => {
    await request(email, { lang })
    await mailNow()
    const mail = mails.filter(({ to }) => to === email).at(-1)
    return /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const chkIdOf = (answer: Awaited<ReturnType<typeof check>>) => answer.json<{ data: string }>().data
  return {
    ...harness,
    request,
    check,
    set,
    mailNow,
    mailedCode,
    chkIdOf,
    /** Registers a player who forgets the password and gets as far as step three. */
    chkIdFor: async (email: string) => {
      await harness.newPlayer(email)
      return chkIdOf(await check(email, await mailedCode(email)))
    },
    /** As if nobody had tried anything yet. */
    forgetTries: async () => {
      await deps.db`delete from identity_throttle`
    },
  }
}

/** A code that is not this one. */
export const another = (code: string) => code.replace(/^./, (first) => String((Number(first) + 1) % 10))
