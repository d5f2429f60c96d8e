import type { SupportAbout, Calls } from '@palpite/contract'
import { cashierRecordExists } from '../../cashier/index.ts'
import { present } from '../../platform/errors.ts'
import { type InTurn, turnsOf } from '../../platform/costly-work.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Limiter } from '../../platform/limits.ts'
import { makePicture } from '../../platform/make-picture.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { type PublicIds, publicIds } from '../../platform/public-ids.ts'
import { requestDigest } from '../../platform/crypto.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Settings } from '../../platform/settings.ts'
import type { Lang } from '../../platform/texts.ts'
import { readBet } from '../../sportsbook/index.ts'
import { messageText } from '../centre/messages.ts'
import { supportChanged } from '../events.ts'
import type { MessagesSettings } from '../settings.ts'
import {
  insertLine,
  insertPicture,
  type Line,
  type RequestedLine,
  selectLineOfRequest,
  upsertThread,
  selectLastThread,
  selectLinesOfPlayer,
  selectUnreadLines,
} from './queries.ts'
import { aboutOf, clockOf, isWithinHours } from './rules.ts'

/** What the commands of the chat share. */
export type Support = {
  deps: Deps
  settings: Settings<MessagesSettings>
  ids: { threads: PublicIds; lines: PublicIds; bets: PublicIds }
  /** Limits of a player's lines and pictures, by minute and by day. */
  linesAMinute: Limiter
  linesADay: Limiter
  picturesADay: Limiter
  /** Pictures are re-encoded one after the other. */
  pictureInTurn: InTurn
}

const LINES_A_MINUTE = 20
const LINES_A_DAY = 400
const PICTURES_A_DAY = 30
const DAY_SECONDS = 24 * 60 * 60

export const supportOf = (deps: Deps, settings: Settings<MessagesSettings>): Support => ({
  deps,
  settings,
  ids: {
    threads: publicIds(deps.config, 'thread'),
    lines: publicIds(deps.config, 'line'),
    bets: publicIds(deps.config, 'bet'),
  },
  linesAMinute: deps.limits.limiter('support-lines-minute', LINES_A_MINUTE, 60),
  linesADay: deps.limits.limiter('support-lines-day', LINES_A_DAY, DAY_SECONDS),
  picturesADay: deps.limits.limiter('support-pictures-day', PICTURES_A_DAY, DAY_SECONDS),
  pictureInTurn: turnsOf('picture'),
})

type AddLine = {
  playerId: number
  requestId: string
  text: string
  about: SupportAbout | undefined
  /** Base64, as received. */
  picture: string | undefined
  lang: Lang
}

/** Writes a player's line into the open chat, or opens one. Idempotent by request id. */
export async function addLine(
  support: Support,
  { playerId, requestId, text, about, picture, lang }: AddLine,
): Promise<Result<Line, 'too_many_requests' | 'not_found' | 'request_mismatch' | 'not_a_picture'>> {
  const { db } = support.deps
  const written = text.trim()
  const digest = requestDigest({ text: written, about, picture })
  const answerAgain = (line: RequestedLine) =>
    line.text === written && (line.requestDigest ?? digest) === digest ? ok(line) : refuse('request_mismatch')
  const [earlier] = await selectLineOfRequest(db, playerId, 'player', requestId)
  if (earlier) return answerAgain(earlier)
  const isAdmitted =
    (await support.linesAMinute.consume(String(playerId))) &&
    (await support.linesADay.consume(String(playerId)))
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
    // A concurrent copy of the request was first.
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

/** Re-encodes the picture, outside of any transaction because it takes a while. */
const pictureOf = ({ picturesADay, pictureInTurn }: Support, playerId: number, picture: string) =>
  pictureInTurn(playerId, async () =>
    (await picturesADay.consume(String(playerId)))
      ? makePicture(Buffer.from(picture, 'base64'))
      : refuse('too_many_requests'),
  )

type Chat = Calls['GET /api/app/support/chat']['data']
type WireLine = Chat['lines'][number]

export const CHAT_PAGE = 40
/** Above every id: the end of the chat. */
export const NEWEST = Number.MAX_SAFE_INTEGER

/** The support hours, and whether support is open now. */
export const hoursOf = ({ support: { fromMinute, toMinute } }: MessagesSettings) => ({
  isOpen: isWithinHours({ fromMinute, toMinute }, new Date()),
  fromMinute,
  toMinute,
})

/** The newest lines of a player's chats, or those before a cursor, with the state of the open chat. */
export async function readChat(
  { deps: { db }, settings, ids }: Support,
  playerId: number,
  { cursor, lang }: { cursor: string | undefined; lang: Lang },
): Promise<Chat> {
  const before = cursor === undefined ? NEWEST : ids.lines.read(cursor)
  const [inForce, [thread], lines] = await Promise.all([
    settings.read(db),
    selectLastThread(db, playerId),
    selectLinesOfPlayer(db, playerId, before, CHAT_PAGE + 1),
  ])
  const hours = hoursOf(inForce)
  const page = linesPage(lines, ids.lines)
  return {
    hours,
    greeting: greetingOf(hours, lang),
    isClosed: thread === undefined || thread.closedAt !== null,
    ...page,
    readUpTo: thread && thread.operatorReadId > 0 ? ids.lines.show(thread.operatorReadId) : null,
    unread: thread ? await selectUnreadLines(db, thread.id, thread.playerReadId) : 0,
    isTyping: thread?.operatorTypes ?? false,
  }
}

/** A page of lines on the wire, oldest first; one line more than the page shows that there are earlier ones. */
export function linesPage(newestFirst: readonly Line[], ids: PublicIds) {
  const lines = newestFirst
    .slice(0, CHAT_PAGE)
    .map((line) => toWireLine(line, ids))
    .toReversed()
  return { lines, nextCursor: newestFirst.length > CHAT_PAGE ? (lines[0]?.lineId ?? null) : null }
}

export const toWireLine = (line: Line, ids: PublicIds): WireLine => ({
  lineId: ids.show(line.id),
  author: line.author,
  text: line.text,
  about: aboutOf(line),
  hasPicture: line.hasPicture,
  at: line.at.toISOString(),
})

type Hours = ReturnType<typeof hoursOf>

const greetingOf = ({ isOpen, fromMinute, toMinute }: Hours, lang: Lang): string =>
  messageText(isOpen ? 'support.greeting.open' : 'support.greeting.closed', lang, {
    from: clockOf(fromMinute),
    to: clockOf(toMinute),
  })

/** Whether the subject of a line belongs to this player. */
async function isOwn({ ids }: Support, sql: Sql, playerId: number, about: SupportAbout): Promise<boolean> {
  if (about.kind === 'payment') return cashierRecordExists(sql, playerId, about.id)
  return (await readBet(sql, playerId, ids.bets.read(about.id))) !== undefined
}

type Change = { what: 'said' | 'read' | 'typing' | 'closed'; by: 'player' | 'operator' }

/** Publishes an event for the screens that show the chat. */
export const announce = (tx: Tx, playerId: number, change: Change): Promise<void> =>
  writeEvents(tx, supportChanged, [{ playerId, ...change }])
