import type { Deps } from '../../platform/deps.ts'
import { mailErrorCode, mailTermsOf, mailText, type SendMail } from '../mail.ts'
import { TOKEN_BYTES, tokenHash } from './tokens.ts'
import type { IdentitySettings } from '../settings.ts'
import { claimLinks, type DueLink, updateLinksMailed, updateTokens } from './link-queries.ts'

type Given = { deps: Deps; settings: Pick<IdentitySettings, 'link' | 'reset'>; sendMail: SendMail }
type Letter = DueLink & { playerId: number; token: string }

/**
 * Mails a fresh sign-in link for each request that is due. It is in force before the mail leaves; a mail that does not
 * leave is tried again later with another link. Several servers may run this at once.
 */
export async function mailLinks(given: Given): Promise<void> {
  await Promise.all((await takeLetters(given)).map((letter) => mail(given, letter)))
}

const takeLetters = ({ deps, settings: { link, reset } }: Given) =>
  deps.db.begin(async (tx): Promise<Letter[]> => {
    const due = await claimLinks(tx, mailTermsOf(reset))
    const letters = due.flatMap((row) =>
      row.playerId === null
        ? []
        : [{ ...row, playerId: row.playerId, token: deps.random.token(TOKEN_BYTES) }],
    )
    await updateTokens(
      tx,
      {
        ids: letters.map(({ id }) => id),
        playerIds: letters.map(({ playerId }) => playerId),
        tokenHashes: letters.map(({ token }) => tokenHash(token)),
      },
      link.liveSeconds,
    )
    await updateLinksMailed(
      tx,
      due.filter(({ playerId }) => playerId === null).map(({ id }) => id),
    )
    return letters
  })

async function mail({ deps, settings, sendMail }: Given, { id, email, lang, token }: Letter): Promise<void> {
  const url = deps.config.publicUrl
  const values = { link: `${url}/zgo${token}`, minutes: Math.floor(settings.link.liveSeconds / 60), url }
  try {
    await sendMail({
      to: email,
      subject: mailText('link.mail.subject', lang, values),
      text: mailText('link.mail.text', lang, values),
    })
    await updateLinksMailed(deps.db, [id])
  } catch (error) {
    deps.log.error(
      { linkId: id, mailError: mailErrorCode(error) },
      'a sign-in link did not leave; it is tried again',
    )
  }
}
