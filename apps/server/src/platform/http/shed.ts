import { type RequestListener, type Server, STATUS_CODES } from 'node:http'
import { type CallKey, refusals } from '@palpite/contract'
import type { Deps } from '../deps.ts'
import { eachLang, type Lang, langOf, refusalText } from '../texts.ts'
import type { Headers } from './security-headers.ts'

const SLOTS = 10

/**
 * To turn a call away costs a part of what it costs to answer it: of callers who all came back in a second, so many thousands
 * leave no time for those who were let in. They are spread over as many seconds as keeps their coming back affordable.
 */
const TURNED_AWAY_A_SECOND = 1000
const LONGEST_WAIT_SECONDS = 20

/** What is let in longest stands first. */
export type CallClass = 'money_out' | 'stakes' | 'reading'

/**
 * How much of `CALLS_AT_ONCE` may be taken when a call of a class is still let in: as a server fills up reading is put off
 * first, then what stakes money, and what takes money out, or ends something, has the last fifth for itself.
 */
const SHARE_OF: Readonly<Record<CallClass, number>> = { money_out: 1, stakes: 0.8, reading: 0.5 }

/**
 * Calls that go before all others: money that leaves, what a player ends for their own protection with what its sheet is drawn
 * from, and the way out. Every
 * other call that changes something counts as a stake, every other one as reading.
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
  'POST /api/auth/user/restLogout',
  'GET /api/app/protection/limits',
  'GET /api/app/user/closing',
  'GET /api/app/user/sessions',
  'POST /api/app/protection/limit',
  'POST /api/app/protection/limit/confirm',
  'POST /api/app/protection/limits',
  'POST /api/app/protection/block',
  'POST /api/app/protection/coolOff',
  'POST /api/app/protection/exclusion',
  'POST /api/app/protection/timeOut',
]

/** Reading by its method, but part of a bet or a game: what became of it, or its end. */
const stakeCalls: readonly CallKey[] = [
  'GET /api/app/sportsbook/betRequest/:requestId',
  'GET /api/app/game/stopGame',
]

/** What banks and studios tell: of payments and of rounds that ended. A studio's debit is a stake, its other calls are not. */
const SETTLING = ['/api/hooks/', '/api/studio/']
const STUDIO_STAKE = '/api/studio/debit'

const classByCall: ReadonlyMap<string, CallClass> = new Map([
  ...moneyOutCalls.map((key) => [pathOf(key), 'money_out'] as const),
  ...stakeCalls.map((key) => [pathOf(key), 'stakes'] as const),
])

/** A call without its parameter, which is the last part of the path where there is one. */
function pathOf(key: CallKey): string {
  return key.replace(/:\w+$/, '')
}

/** The class of a call, by its method and address alone: it is asked before anything is read of it. */
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
 * Puts off calls beyond what this server answers in time, before anything is done for them: whoever is let in is then
 * answered, and the others know at once. Counted are the calls of about the last `PATIENCE_MS` that have no answer yet.
 * What is older waits on purpose (a bet in play for its delay, a top-up for the bank) and costs nothing meanwhile.
 * As they become more, one class of calls after the other is put off (docs/decisions/0076).
 * Operators are let in always: they are few, and needed most just then.
 *
 * It stands before the web server's own handler, and its answers are made once: in a crowd nearly all answers are these, and
 * what each costs is how long the last one waits for it.
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
  for (const name of Object.keys(boundOf)) shed.inc({ class: name }, 0) // what begins at 1 is no rise to who watches
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
    // The connection may end before an answer could leave: both are the end of the call.
    response.once('close', underWay.begin())
    serve(request, response)
  })
}

/** A class is let in while fewer calls than this are under way, of whatever class. */
function boundsOf(callsAtOnce: number): Readonly<Record<CallClass, number>> {
  const bound = (share: number) => Math.max(1, Math.floor(callsAtOnce * share))
  return {
    money_out: bound(SHARE_OF.money_out),
    stakes: bound(SHARE_OF.stakes),
    reading: bound(SHARE_OF.reading),
  }
}

/**
 * While calls of a class are put off, none of a lower class is let in: lists are answered all at once, and the room they leave
 * would go to whoever came first.
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

/** Counts calls without an answer, of about the last so many milliseconds. */
function countUnderWay(patienceMs: number) {
  const slots = Array.from({ length: SLOTS }, () => ({ count: 0 }))
  let turns = 0
  // By a timer, not by the clock: while the loop is held up nobody is answered, and those let in are not forgotten for it.
  const turning = setInterval(() => {
    turns += 1
    slots[turns % SLOTS] = { count: 0 } // calls of the older one keep theirs, which nobody counts any more
  }, patienceMs / SLOTS).unref()
  return {
    count: () => slots.reduce((sum, { count }) => sum + count, 0),
    /** Counts one more, until what it answers is called. */
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

/** In how many seconds the next one that is turned away is to come again: the more there are, the later. */
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

/** The body as a text: it leaves in one piece with its head. */
type Answer = { head: string[]; body: string }

/** The prepared answers, one for each language and number of seconds, made at first use. */
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
