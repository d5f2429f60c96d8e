import { socketPath } from '@palpite/contract'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { RedisClientType } from 'redis'
import { Server } from 'socket.io'
import type { Deps } from '../platform/deps.ts'
import { type Api, serve } from '../platform/http/serve.ts'
import { listenToOutbox } from '../platform/outbox.ts'
import { ok } from '../platform/result.ts'
import { schedule } from '../platform/schedule.ts'
import { acceptConnections, type ConnectionNeeds } from './connections.ts'
import { deleteOld } from './queries.ts'
import { playerHandlers } from './publish.ts'
import { openPrices, type ReadPrices } from './publish-prices.ts'
import { issueTicket } from './tickets.ts'

type Needs = Pick<ConnectionNeeds, 'readVersions'> & {
  readPrices: ReadPrices
  api: Api
  redis: RedisClientType | undefined
}

export type Realtime = { stop: () => Promise<void> }

const MESSAGE_BYTES = 8 * 1024
const SWEEP_MS = 10 * 60 * 1000

/**
 * Opens the socket of SPEC §4 on the web server: websocket only, players only. With a Redis, several servers
 * stand behind one address.
 */
export function openRealtime(deps: Deps, needs: Needs): Realtime {
  const io = new Server(needs.api.app.server, {
    path: socketPath,
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MESSAGE_BYTES,
    allowRequest: (request, decide) => decide(null, isSameOrigin(request.headers)),
    ...(needs.redis ? { adapter: createAdapter(needs.redis) } : {}),
  })
  const connected = deps.metrics.gauge('sockets', 'Sockets connected to this server')
  io.on('connection', (socket) => {
    connected.inc()
    socket.on('disconnect', () => connected.dec())
  })
  if (needs.redis) leanOn(needs.redis, io)
  acceptConnections(deps, io, { authenticate: needs.api.authenticate, readVersions: needs.readVersions })
  serve(needs.api, 'POST /api/app/realtime/ticket', async ({ caller, lang }) =>
    ok({ ticket: await issueTicket(deps, caller, lang) }),
  )
  const { db, log } = deps
  const publisher = { io, isAlone: needs.redis === undefined }
  const prices = openPrices({ ...publisher, log, readPrices: needs.readPrices })
  // Two readers: a flood of prices keeps no player waiting, nor a slow list of messages the prices.
  const readers = [
    listenToOutbox({ db, log, name: 'realtime.players', handlers: playerHandlers(publisher) }),
    listenToOutbox({ db, log, name: 'realtime.prices', handlers: prices.handlers }),
  ]
  const sweep = schedule({ name: 'realtime.sweep', everyMs: SWEEP_MS, log, run: () => deleteOld(db) })
  return {
    stop: async () => {
      await Promise.all([...readers.map((reader) => reader.stop()), sweep.stop()])
      await prices.stop()
      await io.close()
    },
  }
}

/**
 * Without its Redis a server gets nothing from the others, and what it sends itself waits: its connections are closed,
 * and none is accepted. Pages come again until there is one, and ask for what they missed.
 */
function leanOn(redis: RedisClientType, io: Server): void {
  redis.on('error', () => io.local.disconnectSockets(true))
  io.use((_socket, next) => next(redis.isReady ? undefined : new Error('fault')))
}

/** A page of somebody else may not open a socket; a program without an `Origin` needs a token anyway. */
function isSameOrigin({ origin, host }: { origin?: string | undefined; host?: string | undefined }): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
