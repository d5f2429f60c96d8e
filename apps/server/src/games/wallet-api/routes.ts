import { createHmac, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import {
  WALLET_WINDOW_MS,
  type WalletCall,
  type WalletCalls,
  walletCalls,
  walletHeaders,
  walletPath,
  type WalletRefusal,
  walletRefusals,
} from '@palpite/contract/studio'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFault } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { checkPart } from '../../platform/http/request.ts'
import { noQuery, takesQuery } from '../../platform/http/plain-routes.ts'
import { headerOf } from '../../platform/http/serve.ts'
import {
  type KeyRow,
  selectKey,
  selectKeyIds,
  selectSessions,
  type SessionRow,
  consumeToken,
} from '../sessions/queries.ts'
import { readBalances } from '../../ledger/index.ts'
import { publicIds } from '../../platform/public-ids.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import { selectOpenFreeRounds } from '../free-rounds/queries.ts'
import { tokenHash } from '../sessions/launch-game.ts'
import type { GamesSettings } from '../settings.ts'
import {
  nothingOnThatDay,
  selectDay,
  selectEndedByRule,
  selectStudioTotal,
  selectTransactionPage,
} from './queries.ts'
import type { WalletAnswer, WalletRequest } from './wallet-state.ts'

/** The longest call is a few hundred bytes. */
const BODY_BYTES = 4 * 1024
/** Calls per key and second: more than all players of a studio make together. */
const CALLS_A_SECOND = 20_000
/** Unsigned calls per address and minute; then, for the rest of it, only calls with a valid key id are checked. */
const UNSIGNED_A_MINUTE = 60
/** Cache time of a key, so that not every call reads it; an ended key stays valid that long. */
const KEY_KEPT_MS = 1000
const MAX_KEYS_KEPT = 1000

type Answer<C extends WalletCall> =
  | { ok: true; value: WalletCalls[C]['data'] }
  | { ok: false; code: WalletRefusal }

type WalletHandlers = {
  [C in WalletCall]: (studio: KeyRow, body: WalletCalls[C]['body']) => Promise<Answer<C>>
}

/**
 * Opens the wallet API. A call is signed over its raw bytes, with timestamp and key; nothing of the body is parsed
 * before. Answers after the commit is durable.
 */
export function walletRoutes(app: FastifyInstance, deps: Deps, handlers: WalletHandlers): void {
  const { limits, log } = deps
  const calls = limits.limiter('wallet-calls', CALLS_A_SECOND, 1)
  const unsigned = limits.limiter('wallet-unsigned', UNSIGNED_A_MINUTE, 60)
  const keys = cachedKeys(deps)
  const goodKeyIds = heldKeyIds(deps)

  const authenticate = async (request: FastifyRequest, path: string): Promise<HeldKey | WalletRefusal> => {
    const keyId = headerOf(request, walletHeaders.key) ?? ''
    const timestamp = headerOf(request, walletHeaders.timestamp) ?? ''
    const given = headerOf(request, walletHeaders.signature) ?? ''
    const key = /^[A-Za-z0-9_-]{4,64}$/.test(keyId) ? await keys(keyId) : undefined
    const raw = rawOf(request)
    if (!key || !isSignedBy({ secret: key.secret, timestamp, path, raw }, given)) {
      return (await unsigned.consume(request.ip)) ? 'bad_signature' : 'too_many_requests'
    }
    if (!isAllowed(key.addresses, request.ip)) return 'address_not_allowed'
    if (!isTimely(timestamp, key.nowMs())) return 'stale_timestamp'
    return (await calls.consume(key.keyId)) ? key : 'too_many_requests'
  }

  const turnAway = async (request: FastifyRequest, reply: FastifyReply) => {
    if (await unsigned.consume(request.ip, 0)) return undefined
    // An attacker may share a studio's address: the studio's signed calls still pass, at the cost of one hash.
    const keyId = headerOf(request, walletHeaders.key) ?? ''
    return (await goodKeyIds()).has(keyId) ? undefined : refuseCall(reply, 'too_many_requests')
  }

  void app.register(async (api) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    api.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      if (error.statusCode !== undefined && error.statusCode < 500) return refuseCall(reply, 'bad_request')
      const route = request.routeOptions.url
      if (isFault(error)) log.error({ err: error, route }, 'a fault')
      else log.fatal({ err: error, route }, 'a bug')
      return refuseCall(reply, 'try_again')
    })
    const open = <C extends WalletCall>(call: C) => {
      const path = walletPath(call)
      const options = { bodyLimit: BODY_BYTES, onRequest: turnAway, ...takesQuery(noQuery) }
      api.post(path, options, async (request, reply) => {
        const studio = await authenticate(request, path)
        if (typeof studio === 'string') return refuseCall(reply, studio)
        const read = checkPart(walletCalls[call].body, parsed(rawOf(request)))
        if ('wrong' in read) return refuseCall(reply, 'bad_request', read.wrong)
        const body = read.value as WalletCalls[C]['body']
        if ('currency' in body && body.currency !== 'BRL') return refuseCall(reply, 'currency_mismatch')
        const answer = await handlers[call](studio, body)
        return answer.ok ? reply.send({ ok: true, data: answer.value }) : refuseCall(reply, answer.code)
      })
    }
    for (const call of Object.keys(walletCalls) as WalletCall[]) open(call)
  })
}

const rawOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** The bytes as JSON; undefined if invalid. */
function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8')) as unknown
  } catch {
    return undefined // as invalid as any other malformed body
  }
}

const refuseCall = (reply: FastifyReply, code: WalletRefusal, field?: string) =>
  reply.code(walletRefusals[code].http).send({ ok: false, code, ...(field ? { field } : {}) })

/** A key, and the time by the database's clock: the server's may be wrong. */
type HeldKey = KeyRow & { nowMs: () => number }

/** Cached keys: reading one for each call would be a tenth of its cost. */
function cachedKeys({ db }: Pick<Deps, 'db'>): (keyId: string) => Promise<HeldKey | undefined> {
  const held = new Map<string, { at: number; key: Promise<HeldKey | undefined> }>()
  const read = async (keyId: string): Promise<HeldKey | undefined> => {
    const key = await selectKey(db, keyId)
    const readAt = performance.now()
    return key && { ...key, nowMs: () => key.clockMs + performance.now() - readAt }
  }
  return (keyId) => {
    const known = held.get(keyId)
    if (known && performance.now() - known.at < KEY_KEPT_MS) return known.key
    if (held.size >= MAX_KEYS_KEPT) held.clear() // unknown ids are unlimited in number
    const key = read(keyId)
    held.set(keyId, { at: performance.now(), key })
    key.catch(() => held.delete(keyId))
    return key
  }
}

/** The cached ids of all valid keys: a flood of calls with other ids reads nothing. */
function heldKeyIds({ db }: Pick<Deps, 'db'>): () => Promise<ReadonlySet<string>> {
  let held: { at: number; ids: Promise<ReadonlySet<string>> } | undefined
  return () => {
    if (held && performance.now() - held.at < KEY_KEPT_MS) return held.ids
    const ids = selectKeyIds(db).then((good) => new Set(good))
    held = { at: performance.now(), ids }
    ids.catch(() => (held = undefined))
    return ids
  }
}

/** Whether an address is in this list of addresses and networks; an empty list allows every address. */
export function isAllowed(addresses: readonly string[], ip: string): boolean {
  if (addresses.length === 0) return true
  const list = new BlockList()
  for (const address of addresses) {
    const [network = '', bits] = address.split('/')
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(bits), family)
  }
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '')
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

type Signed = { secret: string; timestamp: string; path: string; raw: Buffer }

/** The signature of a call: HMAC-SHA256 over `<timestamp>.<path>.` and the raw bytes of the body, as hex. */
const signatureOf = ({ secret, timestamp, path, raw }: Signed): string =>
  createHmac('sha256', secret).update(`${timestamp}.${path}.`).update(raw).digest('hex')

/** Whether a signature matches these bytes. Compared in constant time. */
export function isSignedBy(signed: Signed, given: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(given)) return false
  return timingSafeEqual(Buffer.from(signatureOf(signed), 'hex'), Buffer.from(given, 'hex'))
}

/** Whether a timestamp is close enough to now. */
export const isTimely = (timestamp: string, nowMs: number): boolean =>
  /^\d{13}$/.test(timestamp) && Math.abs(Number(timestamp) - nowMs) <= WALLET_WINDOW_MS

const PAGE = 500

type Needs = {
  policy: CompliancePolicy
  readSettings: () => Promise<GamesSettings>
  apply: (request: WalletRequest) => Promise<WalletAnswer>
  /** Whether maintenance refuses new stakes and free rounds now. */
  isClosed: () => Promise<boolean>
}

const no = <const C>(code: C) => ({ ok: false as const, code })
const ok = <T>(value: T) => ({ ok: true as const, value })

/** The handlers of the wallet API. */
export function walletHandlers(deps: Deps, { policy, readSettings, apply, isClosed }: Needs): WalletHandlers {
  const { db, config } = deps
  const players = publicIds(config, 'studioPlayer')
  const balanceOf = async (playerId: number) => {
    const { cashCents = 0, bonusCents = 0 } = (await readBalances(db, [playerId])).get(playerId) ?? {}
    return cashCents + bonusCents
  }
  const findSession = async ({ id: studioId }: KeyRow, id: string): Promise<SessionRow | undefined> => {
    const [session] = await selectSessions(db, [id])
    return session?.studioId === studioId ? session : undefined
  }
  const move = async (request: Exclude<WalletRequest, { kind: 'end' }>) => {
    const answer = await apply(request)
    if (!answer.ok) return answer
    return ok({ transactionId: request.transactionId, ...answer.value })
  }
  return {
    session: async (studio, { token }) => {
      const id = await consumeToken(db, tokenHash(token), studio.id)
      const session = id === undefined ? undefined : await findSession(studio, id)
      if (!session) return no('token_used')
      const [balanceCents, settings] = await Promise.all([balanceOf(session.playerId), readSettings()])
      return ok({
        session: session.id,
        player: players.show(session.playerId),
        game: session.gameCode,
        currency: 'BRL',
        balanceCents,
        terms: termsOf(session, settings, policy),
      })
    },
    balance: async (studio, body) => {
      const session = await findSession(studio, body.session)
      if (!session) return no('session_unknown')
      return ok({ balanceCents: await balanceOf(session.playerId), isOpen: session.isOpen })
    },
    debit: async ({ id: studioId }, { currency: _currency, ...body }) =>
      move({ ...body, studioId, kind: 'debit', isClosed: await isClosed() }),
    credit: ({ id: studioId }, { currency: _currency, ...body }) =>
      move({ ...body, studioId, kind: 'credit' }),
    rollback: ({ id: studioId }, { currency: _currency, ...body }) =>
      move({ ...body, studioId, kind: 'rollback' }),
    freeRounds: async (studio, body) => {
      const session = await findSession(studio, body.session)
      if (!session) return no('session_unknown')
      const isGiven = policy.hasRewards('promotions')
      const open = isGiven ? await selectOpenFreeRounds(db, session) : []
      return ok({
        grants: open.map(({ id, left, stakeCents, endsAt }) => ({
          grant: id,
          left,
          stakeCents,
          endsAt: endsAt.toISOString(),
        })),
      })
    },
    freeRound: async ({ id: studioId }, { currency: _currency, ...body }) =>
      move({ ...body, studioId, kind: 'free', isClosed: await isClosed() }),
    end: async ({ id: studioId }, body) => {
      const answer = await apply({ ...body, studioId, kind: 'end' })
      return answer.ok ? ok({ balanceCents: answer.value.balanceCents }) : answer
    },
    statement: async ({ id }, { day }) => {
      const [sums, accountCents, ended] = await Promise.all([
        selectDay(db, id, day),
        selectStudioTotal(db, id),
        selectEndedByRule(db, id, day),
      ])
      const endedByRule = ended.map(({ roundId, playerId, endedAt }) => ({
        roundId,
        player: players.show(playerId),
        endedAt: endedAt.toISOString(),
      }))
      return ok({ ...nothingOnThatDay, ...sums, day, accountCents, endedByRule })
    },
    transactions: async ({ id: studioId }, { day, after = '' }) => {
      const rows = await selectTransactionPage(db, { studioId, day, after, max: PAGE })
      return ok({
        transactions: rows.map(({ playerId, at, ...row }) => ({
          ...row,
          player: players.show(playerId),
          at: at.toISOString(),
        })),
        next: rows.length < PAGE ? null : (rows.at(-1)?.transactionId ?? null),
      })
    },
  }
}

/** The terms of a game: its limits, and the policy's rules on its pace. */
const termsOf = (
  { minStakeCents, maxStakeCents }: SessionRow,
  { studioMinRoundMs }: GamesSettings,
  { terms }: CompliancePolicy,
): WalletCalls['session']['data']['terms'] => ({
  minStakeCents,
  maxStakeCents,
  minRoundMs: studioMinRoundMs,
  allowsTurbo: terms.allowsTurbo,
})
