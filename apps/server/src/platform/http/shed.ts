import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { refuseWith } from './serve.ts'

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
 */
export function shedLoad(app: FastifyInstance, { config, metrics }: Pick<Deps, 'config' | 'metrics'>): void {
  const shed = metrics.counter('http_shed_total', 'Calls put off because too many were waiting')
  const slots = Array.from({ length: SLOTS }, () => ({ count: 0 }))
  let current = 0
  // By a timer, not by the clock: while the loop is held up nobody is answered, and those let in are not forgotten for it.
  const turning = setInterval(() => {
    current = (current + 1) % SLOTS
    slots[current] = { count: 0 } // calls of the older one keep theirs, which nobody counts any more
  }, config.PATIENCE_MS / SLOTS).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(turning)
    done()
  })
  let turnedAway = 0
  let forgetAt = 0
  const secondsToWait = () => {
    const now = performance.now()
    if (now >= forgetAt) {
      turnedAway = 0
      forgetAt = now + LONGEST_WAIT_SECONDS * 1000
    }
    turnedAway += 1
    return Math.min(LONGEST_WAIT_SECONDS, Math.ceil(turnedAway / TURNED_AWAY_A_SECOND))
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.url.startsWith('/api/') || request.url.startsWith('/api/backoffice/')) return done()
    const slot = slots[current] as { count: number }
    if (slots.reduce((sum, { count }) => sum + count, 0) >= config.CALLS_AT_ONCE) {
      shed.inc()
      void refuseWith(reply, request, { code: 'busy' }, secondsToWait())
      return
    }
    slot.count += 1
    // The connection may end before an answer could leave: both are the end of the call.
    reply.raw.once('close', () => (slot.count -= 1))
    done()
  })
}
