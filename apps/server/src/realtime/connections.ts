import { clientEvents, type ClientEvents } from '@palpite/contract'
import type { Server, Socket } from 'socket.io'
import { readBalances } from '../ledger/index.ts'
import { checkPart } from '../platform/http/check.ts'
import type { PlayerSession } from '../platform/http/callers.ts'
import type { Deps } from '../platform/deps.ts'
import { writeEvents } from '../platform/outbox.ts'
import { langOf } from '../platform/texts.ts'
import { boundSpeech, closeOldest } from './bounds.ts'
import { type Holder, selectLastSeq, selectMessagesAfter } from './queries.ts'
import { roomOfFixture, roomOfPlayer, roomsOf } from './rooms.ts'
import { balanceMessage, wordsOf } from './speak.ts'
import { redeemTicket } from './tickets.ts'

type Needs = { authenticate: (token: string, isUse?: boolean) => Promise<PlayerSession | undefined> }

/** Most a client may say in a minute; a page that watches and resumes needs a handful. */
const SAID_A_MINUTE = 120
/** Stored messages told again at once. Each further page counts as something the client said. */
const TOLD_AGAIN = 500

/** Lets players in, by ticket or by session token, and hears what they say. */
export function welcome(deps: Deps, io: Server, needs: Needs): void {
  const said = deps.limits.limiter('socket', SAID_A_MINUTE, 60)
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
    const admit = () => said.take(socket.id)
    const hear = <E extends keyof ClientEvents>(event: E, act: (told: ClientEvents[E]) => Promise<void>) =>
      socket.on(event as string, (told: unknown) => {
        void heard(deps, { event, told, act, admit, socket })
      })
    hear('resume', ({ after }) => tellAgain(deps, socket, { after, admit }))
    hear('watch', async ({ fixtureIds }) => watch(socket, fixtureIds))
    hear('offGame', ({ gameCode }) =>
      deps.db.begin((tx) => writeEvents(tx, 'game.left', [{ playerId, gameCode }])),
    )
    boundSpeech(socket)
    void socket.join(roomsOf(holder))
    closeOldest(io, roomOfPlayer(playerId))
    void greet(deps, socket, playerId)
  })
}

async function holderOf(
  deps: Deps,
  needs: Needs,
  { query, headers }: Socket['handshake'],
): Promise<Holder | undefined> {
  const { token } = query
  if (typeof token !== 'string' || token.length < 16 || token.length > 200) return undefined
  const holder = await redeemTicket(deps, token)
  if (holder) return holder
  const caller = await needs.authenticate(token, false) // a line comes back by itself
  const { lang } = headers
  return caller && { ...caller, lang: langOf(typeof lang === 'string' ? lang : undefined) }
}

type Resume = { after: number; admit: () => Promise<boolean> }

type Heard<E extends keyof ClientEvents> = {
  event: E
  told: unknown
  act: (told: ClientEvents[E]) => Promise<void>
  admit: () => Promise<boolean>
  socket: Socket
}

/** Checks what was said and acts on it; who says too much, or what does not fit, is shown the API. */
async function heard<E extends keyof ClientEvents>(
  deps: Deps,
  { event, told, act, admit, socket }: Heard<E>,
) {
  try {
    const read = checkPart(clientEvents[event], told)
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

/** Says where the player's messages stand, so that a later gap is known to the client. */
async function greet(deps: Deps, socket: Socket, playerId: number): Promise<void> {
  try {
    socket.emit('ready', { seq: await selectLastSeq(deps.db, playerId) })
  } catch (error) {
    deps.log.error({ err: error }, 'a socket could not be greeted')
    socket.disconnect(true)
  }
}

/**
 * After a gap: what was stored since, page by page until nothing is left, then the balance as it is now. A client
 * that is cut on the way, or asked for too much, goes on from the last page it was told of.
 */
async function tellAgain(deps: Deps, socket: Socket, { after, admit }: Resume): Promise<void> {
  const { playerId, lang } = socket.data as Holder
  for (let place = after, whole = false; !whole;) {
    const page = await selectMessagesAfter(deps.db, playerId, place, TOLD_AGAIN)
    for (const message of page) socket.emit(message.event, wordsOf(message, lang))
    place = page.at(-1)?.seq ?? place
    whole = page.length < TOLD_AGAIN
    socket.emit('resumed', { seq: place, whole })
    if (!socket.connected) return
    if (!whole && !(await admit())) {
      socket.disconnect(true)
      return
    }
  }
  const balances = (await readBalances(deps.db, [playerId])).get(playerId)
  if (balances) socket.emit('updateUserInfo', balanceMessage(balances))
}

/** Watches these fixtures, and no others any more. */
async function watch(socket: Socket, fixtureIds: readonly string[]): Promise<void> {
  const wanted = new Set(fixtureIds.map(roomOfFixture))
  for (const room of socket.rooms) {
    if (room.startsWith('fixture:') && !wanted.has(room)) await socket.leave(room)
  }
  await socket.join([...wanted])
}
