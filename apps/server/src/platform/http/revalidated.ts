import etag from '@fastify/etag'
import type { Api } from './serve.ts'

/**
 * Opens calls whose answers a browser may keep and must ask about each time: one that is still as it was is answered
 * by 304, without its bytes. For what everybody may read and many ask for again and again, never for what belongs to
 * a player.
 */
export function revalidated(api: Api, open: (api: Api) => void): void {
  void api.app.register(async (app) => {
    // After the hook of the whole server, which keeps the answers of all other calls out of every cache.
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (reply.statusCode === 200) reply.header('cache-control', 'private, no-cache')
      done(null, payload)
    })
    // Weak: the same answer goes out plain and compressed.
    await app.register(etag, { weak: true })
    open({ ...api, app })
  })
}
