import type { FastifyInstance, onResponseHookHandler } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Observe } from '../plain-histogram.ts'

/** From a balance that is answered in a millisecond to a call that its client gives up. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Counts how long answers take, by method, route and class of status; at log level `debug` each is a line, too.
 * Never by query, header or body: those hold tokens and people. Each route has its own hook, made once, so that a
 * request builds and looks up nothing.
 */
export function watchRequests(app: FastifyInstance, { metrics, log }: Pick<Deps, 'metrics' | 'log'>): void {
  const seriesOf = metrics.histogram('http_seconds', 'Seconds until an answer had left', SECONDS)
  const isLogged = log.isLevelEnabled('debug')

  const watch = (method: string, route: string): onResponseHookHandler => {
    const classes: (Observe | undefined)[] = []
    return (request, reply, done) => {
      const { statusCode, elapsedTime } = reply
      const hundreds = Math.trunc(statusCode / 100)
      const observe = (classes[hundreds] ??= seriesOf({ method, route, status: `${hundreds}xx` }))
      observe(elapsedTime / 1000)
      if (isLogged)
        log.debug({ method, route, status: statusCode, ms: elapsedTime, callId: request.id }, 'a request')
      done()
    }
  }

  app.addHook('onRoute', (options) => {
    const own = options.onResponse ?? []
    options.onResponse = [watch(String(options.method), patternOf(options.url)), ...[own].flat()]
  })
  const elsewhere = watch('any', 'none')
  app.addHook('onResponse', function (request, reply, done) {
    if (request.is404) elsewhere.call(this, request, reply, done)
    else done()
  })
}

/** Files of the web app have a hash in their names, another one with each build. */
const patternOf = (url: string) => (url.startsWith('/assets/') ? '/assets/*' : url)
