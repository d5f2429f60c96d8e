import type { ClientEvents, PlayerEvents, PublicEvents } from '@palpite/contract'
import type { Socket } from 'socket.io-client'
import { api } from './api/api.ts'
import { catchUp, writeBalance, writeGreeting, writePlayerEvent } from './live-cache.ts'
import { writePrices, writeWatched } from './live-fixtures.ts'
import { writeRoom } from './live-rooms.ts'
import { createPlace } from './live-place.ts'
import { useLook } from './look.ts'
import { openPriceQueue } from './price-queue.ts'
import { isFar, onNear } from './rows-in-sight.ts'
import { useConnection } from './use-connection.ts'

type ServerEvents = PlayerEvents & PublicEvents
type Incoming = { [E in keyof ServerEvents]: (event: ServerEvents[E]) => void }
type Outgoing = { [E in keyof ClientEvents]: (event: ClientEvents[E]) => void }
type LiveSocket = Socket<Incoming, Outgoing>
type EventName = keyof ServerEvents

const socketPath = '/gamecenter-siop'
const firstRetryMs = 1000
const slowestRetryMs = 30_000

const listeners = new Map<EventName, Set<(event: never) => void>>()
/** Which markets of a fixture are watched: the main ones, as in lists, or all. */
export type WatchScope = 'main' | 'whole'
const watchers = new Map<object, { fixtureIds: readonly string[]; scope: WatchScope }>()

type GameRoom = NonNullable<ClientEvents['watchRoom']['room']>
const prices = openPriceQueue({ isFar, deliver: writePrices })
onNear(prices.release)

let watchedRoom: GameRoom | null = null

let socket: LiveSocket | undefined
const place = createPlace()
/** Connection attempts for this token. From the second on, prices and balances may have changed. */
let tries = 0
let retryMs = firstRetryMs
/**
 * Whether the server closed the connection in favour of newer ones of this player: then only a visible page reopens
 * it.
 */
let isPushedOut = false
/** Whose connection it is; empty if there should be none. */
let ownToken = ''
/** Grows with each attempt and each close, so a slow attempt detects that it is obsolete. */
let turn = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps a connection open for this session's token. An empty token means none: no session, or a game frame (SPEC §4).
 * A new token is another player's connection.
 */
export const keepLive = (token: string): void => {
  if (token === ownToken) return
  disconnect()
  ownToken = token
  if (token) void connect()
}

/** Reconnects at once, when the network or the page is back. */
export const wakeLive = (): void => {
  if (ownToken && !socket?.connected) connectAnew()
}

const connectAnew = (): void => {
  socket?.disconnect()
  retryMs = firstRetryMs
  clearTimeout(retryTimer)
  void connect()
}

// A connection uses the language its ticket was requested in; mails and pushes follow the ticket.
useLook.subscribe(({ language }, before) => {
  if (ownToken && language !== before.language) connectAnew()
})

/** Drops a connection that lost its network, instead of waiting for a missed heartbeat. */
export const dropLive = (): void => {
  socket?.disconnect()
  if (ownToken) retryLater()
}

/** Calls back on each event of a name, after the query cache was updated. Returns the unsubscribe function. */
export const onLive = <E extends EventName>(
  name: E,
  listener: (event: ServerEvents[E]) => void,
): (() => void) => {
  const known = listeners.get(name) ?? new Set()
  listeners.set(name, known.add(listener))
  return () => known.delete(listener)
}

/** Publishes an event that a page without a connection learned by polling: a game's page (SPEC §4). */
export const publishHere = <E extends EventName>(name: E, event: ServerEvents[E]): void => notify(name, event)

/** Keeps these fixtures current until the returned function is called. */
export const watchFixtures = (fixtureIds: readonly string[], scope: WatchScope): (() => void) => {
  const mine = {}
  watchers.set(mine, { fixtureIds, scope })
  sendWatched()
  return () => {
    watchers.delete(mine)
    sendWatched()
  }
}

/** Keeps this one room of a shared game current until the returned function is called. */
export const watchRoom = (room: GameRoom): (() => void) => {
  watchedRoom = room
  sendRoom()
  return () => {
    if (watchedRoom !== room) return // the page already moved to another room
    watchedRoom = null
    sendRoom()
  }
}

/** Tells the server that a game was left. */
export const leaveGame = (gameCode: ClientEvents['offGame']['gameCode']): void =>
  void socket?.emit('offGame', { gameCode })

const disconnect = (): void => {
  turn += 1
  retryMs = firstRetryMs
  place.forget()
  tries = 0
  clearTimeout(retryTimer)
  const closing = socket
  socket = undefined // before its close event: its listeners would reconnect
  closing?.disconnect()
  useConnection.setState({ isUp: false, receivedAt: 0 })
}

/** Each connection needs a fresh one-time ticket, so the library's reconnecting is off. */
const connect = async (): Promise<void> => {
  turn += 1
  tries += 1
  isPushedOut = false
  const mine = turn
  try {
    const [{ io }, { ticket }] = await Promise.all([
      import('socket.io-client'),
      api('POST /api/app/realtime/ticket', { loading: false, inline: true, beside: true }),
    ])
    // The player may have logged out while the ticket was requested.
    if (mine !== turn) return
    const opened: LiveSocket = io({
      path: socketPath,
      transports: ['websocket'],
      query: { token: ticket },
      reconnection: false,
      forceNew: true,
    })
    socket = opened
    listen(opened)
  } catch {
    if (mine === turn) retryLater()
  }
}

const retryLater = (): void => {
  if (!ownToken) return
  socket = undefined
  if (isPushedOut) return
  clearTimeout(retryTimer)
  // Randomised, so that all clients do not reconnect to a restarted server at once.
  const [chance = 0] = crypto.getRandomValues(new Uint8Array(1))
  retryTimer = setTimeout(() => void connect(), retryMs * (0.5 + chance / 255))
  retryMs = Math.min(retryMs * 2, slowestRetryMs)
}

const playerEventNames = [
  'updateUserInfo',
  'insBalance',
  'freeBalance',
  'userBetAmount',
  'paySuccess',
  'notice',
  'betSettled',
  'withdrawChanged',
  'message',
  'support',
  'maintenance',
] as const

const listen = (opened: LiveSocket): void => {
  place.connect()
  const isFirstTry = tries === 1
  opened.on('ready', ({ seq, ...money }) => {
    const after = place.greet(seq)
    if (after !== undefined) opened.emit('resume', { after })
    if (isFirstTry) return void catchUpIfBehind(money)
    writeBalance(money)
    catchUp()
  })
  opened.on('resumed', (page) => {
    if (socket === opened) place.resume(page)
  })
  opened.on('closing', () => {
    isPushedOut = socket === opened
  })
  let receivedAt = 0
  const receive = () => {
    receivedAt = Date.now()
  }
  // Counts every packet, heartbeats too: they distinguish a dead connection from a quiet match.
  opened.on('connect', () => {
    opened.io.engine.on('packet', receive)
    receive()
    retryMs = firstRetryMs
    useConnection.setState({ isUp: true, receivedAt })
    sendWatched()
    if (watchedRoom) sendRoom()
  })
  const retryIfMine = () => {
    if (socket !== opened) return
    useConnection.setState({ isUp: false, ...(receivedAt > 0 && { receivedAt }) })
    retryLater()
  }
  opened.on('connect_error', retryIfMine)
  opened.on('disconnect', retryIfMine)
  opened.on('prices', prices.add)
  opened.on('watched', (watched) => {
    prices.flush() // or the cache seems older than the push
    writeWatched(watched)
  })
  opened.on('gameRoom', writeRoom)
  for (const name of playerEventNames) {
    opened.on(name, (event: PlayerEvents[typeof name]) => {
      if (!place.isNew(event.seq)) return
      writePlayerEvent(name, event)
      notify(name, event)
    })
  }
}

/** A newly opened page without changes requests nothing more. */
const catchUpIfBehind = async (money: Omit<PlayerEvents['ready'], 'seq'>): Promise<void> => {
  if (await writeGreeting(money)) catchUp()
}

const notify = (name: EventName, event: unknown): void => {
  for (const listener of listeners.get(name) ?? []) (listener as (event: unknown) => void)(event)
}

const sendRoom = (): void => {
  if (socket?.connected) socket.emit('watchRoom', { room: watchedRoom })
}

const maxWatched = 100

const sendWatched = (): void => {
  if (!socket?.connected) return
  socket.emit('watch', { fixtureIds: watchedWith('main'), wholeFixtureIds: watchedWith('whole') })
}

const watchedWith = (scope: WatchScope): string[] => {
  const own = [...watchers.values()].filter((watcher) => watcher.scope === scope)
  return [...new Set(own.flatMap(({ fixtureIds }) => fixtureIds))].slice(0, maxWatched)
}
