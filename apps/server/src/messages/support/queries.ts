import type { Sql, Tx } from '../../platform/db/index.ts'
import type { Lang } from '../../platform/texts.ts'

export type Thread = {
  id: number
  playerId: number
  lang: Lang
  openedAt: Date
  lastLineAt: Date
  waitsSince: Date | null
  closedAt: Date | null
  playerReadId: number
  operatorReadId: number
  playerTypes: boolean
  operatorTypes: boolean
}

export type Line = {
  id: number
  author: 'player' | 'operator'
  text: string
  aboutKind: 'bet' | 'payment' | null
  aboutId: string | null
  hasPicture: boolean
  at: Date
}

export type Author = Line['author']

/** A player's last chat, open or closed. */
export const selectLastThread = (sql: Sql, playerId: number) => sql<Thread[]>`
  select id, player_id as "playerId", lang, opened_at as "openedAt", last_line_at as "lastLineAt",
         waits_since as "waitsSince", closed_at as "closedAt", player_read_id as "playerReadId",
         operator_read_id as "operatorReadId", player_types_until > now() as "playerTypes",
         operator_types_until > now() as "operatorTypes"
    from messages_thread
   where player_id = ${playerId}
   order by id desc
   limit 1`

export const selectThread = (sql: Sql, id: number) => sql<Thread[]>`
  select id, player_id as "playerId", lang, opened_at as "openedAt", last_line_at as "lastLineAt",
         waits_since as "waitsSince", closed_at as "closedAt", player_read_id as "playerReadId",
         operator_read_id as "operatorReadId", player_types_until > now() as "playerTypes",
         operator_types_until > now() as "operatorTypes"
    from messages_thread
   where id = ${id}`

/** The same, locked, so that the two sides of a chat act one after the other. */
export const lockThread = (tx: Tx, id: number) => tx<
  { id: number; playerId: number; closedAt: Date | null }[]
>`
  select id, player_id as "playerId", closed_at as "closedAt"
    from messages_thread
   where id = ${id}
     for update`

/** The player's open chat, created if there is none, locked; the player waits from now on. */
export const upsertThread = (tx: Tx, playerId: number, lang: Lang) => tx<{ id: number }[]>`
  insert into messages_thread as thread (player_id, lang) values (${playerId}, ${lang})
  on conflict (player_id) where closed_at is null do update
     set last_line_at = now(), waits_since = coalesce(thread.waits_since, now()), lang = excluded.lang,
         player_types_until = '-infinity'
  returning id`

export type RequestedLine = Line & {
  threadId: number
  operatorId: number | null
  requestDigest: string | null
}

export const selectLineOfRequest = (sql: Sql, playerId: number, author: Author, requestId: string) => sql<
  RequestedLine[]
>`
  select id, thread_id as "threadId", operator_id as "operatorId", request_digest as "requestDigest", author, text, about_kind as "aboutKind", about_id as "aboutId", created_at as at,
         exists (select from messages_picture where line_id = messages_line.id) as "hasPicture"
    from messages_line
   where player_id = ${playerId} and author = ${author} and request_id = ${requestId}`

type NewLine = {
  threadId: number
  playerId: number
  author: Author
  operatorId: number | null
  text: string
  aboutKind: string | null
  aboutId: string | null
  requestId: string
  requestDigest: string
}

/** Inserts a line; if the request id exists, nothing changes and nothing is answered. */
export const insertLine = (tx: Tx, line: NewLine) => tx<Line[]>`
  insert into messages_line (thread_id, player_id, author, operator_id, text, about_kind, about_id, request_id,
                             request_digest)
  values (${line.threadId}, ${line.playerId}, ${line.author}, ${line.operatorId}, ${line.text},
          ${line.aboutKind}, ${line.aboutId}, ${line.requestId}, ${line.requestDigest})
  on conflict (player_id, author, request_id) do nothing
  returning id, author, text, about_kind as "aboutKind", about_id as "aboutId", created_at as at,
            false as "hasPicture"`

/** Records the house's answer: the player no longer waits, and the player's lines are read. */
export const updateAnswered = (tx: Tx, threadId: number) => tx`
  update messages_thread
     set last_line_at = now(), waits_since = null, operator_types_until = '-infinity',
         operator_read_id = (select max(id) from messages_line where thread_id = ${threadId})
   where id = ${threadId}`

/** Lines of a player's chats before this one, newest first, across closed chats. */
export const selectLinesOfPlayer = (sql: Sql, playerId: number, before: number, max: number) => sql<Line[]>`
  select id, author, text, about_kind as "aboutKind", about_id as "aboutId", created_at as at,
         exists (select from messages_picture where line_id = messages_line.id) as "hasPicture"
    from messages_line
   where player_id = ${playerId} and id < ${before}
   order by id desc
   limit ${max}`

export const selectLinesOfThread = (sql: Sql, threadId: number, before: number, max: number) => sql<Line[]>`
  select id, author, text, about_kind as "aboutKind", about_id as "aboutId", created_at as at,
         exists (select from messages_picture where line_id = messages_line.id) as "hasPicture"
    from messages_line
   where thread_id = ${threadId} and id < ${before}
   order by id desc
   limit ${max}`

/** The number of house lines in this chat that the player has not read. */
export const selectUnreadLines = async (sql: Sql, threadId: number, readId: number): Promise<number> => {
  const rows = await sql<{ count: number }[]>`
    select count(*) as count from messages_line
     where thread_id = ${threadId} and author = 'operator' and id > ${readId}`
  return rows[0]?.count ?? 0
}

/** Marks the house's lines up to this one as read; answers the chat if anything changed. */
export const updatePlayerRead = (tx: Tx, playerId: number, lineId: number) => tx<{ id: number }[]>`
  update messages_thread thread set player_read_id = ${lineId}
    from messages_line line
   where line.id = ${lineId} and line.player_id = ${playerId} and thread.id = line.thread_id
     and thread.player_read_id < ${lineId}
  returning thread.id`

export const updateOperatorRead = (tx: Tx, threadId: number) => tx<{ playerId: number }[]>`
  update messages_thread thread set operator_read_id = last.id
    from (select max(id) as id from messages_line where thread_id = ${threadId} and author = 'player') last
   where thread.id = ${threadId} and thread.operator_read_id < last.id
  returning thread.player_id as "playerId"`

export const updatePlayerTypes = (tx: Tx, playerId: number, seconds: number) => tx`
  update messages_thread set player_types_until = now() + make_interval(secs => ${seconds})
   where player_id = ${playerId} and closed_at is null`

export const updateOperatorTypes = (tx: Tx, threadId: number, seconds: number) => tx`
  update messages_thread set operator_types_until = now() + make_interval(secs => ${seconds})
   where id = ${threadId}`

/** Closes a player's open chat, and schedules a transcript if requested; answers the chat if there was one. */
export const closeThreadOf = (tx: Tx, playerId: number, isMailed: boolean) => tx<{ id: number }[]>`
  update messages_thread
     set closed_at = now(), waits_since = null, next_mail_at = case when ${isMailed} then now() end
   where player_id = ${playerId} and closed_at is null
  returning id`

export const closeThread = (tx: Tx, threadId: number) => tx`
  update messages_thread set closed_at = now(), waits_since = null where id = ${threadId}`

export type ThreadSummary = Thread & { lastText: string }

/** Chats that wait for an answer, after this one, longest waiting first. */
export const selectWaiting = (sql: Sql, after: { waitsSince: Date; id: number }, max: number) => sql<
  ThreadSummary[]
>`
  select id, player_id as "playerId", lang, opened_at as "openedAt", last_line_at as "lastLineAt",
         waits_since as "waitsSince", closed_at as "closedAt", player_read_id as "playerReadId",
         operator_read_id as "operatorReadId", player_types_until > now() as "playerTypes",
         operator_types_until > now() as "operatorTypes",
         coalesce((select text from messages_line where thread_id = thread.id order by id desc limit 1), '') as "lastText"
    from messages_thread thread
   where (waits_since, id) > (${after.waitsSince}, ${after.id}::bigint)
   order by waits_since, id
   limit ${max}`

/** Open answered chats, or closed ones, before this one, newest first. */
export const selectOthers = (sql: Sql, areClosed: boolean, before: number, max: number) => sql<
  ThreadSummary[]
>`
  select id, player_id as "playerId", lang, opened_at as "openedAt", last_line_at as "lastLineAt",
         waits_since as "waitsSince", closed_at as "closedAt", player_read_id as "playerReadId",
         operator_read_id as "operatorReadId", player_types_until > now() as "playerTypes",
         operator_types_until > now() as "operatorTypes",
         coalesce((select text from messages_line where thread_id = thread.id order by id desc limit 1), '') as "lastText"
    from messages_thread thread
   where waits_since is null and (closed_at is not null) = ${areClosed} and id < ${before}
   order by id desc
   limit ${max}`

type Terms = { maxTries: number; retrySeconds: number; max: number }

/** Claims chats with a due transcript: each is due again later in case the mail fails, up to a number of attempts. */
export const claimTranscripts = (sql: Sql, { maxTries, retrySeconds, max }: Terms) => sql<
  { id: number; playerId: number; lang: Lang }[]
>`
  update messages_thread
     set mail_tries = mail_tries + 1,
         next_mail_at = case when mail_tries + 1 < ${maxTries}
                             then now() + make_interval(secs => ${retrySeconds}) end
   where id in (select id from messages_thread where next_mail_at <= now()
                 order by id limit ${max} for update skip locked)
  returning id, player_id as "playerId", lang`

export const updateTranscriptMailed = (sql: Sql, id: number) => sql`
  update messages_thread set next_mail_at = null where id = ${id}`

/** All lines of these chats, in the order written. */
export const selectWholeThread = (sql: Sql, ids: readonly number[]) => sql<
  { threadId: number; author: Author; text: string; at: Date }[]
>`
  select thread_id as "threadId", author, text, created_at as at
    from messages_line
   where thread_id = any(${ids}::bigint[])
   order by id`

export const insertPicture = (
  tx: Tx,
  { lineId, threadId, playerId, webp }: { lineId: number; threadId: number; playerId: number; webp: Buffer },
) => tx`
  insert into messages_picture (line_id, thread_id, player_id, webp)
  values (${lineId}, ${threadId}, ${playerId}, decode(${webp.toString('base64')}, 'base64'))`

export const selectPictureOfPlayer = (sql: Sql, playerId: number, lineId: number) => sql<{ webp: Buffer }[]>`
  select webp from messages_picture where player_id = ${playerId} and line_id = ${lineId}`

export const selectPictureOfThread = (sql: Sql, threadId: number, lineId: number) => sql<
  { webp: Buffer; playerId: number }[]
>`
  select webp, player_id as "playerId" from messages_picture where thread_id = ${threadId} and line_id = ${lineId}`
