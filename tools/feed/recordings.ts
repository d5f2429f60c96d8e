import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The recorded feeds, and the reader of each. */
export type Recorded = {
  readonly feed: 'uof' | 'betfair' | 'odds_api'
  readonly kind: 'fixture' | 'message' | 'market' | 'score' | 'poll'
  readonly text: string
  /** The feed's clock; a message without time has that of the previous one in its file. */
  readonly at: number
}

/** A folder's messages in order, and the files without any. */
export type Recordings = { readonly messages: readonly Recorded[]; readonly left: readonly string[] }

/**
 * All recordings in a folder, recursively: documents and sequences of a Unified Odds Feed, exchange streams (packed or
 * not), answers of The Odds API. Fixtures come first, then the rest by feed time.
 */
export function readRecordings(folder: string): Recordings {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
  const read = files.map((path) => ({ path, messages: messagesOf(path, textOf(path)) }))
  const messages = read.flatMap((file) => file.messages)
  return {
    messages: messages.toSorted((one, other) => rankOf(one) - rankOf(other) || one.at - other.at),
    left: read.filter((file) => file.messages.length === 0).map(({ path }) => path.slice(folder.length + 1)),
  }
}

const rankOf = ({ kind }: Recorded): number => (kind === 'fixture' ? 0 : 1)

const textOf = (path: string): string => {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

function messagesOf(path: string, text: string): Recorded[] {
  if (/\.xml(\.gz)?$/.test(path)) return uofOf([text])
  if (/\.xmlseq(\.gz)?$/.test(path)) return uofOf(text.split(/\r?\n[ \t]*\r?\n/))
  return jsonOf(text)
}

/** Unified Odds Feed messages about matches and producers; its lists of markets and players are none. */
const UOF_ROOT =
  /^\s*(?:<\?xml[^>]*>\s*)?<(odds_change|bet_\w+|rollback_\w+|fixture_change|alive|snapshot_complete|fixtures_fixture)\b/

function uofOf(texts: readonly string[]): Recorded[] {
  let at = 0
  return texts.flatMap((whole): Recorded[] => {
    const text = whole.trim()
    const [, root] = UOF_ROOT.exec(text) ?? []
    if (root === undefined) return []
    at = Number(/^[^>]*(?:\?>[^>]*)?\stimestamp="(\d{1,15})"/.exec(text)?.[1] ?? at)
    return [{ feed: 'uof', kind: root === 'fixtures_fixture' ? 'fixture' : 'message', text, at }]
  })
}

/** One JSON document, or one per line. */
function jsonOf(text: string): Recorded[] {
  const whole = parsed(text)
  if (whole !== undefined) return documentOf(whole)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const [first] = lines
  return first !== undefined && streamKindOf(parsed(first)) ? streamOf(lines) : []
}

function documentOf(document: unknown): Recorded[] {
  if (streamKindOf(document)) return streamOf([JSON.stringify(document)])
  const games = Array.isArray(document) ? document : fieldOf(document, 'data')
  const isPoll =
    Array.isArray(games) &&
    games.length > 0 &&
    games.every((game) => fieldOf(game, 'bookmakers') !== undefined)
  return isPoll ? [{ feed: 'odds_api', kind: 'poll', text: JSON.stringify(games), at: 0 }] : []
}

/** Lines that answer a request are no changes. */
function streamOf(lines: readonly string[]): Recorded[] {
  let at = 0
  return lines.flatMap((text): Recorded[] => {
    const kind = /"op"\s*:\s*"mcm"/.test(text)
      ? 'market'
      : /"op"\s*:\s*"ccm"/.test(text)
        ? 'score'
        : undefined
    at = Number(/"pt"\s*:\s*(\d{1,15})/.exec(text)?.[1] ?? at)
    return kind === undefined ? [] : [{ feed: 'betfair', kind, text, at }]
  })
}

const streamKindOf = (document: unknown): boolean => typeof fieldOf(document, 'op') === 'string'

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The same messages sent now, in the same order and with the same ties: a recording is old, and a feed with a wrong
 * clock is refused. `now` is the first message's feed time.
 */
export function sentNow(messages: readonly Recorded[], now: number): Recorded[] {
  const moments = [...new Set(messages.map(({ at }) => at))].toSorted((one, other) => one - other)
  const ranks = new Map(moments.map((at, rank) => [at, rank]))
  return messages.map((message) => {
    const at = now + (ranks.get(message.at) ?? 0)
    const text =
      message.feed === 'betfair'
        ? message.text.replace(/("pt"\s*:\s*)\d{1,15}/, `$1${at}`)
        : message.feed === 'uof'
          ? message.text.replace(/^([^>]*(?:\?>[^>]*)?\stimestamp=")\d{1,15}(")/, `$1${at}$2`)
          : message.text
    return { ...message, text, at }
  })
}
