import { type RequestListener, type Server, STATUS_CODES } from 'node:http'
import { refusals } from '@palpite/contract'
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

/**
 * Puts off calls beyond what this server answers in time, before anything is done for them: whoever is let in is then
 * answered, and the others know at once. Counted are the calls of about the last `PATIENCE_MS` that have no answer yet.
 * What is older waits on purpose (a bet in play for its delay, a top-up for the bank) and costs nothing meanwhile.
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
  const shed = metrics.counter('http_shed_total', 'Calls put off because too many were waiting')
  const underWay = countUnderWay(config.PATIENCE_MS)
  server.once('close', underWay.stop)
  const secondsToWait = spreadOut()
  const answers = readyAnswers(headers)
  const [serve] = server.listeners('request') as [RequestListener]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const url = request.url ?? ''
    if (!url.startsWith('/api/') || url.startsWith('/api/backoffice/')) return serve(request, response)
    if (underWay.count() >= config.CALLS_AT_ONCE) {
      shed.inc()
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

/** Counts the unanswered calls of about the last `patienceMs`. */
function countUnderWay(patienceMs: number) {
  const slots = Array.from({ length: SLOTS }, () => ({ count: 0 }))
  let current = 0
  // By a timer, not by the clock: while the event loop is blocked no call is answered, so admitted calls must stay
  // counted.
  const turning = setInterval(() => {
    current = (current + 1) % SLOTS
    slots[current] = { count: 0 } // calls of the older one keep theirs, which nobody counts any more
  }, patienceMs / SLOTS).unref()
  return {
    count: () => slots.reduce((sum, { count }) => sum + count, 0),
    /** Counts one more, until what it answers is called. */
    begin: () => {
      const slot = slots[current] as { count: number }
      slot.count += 1
      return () => {
        slot.count -= 1
      }
    },
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
