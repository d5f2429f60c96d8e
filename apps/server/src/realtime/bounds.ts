import type { Server, Socket } from 'socket.io'

/** Lines of one player on one server: more tabs and devices than anybody watches. */
const LINES_OF_A_PLAYER = 10
/** What a client may say in a second: a page that opens says a handful at once. */
const SAID_A_SECOND = 20

/**
 * Closes the oldest lines of a module until it holds as many as one player may have. They are told first, so that a
 * page does not open a new one in the place of the next.
 */
export function closeOldest(io: Server, room: string): void {
  // In the order they came.
  const lines = [...(io.sockets.adapter.rooms.get(room) ?? [])]
  for (const id of lines.slice(0, -LINES_OF_A_PLAYER)) {
    const oldest = io.sockets.sockets.get(id)
    oldest?.emit('closing', { seq: 0, why: 'too_many_lines' })
    oldest?.disconnect(true)
  }
}

/**
 * Shows a line the API that says too much in a second, things that nobody listens to included. Counted in this
 * process: a line is on one server, and a look into a shared memory would cost more than most messages do.
 */
export function boundSpeech(socket: Socket): void {
  let since = performance.now()
  let said = 0
  socket.use((_packet, next) => {
    const now = performance.now()
    if (now - since >= 1000) {
      since = now
      said = 0
    }
    said += 1
    if (said > SAID_A_SECOND) socket.disconnect(true)
    else next()
  })
}
