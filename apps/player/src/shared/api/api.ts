import type { CallKey, Calls } from '@palpite/contract'
import { beginLoading } from '../loading.ts'
import { isCurrentSession, onLogout, useToken } from '../session.ts'
import { syncServerClock } from '../server-clock.ts'
import { answerStepUp, askStepUp } from '../step-up.ts'
import { ApiError, FormerSessionError, refusalCode } from './api-error.ts'
import { createQueue, type Priority } from './queue.ts'
import { reactToError } from './react-to-error.ts'
import { addressOf, requestOf, type Values } from './request.ts'

type Given<P extends string, V> = [V] extends [undefined]
  ? { [Q in P]?: undefined }
  : object extends V
    ? { [Q in P]?: V }
    : { [Q in P]: V }

type Manner = {
  /** false: no global indicator, and the lowest priority in the queue. */
  loading?: boolean
  /** The caller shows failures itself: no alert, no error page (a lost session still logs out). */
  inline?: boolean
  /**
   * Not queued. For calls about a pending command (an in-play bet takes seconds) and for the live connection's ticket,
   * so that screens never wait for them.
   */
  beside?: boolean
}

/** The input of a call: the parts its contract names, and how to call. */
export type CallInput<K extends CallKey> = Given<'params', Calls[K]['params']> &
  Given<'query', Calls[K]['query']> &
  Given<'body', Calls[K]['body']> &
  Manner

export type CallArgs<K extends CallKey> =
  object extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]

type LooseInput = { [P in 'params' | 'query' | 'body']?: Values | undefined } & Manner & {
    priority?: Priority
  }

const timeoutMs = 30_000
const enqueue = createQueue()
const atOnce: typeof enqueue = (_priority, work) => work()

/**
 * Makes one call and returns the body's data. Calls run one at a time, commands first, except unqueued ones. None is
 * retried, except after the player gave a required second factor. A failure is handled as SPEC §8 says and thrown as
 * an `ApiError`. If the session ended or changed meanwhile, here or in another tab, the answer is ignored and a
 * `FormerSessionError` thrown.
 */
export const api = async <K extends CallKey>(key: K, ...[input]: CallArgs<K>): Promise<Calls[K]['data']> =>
  // The server validates its own answers, so the contract's type for this key holds.
  (await call(key, input ?? {}, dataOf)) as Calls[K]['data']

/** Makes one call and returns the server's message, which some calls of the specification show. */
export const apiMessage = <K extends CallKey>(key: K, ...[input]: CallArgs<K>): Promise<string> =>
  call(key, input ?? {}, async (response, path) => (await envelopeOf(response, path)).message ?? '')

/** The input of a call that returns a file: its path parameters and query. */
type FileInput<K extends CallKey> = Given<'params', Calls[K]['params']> & Given<'query', Calls[K]['query']>

/**
 * Makes one call that returns a picture or a sound, by the same queue and rules. The caller shows the placeholder and
 * failures.
 */
export const apiFile = <K extends CallKey>(key: K, input: FileInput<K>): Promise<Blob> =>
  call(key, { ...input, inline: true, loading: false, priority: 'screen' }, (response) => response.blob())

/**
 * Makes one call while the page unloads: not queued, and by a request that outlives the page. Its result is ignored.
 */
export const apiOnLeave = (key: CallKey): void => {
  const [method = 'GET', path = ''] = key.split(' ')
  void fetch(path, { ...requestOf(method, path, undefined), keepalive: true }).catch(() => undefined)
}

/** After the second factor the player continues; if it is cancelled, the call counts as never made. */
async function call<T>(
  key: CallKey,
  input: LooseInput,
  read: (response: Response, path: string) => Promise<T>,
): Promise<T> {
  const { token } = useToken.getState()
  try {
    return await callOnce(key, input, read)
  } catch (error) {
    if (refusalCode(error) !== 'step_up_needed') throw error
    // A player who leaves meanwhile has given no factor.
    const forget = onLogout(() => answerStepUp(false))
    const isProven = await askStepUp().finally(forget)
    // The next player's factor must not send the previous player's call.
    if (!isCurrentSession(token)) throw new FormerSessionError(key, error)
    if (!isProven) throw error
    return call(key, input, read)
  }
}

async function callOnce<T>(
  key: CallKey,
  { params, query, body, loading = true, inline = false, beside = false, priority }: LooseInput,
  read: (response: Response, path: string) => Promise<T>,
): Promise<T> {
  const [method = 'GET', path = ''] = key.split(' ')
  const address = addressOf(path, params, query)
  const endLoading = loading ? beginLoading() : undefined
  let token = useToken.getState().token
  try {
    const run = beside ? atOnce : enqueue
    const answer = await run(priority ?? priorityOf(method, loading), async () => {
      // One player's call is never sent in another player's session; a visitor's call may be sent in a new session.
      if (token !== '' && !isCurrentSession(token)) throw new FormerSessionError(path)
      token = useToken.getState().token
      return send(address, requestOf(method, path, body), read)
    })
    if (!isCurrentSession(token)) throw new FormerSessionError(path)
    return answer
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isCurrentSession(token)) throw new FormerSessionError(path, error)
    reactToError(error, inline)
    throw error
  } finally {
    endLoading?.()
  }
}

const priorityOf = (method: string, loading: boolean): Priority => {
  if (method === 'POST') return 'command'
  return loading ? 'screen' : 'background'
}

type Envelope = { status?: number; message?: string; data?: unknown }

async function send<T>(
  address: string,
  request: RequestInit,
  read: (response: Response, path: string) => Promise<T>,
): Promise<T> {
  const path = new URL(address, location.origin).pathname
  const noAnswer = (cause: unknown): never => {
    throw cause instanceof ApiError ? cause : new ApiError({ http: 0, path, cause })
  }
  const patience = AbortSignal.timeout(timeoutMs)
  const response = await fetch(address, { ...request, signal: patience }).catch(noAnswer)
  syncServerClock(response.headers.get('date'))
  if (!response.ok) throw failureOf(response.status, path, await readEnvelope(response))
  return read(response, path).catch(noAnswer)
}

const failureOf = (http: number, path: string, envelope: Envelope | undefined): ApiError =>
  new ApiError({
    http,
    status: envelope?.status,
    serverMessage: envelope?.message ?? '',
    data: envelope?.data,
    path,
  })

/** The envelope of a successful answer. */
const dataOf = async (response: Response, path: string): Promise<unknown> =>
  (await envelopeOf(response, path)).data

const envelopeOf = async (response: Response, path: string): Promise<Envelope> => {
  const envelope = await readEnvelope(response)
  if (envelope?.status === 200) return envelope
  throw failureOf(response.status, path, envelope)
}

const readEnvelope = async (response: Response): Promise<Envelope | undefined> => {
  try {
    return (await response.json()) as Envelope
  } catch {
    // A proxy's page or a truncated answer: only the HTTP status counts.
    return undefined
  }
}
