import { type CallKey, calls } from '../../packages/contract/src/index.ts'
import { operatorCalls } from '../../packages/contract/src/backoffice/index.ts'
import { rightRequest } from './wrong-requests.ts'

/** One request, byte for byte. `isCall`: a call of an API, which must answer in the envelope. */
export type RawRequest = { bytes: Buffer; line: string; isCall: boolean; isSocket: boolean }

export type Draw = {
  below: (below: number) => number
  pick: <T>(from: readonly T[]) => T
  /** True with this chance in percent. */
  chance: (percent: number) => boolean
}

/** Random numbers from a seed (mulberry32): a run is replayed by its seed. */
export function drawsOf(seed: number): Draw {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    chance: (percent) => next() * 100 < percent,
  }
}

/** A call that ends its token's session would stop all later calls. */
const keys = (Object.keys(calls) as CallKey[]).filter((key) => !key.endsWith('/restLogout'))
/** Calls that block a player from staking for longer than any run. */
const BREAKS = new Set<CallKey>([
  'POST /api/app/protection/timeOut',
  'POST /api/app/protection/exclusion',
  'POST /api/app/protection/block',
])
/** A tenth of the players take all breaks: if everybody took one, soon no call would be accepted. */
export const breakTakersOf = <T>(all: readonly T[]): T[] => all.slice(0, Math.ceil(all.length / 10))

const operatorPaths = Object.keys(operatorCalls).map((key) => key.split(' ') as [string, string])

const PAGES = [
  '/',
  '/home',
  '/livez',
  '/readyz',
  '/metrics',
  '/api/docs',
  '/api/docs.css',
  '/api/openapi.json',
  '/api/backoffice/docs',
  '/api/backoffice/openapi.json',
  '/api/sandbox/match',
  '/api/sandbox/match/1/advance',
  '/assets/index.js',
  '/assets/../../package.json',
  '/pay/0123456789abcdef0123456789abcdef',
  '/pay/0123456789abcdef0123456789abcdef/status',
  '/pay/0123456789abcdef0123456789abcdef/sandbox',
  '/pay/%00',
  '/webhooks/pix',
  '/api/webhooks/pix',
]
const SOCKET = '/gamecenter-siop/'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get']
const WORDS = [
  '',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  'a[]',
  'a[b][c]',
  '%00',
  '%E0%A4%A',
  '%ff%fe',
  '%F0%9F%98%80',
  '../../etc/passwd',
  '..%2f..%2f',
  "' or 1=1 --",
  '<b>',
  '$ne',
  '١٢٣',
  '{{7*7}}',
  'x'.repeat(3000),
  '9'.repeat(40),
  '0123456789ABC',
]
const VALUES: readonly unknown[] = [
  ...WORDS,
  null,
  true,
  [],
  {},
  [[]],
  0,
  -1,
  0.1,
  2 ** 53,
  1e308,
  'a\u0000b',
  '\ud83d',
]
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/octet-stream',
  '',
  'json',
  'application/json;'.repeat(20),
]

/** Header values; several headers may be sent at once, and one of them twice. */
const HEADERS: readonly [string, readonly string[]][] = [
  ['lang', ['pt-BR', 'en', 'xx', '__proto__', ' ', 'en,pt-BR']],
  ['curreny', ['BRL', 'USD', '', 'constructor']],
  ['accept-encoding', ['gzip', 'br', 'identity;q=0, *;q=0', 'x'.repeat(500)]],
  ['accept', ['*/*', 'text/html', '///', '']],
  ['if-none-match', ['*', '"x"', 'W/"x"', '"', '"a","b"']],
  ['if-modified-since', ['yesterday', 'Thu, 01 Jan 1970 00:00:00 GMT']],
  ['range', ['bytes=0-1', 'bytes=5-1', 'bytes=-', 'x=1', `bytes=${'0-1,'.repeat(100)}0-1`]],
  ['cookie', ['look=%E0%A4%A', 'device=x', ';;;=', `a=${'b'.repeat(2000)}`, 'look=theme%3Ddark; look=x']],
  ['authorization', ['', 'Bearer', 'Bearer x', 'Basic eDp4', 'x'.repeat(300), '\u0001']],
  ['device', ['{}', 'x'.repeat(500), '\u00ff']],
  ['active', ['0', '1', '2', '']],
  ['origin', ['null', 'https://attacker.example', '']],
  ['sec-fetch-site', ['cross-site', 'none', 'x']],
  ['content-encoding', ['gzip', 'br', 'identity']],
  ['host', ['', 'attacker.example', '[::1', 'a b']],
  ['upgrade', ['h2c', 'websocket', '']],
  ['expect', ['100-continue', 'x']],
  ['x-http-method-override', ['DELETE']],
  ['x-request-id', ['\u00e9', "'; drop table"]],
]

/** The next request of a run. */
export function fuzzedRequest(draw: Draw, tokens: readonly string[]): RawRequest {
  const kind = draw.below(100)
  if (kind < 60) return callOf(draw, tokens)
  if (kind < 75) return pageOf(draw, draw.pick(PAGES), tokens)
  if (kind < 85) return socketOf(draw, tokens)
  if (kind < 93) {
    const [method, path] = draw.pick(operatorPaths)
    return spelt(draw, { method, path: path.replace(/:\w+/g, () => encodeURI(draw.pick(WORDS))), tokens })
  }
  return pageOf(draw, `/${draw.pick(['api/', 'api/app/', 'pay/', ''])}${encodeURI(draw.pick(WORDS))}`, tokens)
}

function callOf(draw: Draw, tokens: readonly string[]): RawRequest {
  const key = draw.pick(keys)
  const right = rightRequest(key)
  const takers = BREAKS.has(key) ? breakTakersOf(tokens) : tokens
  const path = draw.chance(20) ? oddPath(draw, right.path) : right.path
  const method = draw.chance(85) ? (right.method ?? 'GET') : draw.pick(METHODS)
  return spelt(draw, {
    method,
    path,
    tokens: takers,
    ...(right.body ? { body: oddBody(draw, right.body) } : {}),
  })
}

const pageOf = (draw: Draw, path: string, tokens: readonly string[]): RawRequest =>
  spelt(draw, { method: draw.chance(60) ? 'GET' : draw.pick(METHODS), path, tokens })

function socketOf(draw: Draw, tokens: readonly string[]): RawRequest {
  const query = [
    `EIO=${draw.pick(['4', '3', '', 'x'])}`,
    `transport=${draw.pick(['websocket', 'polling', '__proto__'])}`,
    `token=${draw.pick([...WORDS, ...tokens].map(encodeURI))}`,
    `sid=${draw.pick(WORDS.map(encodeURI))}`,
  ].filter(() => draw.chance(75))
  const upgrade = draw.chance(70)
    ? [
        'connection: Upgrade',
        'upgrade: websocket',
        `sec-websocket-key: ${draw.pick(['x', 'dGhlIHNhbXBsZSBub25jZQ=='])}`,
      ]
    : []
  const path = `${SOCKET}?${query.join('&')}`
  return spelt(draw, { method: draw.chance(80) ? 'GET' : draw.pick(METHODS), path, tokens, more: upgrade })
}

/** Replaces one part of the path. */
function oddPath(draw: Draw, path: string): string {
  const parts = path.split('/')
  parts[1 + draw.below(Math.max(1, parts.length - 1))] = encodeURI(draw.pick(WORDS))
  return parts.join('/')
}

/** A body that may be valid, have one wrong or extra field, or be no JSON at all. */
function oddBody(draw: Draw, body: unknown): string {
  const fields = { ...(body as Record<string, unknown>) }
  if (draw.chance(50)) fields[draw.pick(Object.keys(fields).concat('more'))] = draw.pick(VALUES)
  if (draw.chance(10)) fields[draw.pick(WORDS)] = draw.pick(VALUES)
  const text = JSON.stringify(fields)
  if (draw.chance(80)) return text
  return draw.pick([
    text.slice(0, -1),
    `[${text}]`,
    '['.repeat(500),
    `${text}${text}`,
    '\u0000',
    '"',
    text.replace(/"/g, "'"),
  ])
}

type Parts = { method: string; path: string; tokens: readonly string[]; body?: string; more?: string[] }

function spelt(draw: Draw, { method, path, tokens, body, more = [] }: Parts): RawRequest {
  const query = Array.from({ length: draw.chance(30) ? 1 + draw.below(3) : 0 }, () => {
    const name = encodeURI(draw.pick([...WORDS, 'cursor', 'curreny', 'loading', 'sport', 'when', 'isapp']))
    const pair = `${name}${draw.pick(['=', '', '=='])}${encodeURI(draw.pick(WORDS))}`
    return draw.chance(30) ? `${pair}&${pair}` : pair
  })
  const asked = query.length > 0 ? `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}` : path
  const headers = HEADERS.filter(() => draw.chance(6)).flatMap(([name, values]) => {
    const line = `${name}: ${draw.pick(values)}`
    return draw.chance(15) ? [line, line] : [line]
  })
  if (draw.chance(75)) headers.push(`authorization: ${draw.pick(tokens)}`)
  if (body !== undefined || draw.chance(5)) {
    const type = draw.chance(85) ? 'application/json' : draw.pick(TYPES)
    headers.push(`content-type: ${type}`, `content-length: ${Buffer.byteLength(body ?? '')}`)
  }
  const line = `${method} ${asked} HTTP/1.1`
  const from = `x-forwarded-for: 198.18.${draw.below(256)}.${draw.below(256)}`
  const host = headers.some((header) => header.startsWith('host:')) ? [] : ['host: 127.0.0.1']
  const closing = more.length > 0 ? [] : ['connection: close']
  const head = [line, ...host, from, ...closing, ...more, ...headers, '', ''].join('\r\n')
  const isApi = /^\/api\/(app|auth|backoffice)\//.test(path) && !/docs|openapi/.test(path)
  return { bytes: Buffer.from(head + (body ?? '')), line, isCall: isApi, isSocket: path.startsWith(SOCKET) }
}
