import { type OperatorCalls, type TimelineKind, timelineKinds } from '@palpite/contract/backoffice'
import { asOperator, findPlayers } from '../identity/index.ts'
import { audit } from '../platform/audit.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type ListPlace, type ListPlaces, mergePages } from '../platform/merge-pages.ts'
import type { OperatorSession } from '../platform/http/callers.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { publicIds } from '../platform/public-ids.ts'
import { ok, refuse } from '../platform/result.ts'
import { type TimelineRow, timelineSources, type TimelineStep } from './timeline-sources.ts'

const PAGE = 30
/** After all rows: the year 2255 in microseconds, near the largest safe integer. */
const NEWEST_MICROS = 9_000_000_000_000_000

type Call = OperatorCalls['GET /api/backoffice/players/:playerId/timeline']
type Item = Call['data']['items'][number]

/** The call for a player's history of all kinds. Each page is audited, because the player may ask who viewed it. */
export function timelineRoutes(api: OperatorApi, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  const threadIds = publicIds(config, 'thread')

  serveOperator(api, 'GET /api/backoffice/players/:playerId/timeline', ({ caller, params, query }) =>
    asOperator(db, caller, async (tx) => {
      const playerId = Number(params.playerId)
      const kinds = kindsOf(caller)
      const wanted = query.kind === undefined ? kinds : kinds.filter((one) => one === query.kind)
      const cursor = query.cursor === undefined ? { from: Date.now() * 1000, at: {} } : cursorIn(query.cursor)
      if (!cursor) return refuse('bad_request', { values: { field: 'cursor' }, detail: { field: 'cursor' } })
      if ((await findPlayers(tx, { emails: [], playerIds: [playerId] })).length === 0)
        return refuse('not_found')
      const step = {
        playerId,
        max: PAGE,
        lang: query.lang ?? ('pt-BR' as const),
        threadIds,
        kinds: wanted,
        mayCases: kinds.includes('case'),
      }
      const pages = await readPages(tx, { step, cursor, isFirst: query.cursor === undefined })
      await audit(tx, {
        actor: { kind: 'operator', id: caller.operatorId },
        action: 'player.timeline_read',
        subject: `player:${playerId}`,
      })
      const { rows, places, isEnd } = mergePages(pages, cursor.at, PAGE)
      return ok({
        items: rows.flatMap(({ source, row }) => toWireItem(source, row)),
        kinds,
        nextCursor: isEnd ? null : toCursor({ from: cursor.from, at: places }),
      })
    }),
  )
}

const kindsOf = ({ permissions }: OperatorSession): TimelineKind[] =>
  (Object.keys(timelineKinds) as TimelineKind[]).filter((kind) => permissions.has(timelineKinds[kind]))

/** When the first page was read, and where each list goes on. */
type Cursor = { from: number; at: ListPlaces }

type Asked = {
  step: Omit<TimelineStep, 'before'>
  cursor: Cursor
  isFirst: boolean
}

/** The next rows of every list that has some: one statement a list, sent together. */
function readPages(tx: Tx, { step, cursor, isFirst }: Asked) {
  const sources = Object.entries(timelineSources).filter(
    ([name, { kind }]) => step.kinds.includes(kind) && cursor.at[name] !== null,
  )
  return Promise.all(
    sources.map(async ([source, { read, isNumbered, isSum }]) => {
      const place = cursor.at[source]
      const key = isNumbered ? String(Number.MAX_SAFE_INTEGER) : '~'
      const { rows, isEnd } = await read(tx, { ...step, before: place ?? { atMicros: NEWEST_MICROS, key } })
      // Rows written since the first page belong before it, so later pages leave them out.
      const isLate = ({ atMicros }: TimelineRow) => !isFirst && !place && !isSum && atMicros > cursor.from
      return { source, isEnd, rows: rows.map((row) => (isLate(row) ? { ...row, said: undefined } : row)) }
    }),
  )
}

const toWireItem = (source: string, { atMicros, key, said }: TimelineRow): Item[] => {
  const kind = timelineSources[source]?.kind
  if (!said || !kind) return []
  return [
    {
      id: `${source}:${key}`,
      kind,
      at: new Date(atMicros / 1000).toISOString(),
      amountCents: null,
      returnCents: null,
      state: null,
      text: null,
      ref: null,
      by: null,
      until: null,
      games: [],
      ...said,
    },
  ]
}

const toCursor = ({ from, at }: Cursor): string => {
  const places = Object.entries(at).map(([name, place]) =>
    place === null ? name : `${name} ${place.atMicros} ${place.key}`,
  )
  return Buffer.from([from, ...places].join('\n')).toString('base64url')
}

/** The places in a cursor; undefined if it names an unknown list or an invalid key. */
function cursorIn(text: string): Cursor | undefined {
  const [from = '', ...lines] = Buffer.from(text, 'base64url').toString().split('\n')
  const at: Record<string, ListPlace | null> = {}
  for (const line of lines) {
    const [, name = '', micros, key = ''] =
      /^([a-zA-Z]{1,20})(?: (\d{1,15}|[0-8]\d{15}) (\S{1,200}))?$/.exec(line) ?? []
    const source = Object.hasOwn(timelineSources, name) ? timelineSources[name] : undefined
    if (!source) return undefined
    if (micros !== undefined && source.isNumbered && !/^\d{1,15}$/.test(key)) return undefined
    at[name] = micros === undefined ? null : { atMicros: Number(micros), key }
  }
  return /^\d{1,16}$/.test(from) ? { from: Number(from), at } : undefined
}
