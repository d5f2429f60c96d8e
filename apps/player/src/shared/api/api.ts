import type { CallKey, Calls } from '@palpite/contract'
import { beginLoading } from '../loading.ts'
import { isCurrentSession, onLogout, useToken } from '../session.ts'
import { hearServerClock } from '../server-clock.ts'
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
  /** false: no global indicator, and last in the queue. */
  loading?: boolean
  /** The caller shows failures in its own place: no alert, no error page (a lost session still logs out). */
  inline?: boolean
  /**
   * Not queued. For a call about one that is under way (a bet in play waits for seconds to be decided), and for the ticket
   * of the live connection: what a screen shows never waits for it.
   */
  beside?: boolean
}

/** What a call is given: the parts its contract names, and the manner of calling. */
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
 * Makes one call and answers the body's data. Calls run one at a time, commands first, but for what is asked beside
 * one that is under way; none is tried twice, but one that was refused for want of the second factor, once its player has given it. A
 * failure is dealt with as SPEC §8 says and is then thrown as an `ApiError`. Where the session has ended or
 * was replaced meanwhile, here or in another tab, the answer does nothing: a `FormerSessionError` is thrown.
 */
export const api = async <K extends CallKey>(key: K, ...[input]: CallArgs<K>): Promise<Calls[K]['data']> =>
  // The contract types what the server, which validates its own answers, sends under this key.
  (await call(key, input ?? {}, dataOf)) as Calls[K]['data']

/** Makes one call and answers what the server says of it in words, which some calls of the specification show. */
export const apiMessage = <K extends CallKey>(key: K, ...[input]: CallArgs<K>): Promise<string> =>
  call(key, input ?? {}, async (response, path) => (await envelopeOf(response, path)).message ?? '')

/** The part of a call that answers a file, such as a picture: its place in the address. */
type FileInput<K extends CallKey> = Given<'params', Calls[K]['params']> & Given<'query', Calls[K]['query']>

/**
 * Makes one call that answers a picture or a sound, by the same queue and rules. What stands in its place until then, and
 * a failure, are its caller's to show.
 */
export const apiFile = <K extends CallKey>(key: K, input: FileInput<K>): Promise<Blob> =>
  call(key, { ...input, inline: true, loading: false, priority: 'screen' }, (response) => response.blob())

/**
 * Makes one call as the page goes away: beside the queue, and by a request that outlives the page. Nobody is there any more
 * to hear what came of it.
 */
export const apiOnLeave = (key: CallKey): void => {
  const [method = 'GET', path = ''] = key.split(' ')
  void fetch(path, { ...requestOf(method, path, undefined), keepalive: true }).catch(() => undefined)
}

/** Who gives the second factor that a call takes goes on where they were; who does not has asked for nothing. */
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
    // Who leaves meanwhile has given none.
    const forget = onLogout(() => answerStepUp(false))
    const isProven = await askStepUp().finally(forget)
    // The next player's factor sends nothing of the one before.
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
      // What one player asked for is not sent as another; a visitor's call may find a session begun.
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
  hearServerClock(response.headers.get('date'))
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

/** What stands in the envelope of a success. */
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
    // A proxy's page or a cut line: the HTTP status alone decides.
    return undefined
  }
}
