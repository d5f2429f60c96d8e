import { createHmac } from 'node:crypto'
import { type WalletCall, walletHeaders, walletPath } from '../../packages/contract/src/studio.ts'
import type { Draw } from './fuzz.ts'

export type HostileStudio = { id: string; keyId: string; secret: string }

/** A player's session at a studio; `at` is the studio's index. */
export type HostileSession = { at: number; session: string; grants: readonly string[] }

/** A call, byte for byte; `refused` is its HTTP status if it must never be accepted. */
export type StudioCall = {
  what: string
  call: WalletCall
  studio: number
  body: Record<string, unknown>
  raw: string
  headers: Record<string, string>
  refused: number | undefined
}

/** The content of a call before signing. */
export type IntendedCall = { call: WalletCall; studio: number; body: Record<string, unknown> }

const MONEY = ['debit', 'debit', 'debit', 'credit', 'credit', 'rollback', 'rollback', 'freeRound'] as const

/** Concurrent rounds of each session: few, so that many calls meet in one. */
const ROUNDS = 4

/** A studio's call, with ids that its other calls, other players and the other studio may use too. */
export function intendedCall(
  draw: Draw,
  sessions: readonly HostileSession[],
  reported: readonly IntendedCall[],
): IntendedCall {
  const { at, session, grants } = draw.pick(sessions)
  if (reported.length > 0 && draw.chance(35)) return altered(draw, draw.pick(reported), sessions)
  const roundId = `r${draw.below(ROUNDS)}-${draw.chance(90) ? session.slice(0, 6) : 'shared'}`
  const base = { session, currency: 'BRL', transactionId: `t${draw.below(1e9).toString(36)}`, roundId }
  if (draw.chance(6)) return { call: 'end', studio: at, body: { session, roundId } }
  const kind = draw.pick(MONEY)
  const earlier = reported.filter(({ studio, call }) => studio === at && call === 'debit')
  if (kind === 'rollback') {
    const undone = earlier.length > 0 && draw.chance(85) ? draw.pick(earlier).body : base
    const refersTo = undone['transactionId']
    const own = draw.chance(85) ? { session: undone['session'], roundId: undone['roundId'] } : {}
    return { call: 'rollback', studio: at, body: { ...base, ...own, refersTo } }
  }
  if (kind === 'freeRound') {
    const grant = grants.length > 0 && draw.chance(80) ? draw.pick(grants) : 'f'.repeat(32)
    return { call: 'freeRound', studio: at, body: { ...base, grant, cents: draw.below(2_000) } }
  }
  const cents = draw.chance(90)
    ? 1 + draw.below(900)
    : draw.pick([0, 1, 9, 100_000, 100_001, 100_000_000_000])
  if (kind === 'credit')
    return { call: 'credit', studio: at, body: { ...base, cents, endsRound: draw.chance(30) } }
  return { call: 'debit', studio: at, body: { ...base, cents } }
}

/** Repeats an earlier call, unchanged or with one change. */
function altered(draw: Draw, meant: IntendedCall, sessions: readonly HostileSession[]): IntendedCall {
  const { call, studio, body } = meant
  const other = draw.pick(sessions)
  return draw.pick<IntendedCall>([
    meant,
    meant,
    meant,
    { ...meant, body: { ...body, cents: Number(body['cents'] ?? 1) + 1 } },
    { ...meant, body: { ...body, roundId: `${String(body['roundId'])}x` } },
    { ...meant, body: { ...body, session: other.session } },
    { ...meant, studio: studio + 1 },
    call === 'debit'
      ? { studio, call: 'credit', body: { ...body, cents: 900, endsRound: true } }
      : { studio, call: 'debit', body: { ...body, endsRound: undefined, refersTo: undefined, cents: 900 } },
  ])
}

const signed = (secret: string, timestamp: string, path: string, raw: string) =>
  createHmac('sha256', secret).update(`${timestamp}.${path}.${raw}`).digest('hex')

const headersOf = (keyId: string, timestamp: string, signature: string) => ({
  [walletHeaders.key]: keyId,
  [walletHeaders.timestamp]: timestamp,
  [walletHeaders.signature]: signature,
})

/** Signs a call as its studio does. */
export function signedCall(
  studios: readonly HostileStudio[],
  meant: IntendedCall,
  nowMs: number,
): StudioCall {
  const studio = meant.studio % studios.length
  const { keyId = '', secret = '' } = studios[studio] ?? {}
  const raw = JSON.stringify(meant.body)
  const timestamp = String(nowMs)
  const headers = headersOf(keyId, timestamp, signed(secret, timestamp, walletPath(meant.call), raw))
  return { ...meant, studio, what: meant.call, raw, headers, refused: undefined }
}

/** The same call by an attacker who lacks the keys or the clock, or by a studio that violates the contract. */
export function twistedCall(
  draw: Draw,
  studios: readonly HostileStudio[],
  meant: IntendedCall,
  nowMs: number,
): StudioCall {
  const right = signedCall(studios, meant, nowMs)
  const { studio, raw } = right
  const { keyId = '', secret = '' } = studios[studio] ?? {}
  const other = studios[(studio + 1) % studios.length] ?? { keyId: '', secret: '' }
  const path = walletPath(meant.call)
  const now = String(nowMs)
  const of = (what: string, headers: Record<string, string>): StudioCall => ({
    ...right,
    what,
    headers,
    refused: 401,
  })
  const at = (ms: number) => headersOf(keyId, String(ms), signed(secret, String(ms), path, raw))
  const unfit = (what: string, body: Record<string, unknown>): StudioCall => ({
    ...signedCall(studios, { ...meant, body }, nowMs),
    what,
    refused: 400,
  })
  const elsewhere = walletPath(meant.call === 'credit' ? 'debit' : 'credit')
  return draw.pick([
    of('by the secret of the other studio', headersOf(keyId, now, signed(other.secret, now, path, raw))),
    of('by the key of the other studio', headersOf(other.keyId, now, signed(secret, now, path, raw))),
    of('signed for another call', headersOf(keyId, now, signed(secret, now, elsewhere, raw))),
    of('signed over other bytes', headersOf(keyId, now, signed(secret, now, path, `${raw} `))),
    of('of another moment', headersOf(keyId, String(nowMs + 1), signed(secret, now, path, raw))),
    of('too old', at(nowMs - 61_000 - draw.below(1e6))),
    of('too far ahead', at(nowMs + 70_000 + draw.below(1e6))),
    of('unsigned', {}),
    of('by a key that is none', headersOf('__proto__', now, signed(secret, now, path, raw))),
    of('in capitals', headersOf(keyId, now, signed(secret, now, path, raw).toUpperCase())),
    unfit('with half a cent', { ...meant.body, cents: 10.5 }),
    unfit('with cents in words', { ...meant.body, cents: '100' }),
    unfit('with less than nothing', { ...meant.body, cents: -100 }),
    unfit('with more than can be', { ...meant.body, cents: 2 ** 53 }),
    unfit('with a field of its own', { ...meant.body, payoutCents: 1 }),
    unfit('in dollars', { ...meant.body, currency: 'USD' }),
    unfit('without a session', { ...meant.body, session: undefined }),
    unfit('of somebody with a session that is none', { ...meant.body, session: "' or 1=1 --" }),
    unfit('with an id that is too long', { ...meant.body, roundId: 'r'.repeat(65) }),
  ])
}
