import type { Deps } from '../../platform/deps.ts'
import type { IdentitySettings } from '../settings.ts'
import { mailErrorCode, MAILS_AT_ONCE, mailText, type SendMail } from '../mail.ts'
import { codeHash, freshCode } from './codes.ts'
import { type DueRow, lockDue, updateCodes, updateMailed } from './reset-queries.ts'

type Given = {
  deps: Deps
  settings: IdentitySettings['reset'] & Pick<IdentitySettings, 'knownNetworkSeconds'>
  sendMail: SendMail
}

type Letter = { id: number; email: string; lang: DueRow['lang']; code: string }

/**
 * Mails a fresh code for each reset that is due. The code is in force before the mail leaves; a mail that does
 * not leave is tried again later with another code. Several servers may run this: rows under way are passed over.
 */
export async function mailCodes(given: Given): Promise<void> {
  for (;;) {
    const { letters, taken } = await claimLetters(given)
    await Promise.all(letters.map((letter) => mail(given, letter)))
    if (taken < MAILS_AT_ONCE) return
  }
}

const claimLetters = ({ deps, settings }: Given) =>
  deps.db.begin(async (tx): Promise<{ letters: Letter[]; taken: number }> => {
    const due = await lockDue(tx, {
      maxTries: settings.mailTries,
      seconds: settings.codeSeconds,
      knownSeconds: settings.knownNetworkSeconds,
      max: MAILS_AT_ONCE,
    })
    // For an e-mail of nobody a code is drawn too: to try one is then the same work for all.
    const coded = due
      .filter(({ isCoded, givesUp }) => isCoded && !givesUp)
      .map((row) => ({ ...row, code: freshCode(settings.codeDigits, deps.random.below) }))
    const letters = coded.filter(({ playerId }) => playerId !== null)
    await updateCodes(
      tx,
      {
        ids: coded.map(({ id }) => id),
        playerIds: coded.map(({ playerId }) => playerId),
        codeHashes: coded.map(({ id, code }) => codeHash(id, code)),
      },
      { codeSeconds: settings.codeSeconds, retrySeconds: settings.mailRetrySeconds },
    )
    const mailed = new Set(letters.map(({ id }) => id))
    await updateMailed(
      tx,
      due.filter(({ id }) => !mailed.has(id)).map(({ id }) => id),
    )
    return { letters, taken: due.length } // those given up count too: behind them others wait
  })

async function mail({ deps, settings, sendMail }: Given, { id, email, lang, code }: Letter): Promise<void> {
  const values = { code, minutes: Math.floor(settings.codeSeconds / 60), url: deps.config.publicUrl }
  try {
    await sendMail({
      to: email,
      subject: mailText('reset.mail.subject', lang, values),
      text: mailText('reset.mail.text', lang, values),
    })
    await updateMailed(deps.db, [id])
  } catch (error) {
    deps.log.error(
      { resetId: id, mailError: mailErrorCode(error) },
      'a reset mail did not leave; it is tried again',
    )
  }
}
