import type { SupportAbout } from '@palpite/contract'
import { present } from '../../platform/assert.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { insertLine, type Line, selectLineOfRequest, upsertThread } from './queries.ts'
import { announce, isOwn, type Support } from './support.ts'

export type SayLine = {
  playerId: number
  requestId: string
  text: string
  about: SupportAbout | undefined
  lang: Lang
}

/** Writes a player's line into their chat, opened where none is open. Sent twice, it is there once. */
export async function sayLine(
  support: Support,
  { playerId, requestId, text, about, lang }: SayLine,
): Promise<Result<Line, 'too_many_requests' | 'not_found' | 'request_mismatch'>> {
  const { db } = support.deps
  const earlier = await selectLineOfRequest(db, playerId, 'player', requestId)
  const written = text.trim()
  if (earlier[0]) return earlier[0].text === written ? ok(earlier[0]) : refuse('request_mismatch')
  const isAdmitted =
    (await support.linesAMinute.take(String(playerId))) && (await support.linesADay.take(String(playerId)))
  if (!isAdmitted) return refuse('too_many_requests')
  if (about && !(await isOwn(support, db, playerId, about))) return refuse('not_found')
  return db.begin(async (tx) => {
    const [thread] = await upsertThread(tx, playerId, lang)
    const [line] = await insertLine(tx, {
      threadId: present(thread, 'the open chat').id,
      playerId,
      author: 'player',
      operatorId: null,
      text: written,
      aboutKind: about?.kind ?? null,
      aboutId: about?.id ?? null,
      requestId,
    })
    // The same request came at the same time, and was first.
    if (!line)
      return ok(
        present((await selectLineOfRequest(tx, playerId, 'player', requestId))[0], 'the earlier line'),
      )
    await announce(tx, playerId, { what: 'said', by: 'player' })
    return ok(line)
  })
}
