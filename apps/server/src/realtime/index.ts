import type { IncomingMessage } from 'node:http'
import { socketPath } from '@palpite/contract'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { RedisClientType } from 'redis'
import { Server } from 'socket.io'
import { keepReaderLang } from '../messages/index.ts'
import type { Deps } from '../platform/deps.ts'
import { addressOf, boundSockets } from '../platform/http/bound-connections.ts'
import { type Api, serve } from '../platform/http/serve.ts'
import type { Maintenance } from '../platform/maintenance.ts'
import { listenToOutbox } from '../platform/outbox.ts'
import { publicIds } from '../platform/public-ids.ts'
import { ok } from '../platform/result.ts'
import { schedule } from '../platform/schedule.ts'
import type { Connected } from '../platform/servers.ts'
import { acceptConnections, type ConnectionNeeds, issueTicket } from './connections.ts'
import type { Reads } from '../platform/reads.ts'
import { deleteOld, type Holder } from './queries.ts'
import { readNotice } from './messages.ts'
import { playerHandlers, gameBonusHandlers } from './publish.ts'
import { openPrices, type ReadPrices, openRooms, type ReadRoom } from './publish-watched.ts'

type Needs = Pick<ConnectionNeeds, 'readVersions' | 'leaveGame'> & {
  readPrices: ReadPrices
  readRoom: ReadRoom
  /** Whether stakes earn a game bonus: then players are sent its total as it grows. */
  hasGameBonus: boolean
  /** What is closed for maintenance; every page is told when that changes. */
  maintenance: Pick<Maintenance, 'readClosed' | 'onChange'>
  api: Api
  redis: RedisClientType | undefined
  /** Open sockets per address; tests use a low limit. */
  socketsOfAnAddress?: number
}

export { realtimePersonalData } from './queries.ts'
export type Realtime = {
  stop: () => Promise<void>
  /** How many sockets are connected to this server, and how many players. */
  connected: () => Connected
}

const MESSAGE_BYTES = 8 * 1024
/**
 * A page locks its prices after ten seconds without a message, so a dead connection goes unnoticed that long at most.
 * A ping is a packet of a few bytes.
 */
const PING_MS = 5000
const SWEEP_MS = 10 * 60 * 1000

/**
 * Opens the socket of SPEC §4 on the web server: websocket only, players only. With Redis, several servers share one
 * address.
 */
export function openRealtime(deps: Deps, needs: Needs): Realtime {
  const hasRoom = boundSockets(deps.config, needs.socketsOfAnAddress)
  const full = deps.metrics.counter(
    'sockets_refused_total',
    'Handshakes of addresses with too many sockets open',
  )
  // A handshake counts as a visit, like a call without a session: the limit applies before the ticket is looked up.
  const admits = async (request: IncomingMessage) =>
    isSameOrigin(request.headers) &&
    (hasRoom(request) || (full.inc(), false)) &&
    (await needs.api.admitVisitor?.(addressOf(request, deps.config))) !== false
  const io = new Server(needs.api.app.server, {
    path: socketPath,
    transports: ['websocket'],
    serveClient: false,
    pingInterval: PING_MS,
    pingTimeout: PING_MS,
    maxHttpBufferSize: MESSAGE_BYTES,
    allowRequest: (request, decide) =>
      void admits(request).then(
        (admitted) => decide(null, admitted),
        (error: unknown) => {
          deps.log.error({ err: error }, 'could not count a handshake')
          decide('fault', false)
        },
      ),
    ...(needs.redis ? { adapter: createAdapter(needs.redis) } : {}),
  })
  const connected = deps.metrics.gauge('sockets', 'Sockets connected to this server')
  io.on('connection', (socket) => {
    connected.inc()
    socket.on('disconnect', () => connected.dec())
  })
  if (needs.redis) leanOn(needs.redis, io)
  const { readVersions, leaveGame, maintenance } = needs
  const { readClosed } = maintenance
  acceptConnections(deps, io, { authenticate: needs.api.authenticate, readVersions, leaveGame, readClosed })
  // To the sockets of this server alone: each server finds the change itself.
  maintenance.onChange((closed) => io.local.emit('maintenance', { seq: 0, closed }))
  serve(needs.api, 'GET /api/app/maintenance', async () => ok({ closed: [...(await readClosed())] }))
  // Each page asks for one when it opens, and again when its language changes: mails and pushes use the same
  // language.
  serve(needs.api, 'POST /api/app/realtime/ticket', async ({ caller, lang }) => {
    await keepReaderLang(deps.db, caller.playerId, lang)
    return ok({ ticket: await issueTicket(deps, caller, lang) })
  })
  serve(needs.api, 'GET /api/app/realtime/notice', async ({ caller: { playerId }, query: { after }, lang }) =>
    ok(await readNotice(deps.db, { playerId, after: after === undefined ? undefined : Number(after), lang })),
  )
  const { db, log } = deps
  const bets = publicIds(deps.config, 'bet')
  const publisher = { io, isAlone: needs.redis === undefined, bets }
  const prices = openPrices({ ...publisher, log, readPrices: needs.readPrices })
  const rooms = openRooms({ ...publisher, log, readRoom: needs.readRoom })
  // Separate readers: a flood of prices delays no player's messages, nor do many messages delay the prices.
  const readers = [
    listenToOutbox({
      db,
      log,
      name: 'realtime.players',
      handlers: playerHandlers(publisher),
      beforePage: (events) => noteWritesOf(deps.reads, events),
    }),
    listenToOutbox({ db, log, name: 'realtime.prices', handlers: prices.handlers }),
    listenToOutbox({ db, log, name: 'realtime.rooms', handlers: rooms.handlers }),
    ...(needs.hasGameBonus
      ? [listenToOutbox({ db, log, name: 'realtime.bonuses', handlers: gameBonusHandlers(publisher) })]
      : []),
  ]
  const sweep = schedule({ name: 'realtime.sweep', everyMs: SWEEP_MS, log, run: () => deleteOld(db) })
  return {
    connected: () => {
      const holders = [...io.sockets.sockets.values()].map(({ data }) => data as Holder)
      return { sockets: holders.length, players: new Set(holders.map(({ playerId }) => playerId)).size }
    },
    stop: async () => {
      await Promise.all([...readers.map((reader) => reader.stop()), sweep.stop()])
      await Promise.all([prices.stop(), rooms.stop()])
      await io.close()
    },
  }
}

/** A page reloads as soon as it is notified: its reads must not go to a replica that is behind these events. */
const noteWritesOf = (reads: Reads, events: readonly object[]): Promise<void> => {
  const players = events.flatMap((event) => ('playerId' in event ? [Number(event.playerId)] : []))
  return reads.noteWrites([...new Set(players)].map((playerId) => `player:${playerId}` as const))
}

/**
 * Without Redis a server receives nothing from the others and its own messages queue: it closes its connections and
 * accepts none. Pages reconnect once Redis is back, and resume from the gap.
 */
function leanOn(redis: RedisClientType, io: Server): void {
  redis.on('error', () => io.local.disconnectSockets(true))
  io.use((_socket, next) => next(redis.isReady ? undefined : new Error('fault')))
}

/** A page of another origin may not open a socket; a program without an `Origin` needs a token anyway. */
function isSameOrigin({ origin, host }: { origin?: string | undefined; host?: string | undefined }): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
