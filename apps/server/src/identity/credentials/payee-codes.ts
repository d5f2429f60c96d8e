import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { lockSecret, updateEmailConfirmed } from '../accounts/queries.ts'
import { codeHash, isSameHash, freshCode } from '../totp.ts'
import type { Identity } from '../identity.ts'
import { mailErrorCode, mailTermsOf, mailText, type SendMail } from '../mail.ts'
import type { IdentitySettings } from '../settings.ts'
import {
  lockPayeeCode,
  type Payee,
  selectConfirmedPayees,
  updatePayeeConfirmed,
  updatePayeeTried,
  upsertPayeeCode,
  claimPayeeCodes,
  type DuePayeeCode,
  updatePayeeCodes,
  updatePayeeMailed,
} from './code-queries.ts'

export type AskPayeeCode = Payee & {
  /** The payee with its middle hidden, for the mail. */
  shown: string
  lang: Lang
}

/** The stored hash of a code: bound to its player and payee, to no amount. */
const payeeCodeHash = ({ playerId, payee }: Payee, code: string): string =>
  codeHash(playerId, `${payee}:${code}`)

/** Requests a code to the player's own address that confirms this payee only. */
export async function askPayeeCode(
  { deps, throttles }: Identity,
  request: AskPayeeCode,
): Promise<Result<null, 'too_many_requests'>> {
  if ((await throttles.count([{ name: 'payee-code', of: String(request.playerId) }])).size > 0) {
    return refuse('too_many_requests')
  }
  await upsertPayeeCode(deps.db, request)
  return ok(null)
}

/**
 * Confirms a payee for minutes with the mailed code, and thereby the player's e-mail. The right code repeated answers
 * the same. A wrong, exhausted or expired code, or one of another payee, gets the same refusal.
 */
export const confirmPayee = (
  { deps, settings }: Identity,
  { code, ...payee }: Payee & { code: string },
): Promise<Result<null, 'wrong_reset_code'>> =>
  deps.db.begin(async (tx) => {
    // Under this lock no other e-mail takes the place of the one that the code was mailed to.
    await lockSecret(tx, payee.playerId)
    const [row] = await lockPayeeCode(tx, payee)
    if (!row?.lives || row.codeTries >= settings.reset.codeTries) return refuse('wrong_reset_code')
    if (!isSameHash(row.codeHash ?? '', payeeCodeHash(payee, code.trim()))) {
      await updatePayeeTried(tx, payee)
      return refuse('wrong_reset_code')
    }
    await updatePayeeConfirmed(tx, payee, settings.payeeConfirmedSeconds)
    await updateEmailConfirmed(tx, payee.playerId)
    return ok(null)
  })

/** Those of these payees confirmed recently. */
export const readConfirmedPayees = (sql: Sql, payees: readonly Payee[]): Promise<readonly Payee[]> =>
  selectConfirmedPayees(sql, {
    playerIds: payees.map(({ playerId }) => playerId),
    payees: payees.map(({ payee }) => payee),
  })

type Given = { deps: Deps; settings: IdentitySettings['reset']; sendMail: SendMail }
type Letter = DuePayeeCode & { code: string; hash: string }

/**
 * Mails the codes that confirm payees. Each is valid before its mail leaves; a failed mail is retried later with
 * another code. Several servers may run this at once.
 */
export async function mailPayeeCodes(given: Given): Promise<void> {
  await Promise.all((await claimLetters(given)).map((letter) => mail(given, letter)))
}

const claimLetters = ({ deps, settings }: Given) =>
  deps.db.begin(async (tx): Promise<Letter[]> => {
    const due = await claimPayeeCodes(tx, mailTermsOf(settings))
    const letters = due.map((row) => {
      const code = freshCode(settings.codeDigits, deps.random.below)
      return { ...row, code, hash: payeeCodeHash(row, code) }
    })
    await updatePayeeCodes(
      tx,
      {
        playerIds: letters.map(({ playerId }) => playerId),
        payees: letters.map(({ payee }) => payee),
        codeHashes: letters.map(({ hash }) => hash),
      },
      settings.codeSeconds,
    )
    return letters
  })

async function mail({ deps, settings, sendMail }: Given, letter: Letter): Promise<void> {
  const { playerId, email, lang, code, shown, hash } = letter
  const values = {
    code,
    payee: shown,
    minutes: Math.floor(settings.codeSeconds / 60),
    url: deps.config.publicUrl,
  }
  try {
    await sendMail({
      to: email,
      subject: mailText('payee.code.subject', lang, values),
      text: mailText('payee.code.text', lang, values),
    })
    await updatePayeeMailed(deps.db, letter, hash)
  } catch (error) {
    deps.log.error(
      { playerId, mailError: mailErrorCode(error) },
      'could not mail a payee code; it is retried',
    )
  }
}
