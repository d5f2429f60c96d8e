import { socketPath } from '@palpite/contract'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { RedisClientType } from 'redis'
import { Server } from 'socket.io'
import type { Deps } from '../platform/deps.ts'
import { type Api, serve } from '../platform/http/serve.ts'
import { listenToOutbox } from '../platform/outbox.ts'
import { ok } from '../platform/result.ts'
import { schedule } from '../platform/schedule.ts'
import { welcome } from './connections.ts'
import { deleteOld } from './queries.ts'
import { type Sources, speak, spokenTopics } from './speak.ts'
import { issueTicket } from './tickets.ts'

type Needs = Omit<Sources, 'isAlone'> & {
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
  welcome(deps, io, { authenticate: needs.api.authenticate })
  serve(needs.api, 'POST /api/app/realtime/ticket', async ({ caller, lang }) =>
    ok({ ticket: await issueTicket(deps, caller, lang) }),
  )
  const { db, log } = deps
  const listener = listenToOutbox({
    db,
    log,
    name: 'realtime',
    topics: spokenTopics,
    listen: speak(io, { ...needs, isAlone: needs.redis === undefined }),
  })
  const sweep = schedule({ name: 'realtime.sweep', everyMs: SWEEP_MS, log, run: () => deleteOld(db) })
  return {
    stop: async () => {
      await Promise.all([listener.stop(), sweep.stop()])
      await io.close()
    },
  }
}

/**
 * Without its Redis a server hears nothing of the others, and what it says itself waits: its lines are ended, and none
 * is let in. Pages come again until there is one, and ask for what they missed.
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
