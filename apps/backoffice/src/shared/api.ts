import type { OperatorCallKey, OperatorCalls } from '@palpite/contract/backoffice'
import { drainActivity } from './activity.ts'
import { lookNow } from './look.ts'
import { endSession, tokenNow } from './session.ts'

/** A call without a successful answer. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** 0 without any answer. */
  readonly http: number
  /** The refusal's code, if any. */
  readonly code: string | undefined
  /** The server's message in the operator's language; empty without one. */
  readonly said: string

  constructor(failure: {
    http: number
    code?: string | undefined
    said?: string
    path: string
    cause?: unknown
  }) {
    super(failure.said || `${failure.path} answered ${failure.http}`, { cause: failure.cause })
    this.http = failure.http
    this.code = failure.code
    this.said = failure.said ?? ''
  }
}

type Given<P extends string, V> = [V] extends [undefined]
  ? { [Q in P]?: undefined }
  : object extends V
    ? { [Q in P]?: V }
    : { [Q in P]: V }

/** The input of a call: the parts of its contract. */
export type CallInput<K extends OperatorCallKey> = Given<'params', OperatorCalls[K]['params']> &
  Given<'query', OperatorCalls[K]['query']> &
  Given<'body', OperatorCalls[K]['body']>

export type CallArgs<K extends OperatorCallKey> =
  object extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]

export type DataOf<K extends OperatorCallKey> = OperatorCalls[K]['data']

type Values = Readonly<Record<string, unknown>>
type LooseInput = { params?: Values | undefined; query?: Values | undefined; body?: Values | undefined }

const TIMEOUT_MS = 30_000

/**
 * Makes one call and returns its data; throws an `ApiError`. Ends the session if the server no longer knows
 * it.
 */
export async function ask<K extends OperatorCallKey>(key: K, ...[input]: CallArgs<K>): Promise<DataOf<K>> {
  const [method = 'GET', path = ''] = key.split(' ')
  const { params, query, body }: LooseInput = input ?? {}
  const token = tokenNow()
  const response = await fetch(addressOf(path, params, query), {
    method,
    headers: {
      lang: lookNow().language === 'en' ? 'en' : 'pt_BR',
      active: drainActivity() || method === 'POST' ? '1' : '0',
      ...(token !== '' && { authorization: token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new ApiError({ http: 0, path, cause })
  })
  const envelope = await envelopeOf(response)
  if (response.ok && envelope?.status === 200) return envelope.data as DataOf<K>
  const code = codeIn(envelope?.data)
  if (response.status === 401 && token !== '') endSession(token, 'ended')
  throw new ApiError({ http: response.status, code, said: envelope?.message ?? '', path })
}

/** Fills the `:name` parts of a path and adds the query; missing values are omitted. */
export function addressOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(plain(params[name])))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, plain(value)]],
  )
  return pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs).toString()}` : filled
}

function plain(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new Error('only plain values go into an address')
}

type Envelope = { status?: number; message?: string; data?: unknown }

async function envelopeOf(response: Response): Promise<Envelope | undefined> {
  try {
    return (await response.json()) as Envelope
  } catch {
    return undefined // a proxy answered; its HTTP status decides
  }
}

const codeIn = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'code' in data ? String(data.code) : undefined
