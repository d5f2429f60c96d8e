import {
  type Call,
  type CallKey,
  type Calls,
  calls,
  type Refusal,
  refusals,
  type SessionEnding,
} from '@palpite/contract'
import { currencies } from '@palpite/contract/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Closed, Maintenance } from '../maintenance.ts'
import type { Result } from '../result.ts'
import { type Lang, langOf, refusalText } from '../texts.ts'
import { type CallerOf, type PlayerSession, visitor } from './callers.ts'
import { andThen, checkPart, type Cookies, cookiesOf, type Device, deviceOf, inTime } from './request.ts'

/** What the APIs need: the web server, and the owner of a token. */
export type Api = {
  app: FastifyInstance
  /** `isUse`: whether the call counts as activity; by default it does. */
  authenticate: (token: string, isUse?: boolean) => Promise<PlayerSession | undefined>
  /** Why a token's session ended, if known. */
  endingOf?: (token: string) => Promise<SessionEnding | undefined>
  /** False if this player is over the rate limit; `calls` is how many this call counts as. */
  admit: (playerId: number, calls?: number) => Promise<boolean>
  /** False if this address without a session is over the rate limit. */
  admitVisitor?: (ip: string) => Promise<boolean>
  /** Whether licensed calls are accepted from the request's country; if absent, from everywhere. */
  isWithinLicence?: (request: FastifyRequest) => boolean
  /** The country of a request, according to the proxy. */
  countryOf?: (request: FastifyRequest) => string | undefined
  /** Called once a call of this player that may have written is done, before it is answered. */
  wrote?: (playerId: number) => Promise<void>
  /** The refusal of what maintenance keeps from beginning; if absent, nothing is ever closed. */
  closedNow?: Maintenance['closedNow']
  /** How long a call that only reads may take; absent, as long as it does. */
  patienceMs?: number
}

type AccessOf<K extends CallKey> = (typeof calls)[K]['access']

/** A call as a command receives it: validated input, the caller, and nothing a client could invent. */
export type CallRequest<K extends CallKey> = {
  params: Calls[K]['params']
  query: Calls[K]['query']
  body: Calls[K]['body']
  caller: CallerOf<AccessOf<K>>
  lang: Lang
  ip: string
  /** The country (ISO 3166-1 alpha-2, T1 for Tor), according to the proxy. */
  country: string | undefined
  device: Device
  cookies: Cookies
  /** For calls that decide maintenance themselves: what refuses anything new now. */
  closed: Closed | undefined
}

/** A media type and its bytes, for the few answers outside the envelope. */
export type Raw = { bytes: Buffer }

type Answer<K extends CallKey> = (typeof calls)[K] extends { raw: string } ? Raw : Calls[K]['data']

export type Handler<K extends CallKey> = (request: CallRequest<K>) => Promise<Result<Answer<K>>>

/**
 * Opens one call of the contract. The input is validated, the caller is authenticated before the handler runs, and
 * its answer is sent in the envelope.
 */
export function serve<K extends CallKey>(api: Api, key: K, handle: Handler<K>): void {
  const call: Call = calls[key]
  const { raw } = call
  const [method, url] = key.split(' ') as ['GET' | 'POST', string]
  const isReading = method === 'GET' && !call.isChange
  api.app.route({
    method,
    url,
    ...(call.bodyBytes === undefined ? {} : { bodyLimit: call.bodyBytes }),
    handler: async (request, reply) => {
      if (isCrossSite(request)) return refuseWith(reply, request, { code: 'blocked_by_policy' })
      let player: PlayerSession | undefined
      if (call.access === 'player') {
        player = await playerOf(api, request, isUse(request))
      }
      const isAdmitted = player
        ? call.isNeverPutOff || api.admit(player.playerId)
        : api.admitVisitor?.(request.ip)
      if ((await isAdmitted) === false) return refuseWith(reply, request, { code: 'too_many_requests' })
      if (call.access === 'player' && !player)
        return refuseWith(reply, request, await loggedOut(api, request))
      if (call.access !== 'player' && activityOf(request) === '1') {
        void playerOf(api, request, true).catch(() => {}) // nobody waits for it, and the call needs no session
      }
      // The password of the test account is public, so no visitor may change the account for the next one.
      if (player?.isTest && !isReading && !call.isForTestAccount) {
        return refuseWith(reply, request, { code: 'shared_account' })
      }
      if (call.isWithinLicence && api.isWithinLicence?.(request) === false) {
        return refuseWith(reply, request, { code: 'outside_licence' })
      }
      // The same calls require the current terms: until accepted, no stake and no deposit.
      if (call.isWithinLicence && player?.owesTerms) {
        return refuseWith(reply, request, { code: 'terms_due' })
      }
      if (!hasKnownCurrency(request)) return refuseField(reply, request, 'curreny')
      const input = readInput(call, request)
      if ('wrong' in input) return refuseField(reply, request, input.wrong)
      const more = player && !call.isNeverPutOff ? countedIn(call, input.parts) - 1 : 0
      if (player && more > 0 && !(await api.admit(player.playerId, more)))
        return refuseWith(reply, request, { code: 'too_many_requests' })
      const closed = call.begins && (await api.closedNow?.(call.begins))
      if (closed && !call.decidesMaintenance) return refuseWith(reply, request, closed.refusal)
      const work = handle({
        ...input.parts,
        closed,
        caller: player ? { kind: 'player', ...player } : visitor,
        lang: langOf(headerOf(request, 'lang')),
        ip: request.ip,
        country: api.countryOf?.(request),
        device: deviceOf(request),
        cookies: cookiesOf(request, reply),
      } as CallRequest<K>)
      const done = isReading || !player ? work : andThen(work, async () => api.wrote?.(player.playerId))
      const answer = await (isReading && api.patienceMs ? inTime(done, api.patienceMs) : done)
      if (!answer.ok) return refuseWith(reply, request, answer.refusal)
      if (raw !== undefined) return reply.type(raw).send((answer.value as Raw).bytes)
      return reply.send({ status: 200, message: answer.message ?? '', data: answer.value })
    },
  })
}

/** How many calls a request counts as: one, or one per entry of the list named by the call. */
function countedIn({ countsEach }: Call, { body }: Record<string, unknown>): number {
  const entries = countsEach === undefined ? undefined : (body as Record<string, unknown>)[countsEach]
  return Array.isArray(entries) ? Math.max(entries.length, 1) : 1
}

/** Validates each part the call has; other parts must be empty. */
export function readInput(
  call: Pick<Call, 'params' | 'query' | 'body' | 'form'>,
  request: FastifyRequest,
): { parts: Record<string, unknown> } | { wrong: string } {
  if (call.body && !call.form && isForm(request)) return { wrong: 'body' }
  const parts: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const shape = call[part]
    const given = part === 'query' ? withoutLoading(request.query) : request[part]
    const read = checkPart(shape, given)
    if ('wrong' in read) return { wrong: read.wrong || part }
    parts[part] = read.value
  }
  return { parts }
}

/** A form needs no script: any page can post one, so only calls for which the specification requires it accept it. */
const isForm = (request: FastifyRequest) =>
  /^application\/x-www-form-urlencoded/i.test(headerOf(request, 'content-type') ?? '')

/** `loading=false` controls the client's own indicator (SPEC §7) and has no meaning here. */
function withoutLoading(query: unknown): unknown {
  const { loading: _loading, ...rest } = query as Record<string, unknown>
  return rest
}

/**
 * Whether the page was used since its last call: the app sends 1 or 0 with each call, also with automatic ones.
 * Activity extends a session; for a client that sends neither, every call counts.
 */
const activityOf = (request: FastifyRequest) => headerOf(request, 'active')

/** Whether a call counts as activity. */
export const isUse = (request: FastifyRequest) => activityOf(request) !== '0'

/** Answers the holder of an ended session's token with the reason: an attacker may have changed the password. */
async function loggedOut(api: Api, request: FastifyRequest): Promise<Refusal> {
  const token = tokenOf(request)
  const ending = token === undefined ? undefined : await api.endingOf?.(token)
  return { code: 'logged_out', ...(ending && { detail: { ending } }) }
}

async function playerOf(
  api: Api,
  request: FastifyRequest,
  isUse: boolean,
): Promise<PlayerSession | undefined> {
  const token = tokenOf(request)
  return token === undefined ? undefined : api.authenticate(token, isUse)
}

/** The session token of a request, if plausible. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = headerOf(request, 'authorization')?.replace(/^Bearer /i, '')
  return !token || token.length > 200 ? undefined : token
}

/**
 * Whether the currency of a call belongs to a language of the app (the header keeps the specification's spelling).
 * Wallets and amounts are in reais whatever it says.
 */
const hasKnownCurrency = (request: FastifyRequest) =>
  currencies.some((one) => one === (headerOf(request, 'curreny') ?? 'BRL'))

/** Calls with a session come from our own pages or an app, never from a foreign site. */
export const isCrossSite = (request: FastifyRequest) => request.headers['sec-fetch-site'] === 'cross-site'

export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The field a request was refused for, if any; `server.ts` logs it. */
    refusedField: string | undefined
  }
}

export function refuseField(reply: FastifyReply, request: FastifyRequest, field: string) {
  request.refusedField = field
  return refuseWith(reply, request, { code: 'bad_request', values: { field }, detail: { field } })
}

/** An outage may be over in a moment. */
const RETRY_AFTER_SECONDS = 1

/** Answers an expected refusal in the envelope, in the caller's language. */
export function refuseWith(
  reply: FastifyReply,
  request: FastifyRequest,
  refusal: Refusal,
  retryAfterSeconds = RETRY_AFTER_SECONDS,
) {
  const { http, status } = refusals[refusal.code]
  const message = refusalText(refusal.code, langOf(headerOf(request, 'lang')), refusal.values)
  const data = { ...refusal.detail, code: refusal.code }
  void reply.code(http).header('cache-control', 'no-store')
  if (http !== 503) return reply.send({ status, message, data })
  // Any call answered 503 may be repeated: calls that move money carry a `requestId`, and a repeat returns the result
  // if they were carried out.
  void reply.header('retry-after', retryAfterSeconds)
  return reply.send({ status, message, data: { ...data, retryAfterSeconds } })
}

/**
 * The country according to the proxy, or the Tor network (`T1`). A proxy writes XX for an unknown one, or A1, O1 and
 * the like for networks without a country: all unknown.
 */
export const knownCountry = (reported = ''): string | undefined =>
  (/^[A-Z]{2}$/.test(reported) && reported !== 'XX') || reported === 'T1' ? reported : undefined
