import { clientEvents, type ClientEvents, gameCodes } from '@palpite/contract'
import type { Server, Socket } from 'socket.io'
import { readBalances } from '../ledger/index.ts'
import { present } from '../platform/errors.ts'
import { checkPart } from '../platform/http/request.ts'
import type { Maintenance } from '../platform/maintenance.ts'
import type { PlayerSession } from '../platform/http/callers.ts'
import type { Deps } from '../platform/deps.ts'
import { langOf, type Lang } from '../platform/texts.ts'
import { toWireBalance, toWireMessage } from './publish.ts'
import { type Holder, selectLastSeq, selectMessagesAfter, insertTicket, consumeTicket } from './queries.ts'
import {
  isRoomOfFixture,
  isRoomOfGame,
  roomOfFixture,
  roomOfGame,
  roomOfPlayer,
  roomOfWholeFixture,
  roomsOf,
} from './rooms.ts'
import { createHash } from 'node:crypto'

export type ConnectionNeeds = {
  /** What is closed for maintenance. */
  readClosed: Maintenance['readClosed']
  /** Closes the studio game that its player left. */
  leaveGame: (playerId: number, code: string) => Promise<void>
  /** The session of a token. With `isUse` false the call does not count as activity. */
  authenticate: (token: string, isUse?: boolean) => Promise<PlayerSession | undefined>
  /** The current versions of these fixtures; unknown ids are omitted. */
  readVersions: (fixtureIds: readonly number[]) => Promise<readonly { fixtureId: number; version: number }[]>
}

/** Most messages a client may send in a minute; a page that subscribes and resumes needs a handful. */
const MESSAGES_A_MINUTE = 120
/** Stored messages replayed at once. Each further page counts as a client message. */
const RESUME_PAGE = 500

/** Accepts players by ticket or session token, and handles their messages. */
export function acceptConnections(deps: Deps, io: Server, needs: ConnectionNeeds): void {
  const messages = deps.limits.limiter('socket', MESSAGES_A_MINUTE, 60)
  const gamesLeft = deps.metrics.counter('games_left_total', 'Times that players left the screen of a game', [
    'game',
  ])
  io.use((socket, next) => {
    void holderOf(deps, needs, socket.handshake).then(
      (holder) => {
        if (!holder) return next(new Error('logged_out'))
        socket.data = holder
        return next()
      },
      (error: unknown) => next(error instanceof Error ? error : new Error('fault')),
    )
  })
  io.on('connection', (socket) => {
    const holder = socket.data as Holder
    const { playerId } = holder
    const admit = () => messages.consume(socket.id)
    const handle = <E extends keyof ClientEvents>(
      event: E,
      act: (message: ClientEvents[E]) => Promise<void>,
    ) =>
      socket.on(event as string, (message: unknown) => {
        void onMessage(deps, { event, message, act, admit, socket })
      })
    handle('resume', ({ after }) => resume(deps, socket, { after, admit }))
    handle('watch', (watched) => watch(socket, needs, watched))
    handle('watchRoom', ({ room }) => watchRoom(socket, room))
    handle('offGame', async ({ gameCode }) => {
      const isOwn = gameCodes.some((code) => code === gameCode)
      gamesLeft.inc({ game: isOwn ? gameCode : 'studio' }) // studios have any number of games, so they share one label
      if (!isOwn) await needs.leaveGame(playerId, gameCode)
    })
    limitMessages(socket)
    void socket.join(roomsOf(holder))
    closeOldest(io, roomOfPlayer(playerId))
    void greet(deps, socket, { playerId, readClosed: needs.readClosed })
  })
}

async function holderOf(
  deps: Deps,
  { authenticate }: ConnectionNeeds,
  { query, headers }: Socket['handshake'],
): Promise<Holder | undefined> {
  const { token } = query
  if (typeof token !== 'string' || token.length < 16 || token.length > 200) return undefined
  const holder = await redeemTicket(deps, token)
  if (holder) return holder
  const caller = await authenticate(token, false) // automatic reconnection: not counted as activity
  const { lang } = headers
  return caller && { ...caller, lang: langOf(typeof lang === 'string' ? lang : undefined) }
}

type Incoming<E extends keyof ClientEvents> = {
  event: E
  message: unknown
  act: (message: ClientEvents[E]) => Promise<void>
  admit: () => Promise<boolean>
  socket: Socket
}

/** Validates a message and handles it; a client that sends too much, or an invalid message, is disconnected. */
async function onMessage<E extends keyof ClientEvents>(
  deps: Deps,
  { event, message, act, admit, socket }: Incoming<E>,
) {
  try {
    const read = checkPart(clientEvents[event], message)
    if ('wrong' in read || !(await admit())) {
      socket.disconnect(true)
      return
    }
    await act(read.value as ClientEvents[E])
  } catch (error) {
    deps.log.error({ err: error, event }, 'a socket message failed')
    socket.disconnect(true)
  }
}

/**
 * Sends the last message number, so that the client can detect a later gap, and the current balance. Read once the
 * socket is in its rooms: later changes are pushed to it.
 */
async function greet(
  deps: Deps,
  socket: Socket,
  { playerId, readClosed }: { playerId: number } & Pick<ConnectionNeeds, 'readClosed'>,
): Promise<void> {
  try {
    const [closed, seq, balances] = await Promise.all([
      readClosed(),
      selectLastSeq(deps.db, playerId),
      readBalances(deps.db, [playerId]),
    ])
    socket.emit('ready', {
      ...toWireBalance(present(balances.get(playerId), 'the balances of a player')),
      seq,
    })
    // It may have begun since the page asked; one that ended meanwhile is found by its next question.
    if (closed.length > 0) socket.emit('maintenance', { seq: 0, closed })
  } catch (error) {
    deps.log.error({ err: error }, 'could not send the greeting to a socket')
    socket.disconnect(true)
  }
}

type Resume = { after: number; admit: () => Promise<boolean> }

/**
 * After a gap: replays stored messages page by page, then sends the current balance. A client that is cut off, or
 * over its rate, continues from the last page it received.
 */
async function resume(deps: Deps, socket: Socket, { after, admit }: Resume): Promise<void> {
  const { playerId, lang } = socket.data as Holder
  for (let place = after, whole = false; !whole;) {
    const page = await selectMessagesAfter(deps.db, playerId, place, RESUME_PAGE)
    for (const message of page) socket.emit(message.event, toWireMessage(message, lang))
    place = page.at(-1)?.seq ?? place
    whole = page.length < RESUME_PAGE
    socket.emit('resumed', { seq: place, whole })
    if (!socket.connected) return
    if (!whole && !(await admit())) {
      socket.disconnect(true)
      return
    }
  }
  const balances = (await readBalances(deps.db, [playerId])).get(playerId)
  if (balances) socket.emit('updateUserInfo', toWireBalance(balances))
}

/** Joins this room of a shared game and leaves any other; null leaves. */
async function watchRoom(socket: Socket, room: ClientEvents['watchRoom']['room']): Promise<void> {
  for (const old of socket.rooms) if (isRoomOfGame(old)) await socket.leave(old)
  if (room !== null) await socket.join(roomOfGame(room))
}

/**
 * Subscribes to exactly these fixtures. Sends the versions of those subscribed with all markets, so that the page can
 * tell whether it missed a change between its reading and this moment.
 */
async function watch(
  socket: Socket,
  { readVersions }: ConnectionNeeds,
  { fixtureIds, wholeFixtureIds }: ClientEvents['watch'],
): Promise<void> {
  const wanted = new Set([...fixtureIds.map(roomOfFixture), ...wholeFixtureIds.map(roomOfWholeFixture)])
  for (const room of socket.rooms) {
    if (isRoomOfFixture(room) && !wanted.has(room)) await socket.leave(room)
  }
  await socket.join([...wanted])
  if (wholeFixtureIds.length === 0) return
  const versions = await readVersions(wholeFixtureIds.map(Number))
  socket.emit('watched', {
    versions: versions.map(({ fixtureId, version }) => [String(fixtureId), version]),
  })
}

/** The most connections of one player on one server: more tabs and devices than anybody uses. */
const CONNECTIONS_OF_A_PLAYER = 10
/** Messages a client may send in a second: a page that opens sends a handful at once. */
const MESSAGES_A_SECOND = 20

/**
 * Closes the oldest connections of a room beyond the limit per player. They get a message first, so that a page does
 * not reconnect in place of the next.
 */
function closeOldest(io: Server, room: string): void {
  // In order of connection.
  const connections = [...(io.sockets.adapter.rooms.get(room) ?? [])]
  for (const id of connections.slice(0, -CONNECTIONS_OF_A_PLAYER)) {
    const oldest = io.sockets.sockets.get(id)
    oldest?.emit('closing', { seq: 0, why: 'too_many_connections' })
    oldest?.disconnect(true)
  }
}

/**
 * Closes a connection that sends too much in a second, unhandled messages included. Counted in this process: a
 * connection lives on one server, and a shared counter would cost more than most messages.
 */
function limitMessages(socket: Socket): void {
  let since = performance.now()
  let count = 0
  socket.use((_packet, next) => {
    const now = performance.now()
    if (now - since >= 1000) {
      since = now
      count = 0
    }
    count += 1
    if (count > MESSAGES_A_SECOND) socket.disconnect(true)
    else next()
  })
}

const TICKET_SECONDS = 30
const BYTES = 24

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** A ticket for one connection, so that the session token never appears in a URL. */
export async function issueTicket(
  deps: Deps,
  { playerId, sessionId }: Pick<PlayerSession, 'playerId' | 'sessionId'>,
  lang: Lang = 'pt-BR',
): Promise<string> {
  const ticket = deps.random.token(BYTES)
  await insertTicket(deps.db, hashOf(ticket), { playerId, sessionId, lang }, TICKET_SECONDS)
  return ticket
}

/** The player a ticket was issued to. It works once, for half a minute. */
const redeemTicket = (deps: Deps, ticket: string): Promise<Holder | undefined> =>
  consumeTicket(deps.db, hashOf(ticket))
