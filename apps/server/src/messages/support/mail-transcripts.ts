import { readPlayers, type SendMail } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { messageText } from '../centre/message-texts.ts'
import { claimTranscripts, selectWholeThread, updateTranscriptMailed } from './queries.ts'
import { transcript } from './rules.ts'

const TERMS = { maxTries: 5, retrySeconds: 60, max: 10 }

/** Mails chats that have ended to players who asked for it. Several servers may run this at once. */
export async function mailTranscripts({ db, log }: Deps, sendMail: SendMail): Promise<void> {
  const due = await claimTranscripts(db, TERMS)
  if (due.length === 0) return
  const ids = due.map(({ id }) => id)
  const [players, lines] = await Promise.all([
    readPlayers(
      db,
      due.map(({ playerId }) => playerId),
    ),
    selectWholeThread(db, ids),
  ])
  await Promise.all(
    due.map(async ({ id, playerId, lang }) => {
      const to = players.get(playerId)?.email
      if (to === undefined) return
      const names = {
        player: messageText('support.name.player', lang),
        operator: messageText('support.name.operator', lang),
      }
      const said = transcript(
        lines.filter(({ threadId }) => threadId === id),
        names,
        lang,
      )
      try {
        const subject = messageText('support.transcript.subject', lang)
        await sendMail({ to, subject, text: messageText('support.transcript.text', lang, { said }) })
        await updateTranscriptMailed(db, id)
      } catch (error) {
        // The mail server's words may repeat the address: only its code and ours go into the log.
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        log.error({ playerId, mailError: code }, 'a transcript did not leave; it is tried again')
      }
    }),
  )
}
