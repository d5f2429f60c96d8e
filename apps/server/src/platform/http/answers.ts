import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { headerOf, type Api } from './serve.ts'
import compress from '@fastify/compress'
import etag from '@fastify/etag'

/** Brotli's best level is for files compressed once; this takes 4 to 6 ms for the home page, the best 160. */
const BROTLI_QUALITY = 5

const inBrotli = promisify(brotliCompress)
const inGzip = promisify(gzip)

const ways = [
  {
    encoding: 'br',
    compress: (page: string) =>
      inBrotli(page, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  },
  { encoding: 'gzip', compress: (page: string) => inGzip(page) },
] as const

/** Whether a client accepts an encoding, by its `accept-encoding`. */
const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((each) => {
    const [name, quality = '1'] = each.trim().split(/\s*;\s*q=/)
    return name === encoding && Number(quality) > 0
  })

/** The last version of each page, by name and encoding: an unchanged one is not compressed again. */
export type SentPages = Map<string, { page: string; bytes: Promise<Buffer> }>

const keptOrMade = (sent: SentPages, key: string, page: string, make: () => Promise<Buffer>) => {
  const last = sent.get(key)
  if (last?.page === page) return last.bytes
  const bytes = make()
  sent.set(key, { page, bytes })
  bytes.catch(() => sent.delete(key))
  return bytes
}

/**
 * Sends a page made for a request in the best encoding its client accepts. Answers of routes are compressed
 * elsewhere. A page many request is cached under a name, of which there must be few.
 */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, keep }: { page: string; keep?: { sent: SentPages; name: string } | undefined },
) {
  const others = reply.getHeader('vary')
  void reply.header('vary', others === undefined ? 'accept-encoding' : `accept-encoding, ${String(others)}`)
  const header = headerOf(request, 'accept-encoding') ?? ''
  const way = ways.find(({ encoding }) => accepts(header, encoding))
  if (!way) return reply.send(page)
  const make = () => way.compress(page)
  const bytes = keep ? keptOrMade(keep.sent, `${keep.name} ${way.encoding}`, page, make) : make()
  return reply.header('content-encoding', way.encoding).send(await bytes)
}

/** Below this, compressing costs more than the few packets it saves. */
const MIN_BYTES = 1024

/**
 * Compresses answers for clients that accept it. Files of the web apps are compressed when built and sent as they
 * are; sockets do not pass here. Answers with session data need a header that no page of another origin can send, so
 * compressed lengths reveal nothing to an attacker.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: MIN_BYTES,
    encodings: ['br', 'gzip'],
    // Request bodies are never compressed: they are a few hundred bytes, and a compressed one could be a bomb.
    globalDecompression: false,
  })
}

/** How long a browser keeps what never changes: a year, the most that caches honour. */
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Opens calls whose answers never change under their address: public files by their hash, never data of a player. */
export function keptForever(api: Api, open: (api: Api) => void): void {
  void api.app.register(async (app) => {
    // After the server-wide hook, which keeps the answers of all other calls out of every cache.
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (reply.statusCode === 200)
        reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      done(null, payload)
    })
    open({ ...api, app })
  })
}

/**
 * Opens calls whose answers a browser may cache and must revalidate each time: an unchanged one is answered by 304,
 * without a body. For public data requested again and again, never for data of a player.
 */
export function revalidated(api: Api, open: (api: Api) => void): void {
  void api.app.register(async (app) => {
    // After the server-wide hook, which keeps the answers of all other calls out of every cache.
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (reply.statusCode === 200) reply.header('cache-control', 'private, no-cache')
      done(null, payload)
    })
    // Weak: the same answer is sent plain and compressed.
    await app.register(etag, { weak: true })
    open({ ...api, app })
  })
}
