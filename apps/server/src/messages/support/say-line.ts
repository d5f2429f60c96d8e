import type { SupportAbout } from '@palpite/contract'
import { present } from '../../platform/assert.ts'
import { requestDigest } from '../../platform/request-digest.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Lang } from '../../platform/texts.ts'
import { makePicture } from '../../platform/make-picture.ts'
import {
  insertLine,
  insertPicture,
  type Line,
  type RequestedLine,
  selectLineOfRequest,
  upsertThread,
} from './queries.ts'
import { announce, isOwn, type Support } from './support.ts'

export type SayLine = {
  playerId: number
  requestId: string
  text: string
  about: SupportAbout | undefined
  /** Base64, as it was sent. */
  picture: string | undefined
  lang: Lang
}

/** Writes a player's line into their chat, opened where none is open. Sent twice, it is there once. */
export async function sayLine(
  support: Support,
  { playerId, requestId, text, about, picture, lang }: SayLine,
): Promise<Result<Line, 'too_many_requests' | 'not_found' | 'request_mismatch' | 'not_a_picture'>> {
  const { db } = support.deps
  const written = text.trim()
  const digest = requestDigest({ text: written, about, picture })
  const answerAgain = (line: RequestedLine) =>
    line.text === written && (line.requestDigest ?? digest) === digest ? ok(line) : refuse('request_mismatch')
  const [earlier] = await selectLineOfRequest(db, playerId, 'player', requestId)
  if (earlier) return answerAgain(earlier)
  const isAdmitted =
    (await support.linesAMinute.take(String(playerId))) && (await support.linesADay.take(String(playerId)))
  if (!isAdmitted) return refuse('too_many_requests')
  if (about && !(await isOwn(support, db, playerId, about))) return refuse('not_found')
  const made = picture === undefined ? undefined : await pictureOf(support, playerId, picture)
  if (made && !made.ok) return made
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
      requestDigest: digest,
    })
    // The same request id came at the same time, and was first.
    if (!line)
      return answerAgain(
        present((await selectLineOfRequest(tx, playerId, 'player', requestId))[0], 'the earlier line'),
      )
    if (made)
      await insertPicture(tx, {
        lineId: line.id,
        threadId: present(thread, 'the open chat').id,
        playerId,
        webp: made.value,
      })
    await announce(tx, playerId, { what: 'said', by: 'player' })
    return ok({ ...line, hasPicture: made !== undefined })
  })
}

/** The picture made anew, outside of any transaction: it takes a moment. */
const pictureOf = ({ picturesADay, pictureInTurn }: Support, playerId: number, picture: string) =>
  pictureInTurn(playerId, async () =>
    (await picturesADay.take(String(playerId)))
      ? makePicture(Buffer.from(picture, 'base64'))
      : refuse('too_many_requests'),
  )
