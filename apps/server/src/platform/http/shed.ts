import { type RequestListener, type Server, STATUS_CODES } from 'node:http'
import { type CallKey, refusals } from '@palpite/contract'
import type { Deps } from '../deps.ts'
import { eachLang, type Lang, langOf, refusalText } from '../texts.ts'
import type { Headers } from './security-headers.ts'

const SLOTS = 10

/**
 * A refused call costs a part of an answered one: if several thousand refused callers came back within one
 * second, no time would be left for admitted calls. Their retries are spread so that no more than this many
 * come in a second.
 */
const TURNED_AWAY_A_SECOND = 1000
const LONGEST_WAIT_SECONDS = 20

/** The class admitted longest comes first. */
export type CallClass = 'money_out' | 'stakes' | 'reading'

/**
 * The share of `CALLS_AT_ONCE` up to which a class is admitted: as a server fills up, reads are refused first, then
 * calls that stake money; calls that pay money out, or end something, have the last fifth to themselves.
 */
const SHARE_OF: Readonly<Record<CallClass, number>> = { money_out: 1, stakes: 0.8, reading: 0.5 }

/**
 * Calls with priority over all others: money that leaves, self-protection with the data of its sheet, and logout.
 * Every other call that changes something counts as a stake, every other one as a read.
 */
const moneyOutCalls: readonly CallKey[] = [
  'POST /api/app/order/withdraw',
  'POST /api/app/order/keyCode',
  'POST /api/app/order/confirmKey',
  'POST /api/app/order/cancel/:orderId',
  'GET /api/app/order/getWithdraw',
  'GET /api/app/order/ownAmount',
  'POST /api/app/user/verifyPwd',
  'POST /api/app/user/stepUp',
  'POST /api/app/user/stepUpChallenge',
  'POST /api/app/user/stepUpByPasskey',
  'POST /api/app/user/withdrawRest',
  'POST /api/app/user/closeAccount',
  'POST /api/app/user/endSession',
  'POST /api/app/user/endOtherSessions',
  'POST /api/auth/user/restLogout',
  'GET /api/app/protection/limits',
  'GET /api/app/user/closing',
  'GET /api/app/user/sessions',
  'POST /api/app/protection/limit',
  'POST /api/app/protection/limit/confirm',
  'POST /api/app/protection/limits',
  'POST /api/app/protection/block',
  'POST /api/app/protection/coolOff',
  'POST /api/app/protection/risks',
  'POST /api/app/protection/exclusion',
  'POST /api/app/protection/timeOut',
]

/** Reads by method, but part of a bet or a game: its result, or its end. */
const stakeCalls: readonly CallKey[] = [
  'GET /api/app/sportsbook/betRequest/:requestId',
  'GET /api/app/game/stopGame',
]

/** Webhooks of banks and studios: payments and ended rounds. A studio's debit is a stake, its other calls are not. */
const SETTLING = ['/api/hooks/', '/api/studio/']
const STUDIO_STAKE = '/api/studio/debit'

const classByCall: ReadonlyMap<string, CallClass> = new Map([
  ...moneyOutCalls.map((key) => [pathOf(key), 'money_out'] as const),
  ...stakeCalls.map((key) => [pathOf(key), 'stakes'] as const),
])

/** A call's path without its parameter, which is the last part if there is one. */
function pathOf(key: CallKey): string {
  return key.replace(/:\w+$/, '')
}

/** The class of a call, by method and address alone: decided before anything of it is read. */
export function classOf(method: string, url: string): CallClass {
  const queryAt = url.indexOf('?')
  const path = queryAt < 0 ? url : url.slice(0, queryAt)
  if (method === 'POST' && SETTLING.some((prefix) => path.startsWith(prefix)))
    return path === STUDIO_STAKE ? 'stakes' : 'money_out'
  const call = `${method} ${path}`
  return (
    classByCall.get(call) ??
    classByCall.get(call.slice(0, call.lastIndexOf('/') + 1)) ??
    (method === 'GET' || method === 'HEAD' ? 'reading' : 'stakes')
  )
}

/**
 * Refuses calls beyond what this server can answer in time, before any work: admitted calls are then answered, and
 * the others know at once. Counts calls of about the last `PATIENCE_MS` without an answer; older ones wait on purpose
 * (a live bet for its delay, a top-up for the bank) and cost nothing meanwhile. As they increase, one class of calls
 * after the other is refused (docs/decisions/0076). Operators are always admitted: they are few, and needed most just
 * then.
 *
 * It runs before the web server's own handler, with prepared answers: under overload nearly all answers are these,
 * and their cost decides how long the last caller waits.
 */
export function shedLoad(
  server: Server,
  {
    config,
    metrics,
  }: Pick<Deps, 'metrics'> & { config: Pick<Deps['config'], 'PATIENCE_MS' | 'CALLS_AT_ONCE'> },
  headers: Headers,
): void {
  const shed = metrics.counter('http_shed_total', 'Calls put off because too many were waiting', ['class'])
  const boundOf = boundsOf(config.CALLS_AT_ONCE)
  for (const name of Object.keys(boundOf)) shed.inc({ class: name }, 0) // a counter that starts at 1 shows no increase in monitoring
  const underWay = countUnderWay(config.PATIENCE_MS)
  const giveWay = precedence(underWay.turns)
  server.once('close', underWay.stop)
  const secondsToWait = spreadOut()
  const answers = readyAnswers(headers)
  const [serve] = server.listeners('request') as [RequestListener]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const url = request.url ?? ''
    if (!url.startsWith('/api/') || url.startsWith('/api/backoffice/')) return serve(request, response)
    const callClass = classOf(request.method ?? '', url)
    if (underWay.count() >= boundOf[callClass] || giveWay.isBehind(callClass)) {
      giveWay.note(callClass)
      shed.inc({ class: callClass })
      const lang = request.headers['lang']
      const { head, body } = answers(langOf(Array.isArray(lang) ? lang[0] : lang), secondsToWait())
      response.writeHead(refusals.busy.http, STATUS_CODES[refusals.busy.http], head).end(body)
      return
    }
    // The connection may end before an answer: both end the call.
    response.once('close', underWay.begin())
    serve(request, response)
  })
}

/** The number of calls in progress, of any class, below which each class is admitted. */
function boundsOf(callsAtOnce: number): Readonly<Record<CallClass, number>> {
  const bound = (share: number) => Math.max(1, Math.floor(callsAtOnce * share))
  return {
    money_out: bound(SHARE_OF.money_out),
    stakes: bound(SHARE_OF.stakes),
    reading: bound(SHARE_OF.reading),
  }
}

/**
 * While calls of a class are refused, none of a lower class is admitted: lists are answered at once, and the room
 * they leave would go to whichever call comes first.
 */
function precedence(turns: () => number) {
  const lastPutOff: Record<CallClass, number> = { money_out: -SLOTS, stakes: -SLOTS, reading: -SLOTS }
  const wasPutOff = (callClass: CallClass) => turns() - lastPutOff[callClass] < SLOTS
  return {
    isBehind: (callClass: CallClass) =>
      callClass !== 'money_out' &&
      (wasPutOff('money_out') || (callClass === 'reading' && wasPutOff('stakes'))),
    note: (callClass: CallClass) => {
      lastPutOff[callClass] = turns()
    },
  }
}

/** Counts unanswered calls of about the last N milliseconds. */
function countUnderWay(patienceMs: number) {
  const slots = Array.from({ length: SLOTS }, () => ({ count: 0 }))
  let turns = 0
  // By a timer, not by the clock: while the event loop is blocked nobody is answered, and admitted calls must still
  // count.
  const turning = setInterval(() => {
    turns += 1
    slots[turns % SLOTS] = { count: 0 } // calls of the older slot keep their own object, which no longer counts
  }, patienceMs / SLOTS).unref()
  return {
    count: () => slots.reduce((sum, { count }) => sum + count, 0),
    /** Counts one more, until the returned function is called. */
    begin: () => {
      const slot = slots[turns % SLOTS] as { count: number }
      slot.count += 1
      return () => {
        slot.count -= 1
      }
    },
    /** How many tenths of the time have passed. */
    turns: () => turns,
    stop: () => clearInterval(turning),
  }
}

/** The Retry-After of the next refused call in seconds: the more there are, the longer. */
function spreadOut(): () => number {
  let turnedAway = 0
  let forgetAt = 0
  return () => {
    const now = performance.now()
    if (now >= forgetAt) {
      turnedAway = 0
      forgetAt = now + LONGEST_WAIT_SECONDS * 1000
    }
    turnedAway += 1
    return Math.min(LONGEST_WAIT_SECONDS, Math.ceil(turnedAway / TURNED_AWAY_A_SECOND))
  }
}

/** The body as text: it is sent in one piece with its head. */
type Answer = { head: string[]; body: string }

/** The prepared answers, one for each language and number of seconds, created at first use. */
function readyAnswers(headers: Headers): (lang: Lang, seconds: number) => Answer {
  const ready = eachLang((): Answer[] => [])
  const make = (lang: Lang, retryAfterSeconds: number): Answer => {
    const { status } = refusals.busy
    const data = { code: 'busy', retryAfterSeconds }
    const body = JSON.stringify({ status, message: refusalText('busy', lang), data })
    const head = Object.entries({
      ...headers,
      'cache-control': 'no-store',
      'retry-after': String(retryAfterSeconds),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    }).flat()
    return { head, body }
  }
  return (lang, seconds) => (ready[lang][seconds] ??= make(lang, seconds))
}
