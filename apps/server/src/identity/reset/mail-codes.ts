import type { Deps } from '../../platform/deps.ts'
import type { IdentitySettings } from '../settings.ts'
import { mailText } from '../texts/texts.ts'
import { codeHash, freshCode } from './codes.ts'
import { type DueRow, lockDue, updateCodes, updateMailed } from './queries.ts'
import type { SendMail } from './send-mail.ts'

type Given = { deps: Deps; settings: IdentitySettings['reset']; sendMail: SendMail }

type Letter = { id: number; email: string; lang: DueRow['lang']; code: string }

const AT_ONCE = 20

/**
 * Mails a fresh code for each reset that is due. The code is in force before the mail leaves; a mail that does
 * not leave is tried again later with another code. Several servers may run this: rows under way are passed over.
 */
export async function mailCodes(given: Given): Promise<void> {
  for (;;) {
    const { letters, taken } = await takeLetters(given)
    await Promise.all(letters.map((letter) => mail(given, letter)))
    if (taken < AT_ONCE) return
  }
}

const takeLetters = ({ deps, settings }: Given) =>
  deps.db.begin(async (tx): Promise<{ letters: Letter[]; taken: number }> => {
    const due = await lockDue(tx, {
      maxTries: settings.mailTries,
      seconds: settings.codeSeconds,
      max: AT_ONCE,
    })
    const letters = due.flatMap(({ id, email, lang, playerId, givesUp }) =>
      givesUp || playerId === null
        ? []
        : [{ id, email, lang, playerId, code: freshCode(settings.codeDigits, deps.random.below) }],
    )
    await updateMailed(
      tx,
      due.filter(({ givesUp }) => givesUp).map(({ id }) => id),
    )
    await updateCodes(
      tx,
      {
        ids: letters.map(({ id }) => id),
        playerIds: letters.map(({ playerId }) => playerId),
        codeHashes: letters.map(({ id, code }) => codeHash(id, code)),
      },
      { codeSeconds: settings.codeSeconds, retrySeconds: settings.mailRetrySeconds },
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
    // The mail server's words may repeat the address: only its code and ours go into the log.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    deps.log.error({ resetId: id, mailError: code }, 'a reset mail did not leave; it is tried again')
  }
}
