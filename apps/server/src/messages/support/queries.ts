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
  /** The operator who has the chat; null while it is in the queue. */
  assignedTo: number | null
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
         operator_types_until > now() as "operatorTypes", assigned_to as "assignedTo"
    from messages_thread
   where player_id = ${playerId}
   order by id desc
   limit 1`

export const selectThread = (sql: Sql, id: number) => sql<Thread[]>`
  select id, player_id as "playerId", lang, opened_at as "openedAt", last_line_at as "lastLineAt",
         waits_since as "waitsSince", closed_at as "closedAt", player_read_id as "playerReadId",
         operator_read_id as "operatorReadId", player_types_until > now() as "playerTypes",
         operator_types_until > now() as "operatorTypes", assigned_to as "assignedTo"
    from messages_thread
   where id = ${id}`

/** The same, locked, so that the two sides of a chat act one after the other. */
export const lockThread = (tx: Tx, id: number) => tx<
  { id: number; playerId: number; closedAt: Date | null; assignedTo: number | null }[]
>`
  select id, player_id as "playerId", closed_at as "closedAt", assigned_to as "assignedTo"
    from messages_thread
   where id = ${id}
     for update`

/** The player's open chat, created if there is none, locked. The player waits from now on, unless they wait already. */
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

/** The line that a request of this author wrote earlier. */
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

/** Inserts a line; if the request id exists, nothing changes and no row is returned. */
export const insertLine = (tx: Tx, line: NewLine) => tx<Line[]>`
  insert into messages_line (thread_id, player_id, author, operator_id, text, about_kind, about_id, request_id,
                             request_digest)
  values (${line.threadId}, ${line.playerId}, ${line.author}, ${line.operatorId}, ${line.text},
          ${line.aboutKind}, ${line.aboutId}, ${line.requestId}, ${line.requestDigest})
  on conflict (player_id, author, request_id) do nothing
  returning id, author, text, about_kind as "aboutKind", about_id as "aboutId", created_at as at,
            false as "hasPicture"`

/**
 * Records the house's answer: the player no longer waits, and the player's lines are read. A chat that nobody had
 * goes to this operator.
 */
export const updateAnswered = (tx: Tx, threadId: number, operatorId: number | null) => tx`
  update messages_thread
     set last_line_at = now(), waits_since = null, operator_types_until = '-infinity',
         assigned_to = coalesce(assigned_to, ${operatorId}::bigint),
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

/** Marks the house's lines up to this one as read; returns the chat if anything changed. */
export const updatePlayerRead = (tx: Tx, playerId: number, lineId: number) => tx<{ id: number }[]>`
  update messages_thread thread set player_read_id = ${lineId}
    from messages_line line
   where line.id = ${lineId} and line.player_id = ${playerId} and thread.id = line.thread_id
     and thread.player_read_id < ${lineId}
  returning thread.id`

/** Marks the player's lines as read by the house; returns the player if anything changed. */
export const updateOperatorRead = (tx: Tx, threadId: number) => tx<{ playerId: number }[]>`
  update messages_thread thread set operator_read_id = last.id
    from (select max(id) as id from messages_line where thread_id = ${threadId} and author = 'player') last
   where thread.id = ${threadId} and thread.operator_read_id < last.id
  returning thread.player_id as "playerId"`

/** Shows the player as writing in the open chat for this many seconds. */
export const updatePlayerTypes = (tx: Tx, playerId: number, seconds: number) => tx`
  update messages_thread set player_types_until = now() + make_interval(secs => ${seconds})
   where player_id = ${playerId} and closed_at is null`

export const updateOperatorTypes = (tx: Tx, threadId: number, seconds: number) => tx`
  update messages_thread set operator_types_until = now() + make_interval(secs => ${seconds})
   where id = ${threadId}`

/** Closes a player's open chat, and schedules a transcript if requested; returns the chat if there was one. */
export const closeThreadOf = (tx: Tx, playerId: number, isMailed: boolean) => tx<{ id: number }[]>`
  update messages_thread
     set closed_at = now(), waits_since = null, next_mail_at = case when ${isMailed} then now() end
   where player_id = ${playerId} and closed_at is null
  returning id`

export const closeThread = (tx: Tx, threadId: number) => tx`
  update messages_thread set closed_at = now(), waits_since = null where id = ${threadId}`

export type ThreadSummary = Thread & { lastText: string }

/** A place in the list of waiting chats: since when a chat waits, in microseconds, and its id. */
type WaitingPlace = { micros: number; id: number }

export const selectWaitingPlace = (sql: Sql, id: number) => sql<WaitingPlace[]>`
  select (extract(epoch from waits_since) * 1000000)::bigint as micros, id
    from messages_thread
   where id = ${id} and waits_since is not null`

/** Whose chats a list shows: everybody's, or those of one operator; null: of nobody. */
export type Owner = 'anybody' | number | null

/**
 * Chats that wait for an answer, after this one, longest waiting first. Each kind of owner is a part of its own with
 * its own index: the statement is planned once for all.
 */
export const selectWaiting = (
  sql: Sql,
  after: WaitingPlace,
  { owner, max }: { owner: Owner; max: number },
) => {
  const isAnybody = owner === 'anybody'
  const operatorId = isAnybody ? null : owner
  return sql<ThreadSummary[]>`
    with listed as (
      (select id, waits_since from messages_thread
        where ${isAnybody}::boolean and (waits_since, id) > (to_timestamp(0) + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::bigint)
        order by waits_since, id limit ${max})
      union all
      (select id, waits_since from messages_thread
        where not ${isAnybody}::boolean and ${operatorId}::bigint is null and assigned_to is null
          and (waits_since, id) > (to_timestamp(0) + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::bigint)
        order by assigned_to, waits_since, id limit ${max})
      union all
      (select id, waits_since from messages_thread
        where assigned_to = ${operatorId}::bigint and (waits_since, id) > (to_timestamp(0) + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::bigint)
        order by waits_since, id limit ${max})
    )
    select id, player_id as "playerId", lang, opened_at as "openedAt", last_line_at as "lastLineAt",
           thread.waits_since as "waitsSince", closed_at as "closedAt", player_read_id as "playerReadId",
           operator_read_id as "operatorReadId", player_types_until > now() as "playerTypes",
           operator_types_until > now() as "operatorTypes", assigned_to as "assignedTo",
           coalesce((select text from messages_line where thread_id = thread.id order by id desc limit 1), '') as "lastText"
      from listed join messages_thread thread using (id)
     order by thread.waits_since, id`
}

/** Open answered chats, or closed ones, before this one, newest first; in parts as above. */
export const selectOthers = (
  sql: Sql,
  before: number,
  { areClosed, owner, max }: { areClosed: boolean; owner: Owner; max: number },
) => {
  const isAnybody = owner === 'anybody'
  const operatorId = isAnybody ? null : owner
  return sql<ThreadSummary[]>`
    with listed as (
      (select id from messages_thread
        where ${areClosed && isAnybody}::boolean and closed_at is not null and id < ${before}
        order by id desc limit ${max})
      union all
      (select id from messages_thread
        where ${!areClosed && isAnybody}::boolean and closed_at is null and waits_since is null and id < ${before}
        order by id desc limit ${max})
      union all
      (select id from messages_thread
        where ${areClosed && !isAnybody}::boolean and ${operatorId}::bigint is null and assigned_to is null
          and closed_at is not null and id < ${before}
        order by assigned_to, id desc limit ${max})
      union all
      (select id from messages_thread
        where ${!areClosed && !isAnybody}::boolean and ${operatorId}::bigint is null and assigned_to is null
          and closed_at is null and waits_since is null and id < ${before}
        order by assigned_to, id desc limit ${max})
      union all
      (select id from messages_thread
        where ${areClosed}::boolean and assigned_to = ${operatorId}::bigint and closed_at is not null and id < ${before}
        order by id desc limit ${max})
      union all
      (select id from messages_thread
        where not ${areClosed}::boolean and assigned_to = ${operatorId}::bigint and closed_at is null
          and waits_since is null and id < ${before}
        order by id desc limit ${max})
    )
    select id, player_id as "playerId", lang, opened_at as "openedAt", last_line_at as "lastLineAt",
           waits_since as "waitsSince", closed_at as "closedAt", player_read_id as "playerReadId",
           operator_read_id as "operatorReadId", player_types_until > now() as "playerTypes",
           operator_types_until > now() as "operatorTypes", assigned_to as "assignedTo",
           coalesce((select text from messages_line where thread_id = thread.id order by id desc limit 1), '') as "lastText"
      from listed join messages_thread thread using (id)
     order by id desc`
}

export const updateAssigned = (tx: Tx, threadId: number, operatorId: number | null) => tx`
  update messages_thread set assigned_to = ${operatorId} where id = ${threadId}`

/** Takes open chats away from these operators, at most 1000; returns the chats and who had them. */
export const updateReleased = (tx: Tx, operatorIds: readonly number[]) => tx<
  { id: number; playerId: number; operatorId: number }[]
>`
  with held as (
    select id, assigned_to from messages_thread
     where closed_at is null and assigned_to = any(${operatorIds}::bigint[])
     order by id
     limit 1000
       for update skip locked
  )
  update messages_thread thread set assigned_to = null
    from held
   where thread.id = held.id
  returning thread.id, thread.player_id as "playerId", held.assigned_to as "operatorId"`

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
