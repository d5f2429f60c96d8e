import type { Deps } from '../../platform/deps.ts'
import { freshCode } from './codes.ts'
import { mailErrorCode, mailTermsOf, mailText, type SendMail } from '../mail.ts'
import type { IdentitySettings } from '../settings.ts'
import { payeeCodeHash } from './payee-codes.ts'
import { claimPayeeCodes, type DuePayeeCode, updatePayeeCodes, updatePayeeMailed } from './payee-queries.ts'

type Given = { deps: Deps; settings: IdentitySettings['reset']; sendMail: SendMail }
type Letter = DuePayeeCode & { code: string; hash: string }

/**
 * Mails the codes that confirm payees. Each is in force before its mail leaves; a mail that does not leave is tried again
 * later with another code. Several servers may run this at once.
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
      'a code that confirms a payee did not leave; it is tried again',
    )
  }
}
