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
/** With which markets a fixture is watched: the main ones, as lists show, or all. */
export type WatchScope = 'main' | 'whole'
const watchers = new Map<object, { fixtureIds: readonly string[]; scope: WatchScope }>()

type GameRoom = NonNullable<ClientEvents['watchRoom']['room']>
const prices = openPriceQueue({ isFar, handOver: writePrices })
onNear(prices.release)

let watchedRoom: GameRoom | null = null

let socket: LiveSocket | undefined
const place = createPlace()
/** How often a connection was tried for this token. On any but the first try, prices and balances may have changed. */
let tries = 0
let retryMs = firstRetryMs
/** Whether the server closed the connection for newer ones of this player: then only a look at the page opens one. */
let isPushedOut = false
/** Whose connection it is; empty while there should be none. */
let ownToken = ''
/** Grows with each try and each closing, so that a try that took too long knows it is no longer wanted. */
let turn = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps a connection open for the session of this token, and none for an empty one: there is no session, or the page
 * is a game frame (SPEC §4). Another token is another player's connection.
 */
export const keepLive = (token: string): void => {
  if (token === ownToken) return
  disconnect()
  ownToken = token
  if (token) void connect()
}

/** Tries again at once, as when the network is back or the page is looked at again. */
export const wakeLive = (): void => {
  if (ownToken && !socket?.connected) connectAnew()
}

const connectAnew = (): void => {
  socket?.disconnect()
  retryMs = firstRetryMs
  clearTimeout(retryTimer)
  void connect()
}

// A connection speaks the language that its ticket was asked for in; with the ticket mails and pushes follow.
useLook.subscribe(({ language }, before) => {
  if (ownToken && language !== before.language) connectAnew()
})

/** Gives a connection up that has lost its network: it would be waited for until its heartbeat is missed. */
export const dropLive = (): void => {
  socket?.disconnect()
  if (ownToken) retryLater()
}

/** Calls back on each event of a name, after the query cache has it. Answers how to stop. */
export const onLive = <E extends EventName>(
  name: E,
  listener: (event: ServerEvents[E]) => void,
): (() => void) => {
  const known = listeners.get(name) ?? new Set()
  listeners.set(name, known.add(listener))
  return () => known.delete(listener)
}

/** Tells the listeners of a name what a page without a connection has learned by asking: that of a game (SPEC §4). */
export const publishHere = <E extends EventName>(name: E, event: ServerEvents[E]): void => notify(name, event)

/** Keeps these fixtures fresh until the returned function is called. */
export const watchFixtures = (fixtureIds: readonly string[], scope: WatchScope): (() => void) => {
  const mine = {}
  watchers.set(mine, { fixtureIds, scope })
  sendWatched()
  return () => {
    watchers.delete(mine)
    sendWatched()
  }
}

/** Keeps this room of a shared game fresh, and no other, until the returned function is called. */
export const watchRoom = (room: GameRoom): (() => void) => {
  watchedRoom = room
  sendRoom()
  return () => {
    if (watchedRoom !== room) return // another one was gone to already
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
  socket = undefined // before it says that it closed: whoever hears of its own socket tries again
  closing?.disconnect()
  useConnection.setState({ isUp: false, receivedAt: 0 })
}

/** Each connection needs a fresh one-time ticket, so the library's own reconnecting is off. */
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
    // The player may have logged out while the ticket was on its way.
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
  // Spread out, so that a restarted server is not met by everybody at once.
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
  const hear = () => {
    receivedAt = Date.now()
  }
  // Every packet, heartbeats too: a silent line is told from a quiet match by them.
  opened.on('connect', () => {
    opened.io.engine.on('packet', hear)
    hear()
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
    prices.flush() // or what is held seems older than what has come
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

/** A page that is opened and finds nothing moved asks for nothing more. */
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
