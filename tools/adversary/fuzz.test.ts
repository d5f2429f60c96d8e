import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { type AttackedApp, openAttackedApp } from './attacked-app.ts'
import { breakTakersOf, drawsOf, fuzzedRequest, type RawRequest } from './fuzz.ts'
import { inTurn } from './in-turn.ts'
import { openPlayers } from './players.ts'
import { request } from './request.ts'
import { rightRequest } from './wrong-requests.ts'

/**
 * Replay a run by its seed, or extend it: `FUZZ_SEED=7 FUZZ_CALLS=200000 npx vitest run
 * tools/adversary/fuzz.test.ts`.
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 32))
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 2_500)
const AT_ONCE = 16
const PLAYERS = 60
const ANSWER_MS = 20_000

let attacked: AttackedApp
let tokens: string[]
/** The players who may take breaks. */
let takers: number[]

beforeAll(async () => {
  attacked = await openAttackedApp()
  const wishes = Array.from({ length: PLAYERS }, () => ({ cents: 100_000 }))
  const players = await openPlayers(attacked.deps, wishes)
  tokens = players.map(({ token }) => token)
  takers = breakTakersOf(players).map(({ playerId }) => playerId)
})

afterAll(() => attacked.close())

/** The interim answer to `expect: 100-continue`. */
const CONTINUE = /^HTTP\/1\.1 100 Continue\r\n\r\n/

type Heard = { http: number; head: string; body: string }

/** Sends the bytes over a new connection, and returns everything received until it closed. */
function send({ bytes, isSocket }: RawRequest): Promise<Heard> {
  const { port } = new URL(attacked.url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), '127.0.0.1')
    const isOver = () => {
      const text = Buffer.concat(chunks).toString().replace(CONTINUE, '')
      const at = text.indexOf('\r\n\r\n')
      const http = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
      resolve({ http, head: text.slice(0, at), body: text.slice(at + 4) })
    }
    socket.setTimeout(isSocket ? 1_000 : ANSWER_MS, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (isSocket) socket.end() // an accepted socket is closed
    })
    socket.on('error', () => {}) // `close` follows, with whatever was received
    socket.on('close', isOver)
    socket.write(bytes)
  })
}

/** What is wrong with this answer; undefined if nothing. */
function wrongWith({ isCall, isSocket, line }: RawRequest, { http, head, body }: Heard): string[] {
  const wrong = (what: string) => [`${line.slice(0, 200)} → ${what}: ${http} ${body.slice(0, 200)}`]
  if (http === 0) return isSocket ? [] : wrong('no answer')
  if (/"code":"(bug|fault)"|Internal Server Error/.test(body) || http === 502) return wrong('a bug')
  if (/node_modules|node:internal|\.ts:\d+/.test(body)) return wrong('it reveals internals')
  const isBare =
    line.startsWith('HEAD ') || http === 304 || /content-encoding:|image\/png|audio\/wav/i.test(head)
  if (!isCall || isBare) return http === 500 && !isCall ? wrong('500') : []
  return /"status":\d+,"message":".*","data":/s.test(body) ? [] : wrong('not in the envelope')
}

test(
  `no request is a bug of ours (FUZZ_SEED=${SEED}, ${CALLS} calls)`,
  { timeout: 60_000 + CALLS * 30 },
  async () => {
    const draw = drawsOf(SEED)
    const all = Array.from({ length: CALLS }, () => fuzzedRequest(draw, tokens))
    const counts = new Map<number, number>()
    const wrong = await inTurn(all, AT_ONCE, async (one) => {
      const heard = await send(one)
      counts.set(heard.http, (counts.get(heard.http) ?? 0) + 1)
      return wrongWith(one, heard)
    })
    expect(wrong.flat()).toEqual([])
    for (const http of [200, 400, 401, 404, 500])
      expect([http, (counts.get(http) ?? 0) > CALLS / 200]).toEqual([http, true])
  },
)

test('only the chosen tenth of the players took breaks', async () => {
  // Whether a valid break was drawn is chance: one player takes one for certain.
  const exclusion = rightRequest('POST /api/app/protection/exclusion')
  expect((await request(attacked.url, { ...exclusion, token: tokens[0] ?? '' })).status).toBe(200)
  const rows = await attacked.deps.db<{ playerId: number }[]>`
    select distinct player_id as "playerId" from protection_break order by 1`
  expect(takers).toEqual(expect.arrayContaining(rows.map(({ playerId }) => playerId)))
  expect(rows.length).toBeGreaterThan(0)
})

test('afterwards the server answers, logged nothing fatal, and the ledger holds', async () => {
  expect((await request(attacked.url, { path: '/livez' })).http).toBe(200)
  const said = attacked.said()
  expect(
    said.split('\n').filter((line) => /"level":(60|"fatal")|"a bug"|"a fault"|deadlock/.test(line)),
  ).toEqual([])
  const { text } = await request(attacked.url, { path: '/metrics' })
  expect(text.split('\n').filter((line) => /http_failures_total\{.*\} [1-9]/.test(line))).toEqual([])
  expect(await verifyAll(attacked.deps.db)).toEqual([])
})

test('the same seed draws the same requests, another one others', () => {
  const drawn = (seed: number) => {
    const draw = drawsOf(seed)
    return Array.from({ length: 50 }, () => fuzzedRequest(draw, ['token']).bytes.toString())
  }
  expect(drawn(1)).toEqual(drawn(1))
  expect(drawn(1)).not.toEqual(drawn(2))
})
