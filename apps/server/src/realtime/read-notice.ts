import type { Calls } from '@palpite/contract'
import type { Sql } from '../platform/db/index.ts'
import type { Lang } from '../platform/texts.ts'
import { type Notice, noticeText } from './notices.ts'
import { selectLastSeq, selectNoticeAfter } from './queries.ts'

type Asked = { playerId: number; after: number | undefined; lang: Lang }

/** What a page without a connection would miss: the newest notice since it asked last, and from where to ask on. */
export async function readNotice(
  sql: Sql,
  { playerId, after, lang }: Asked,
): Promise<Calls['GET /api/app/realtime/notice']['data']> {
  if (after === undefined) return { seq: await selectLastSeq(sql, playerId), text: null }
  const [newest] = await selectNoticeAfter(sql, playerId, after)
  if (!newest) return { seq: after, text: null }
  return { seq: newest.seq, text: noticeText(newest.payload as Notice, lang) }
}
