import type { Server, Socket } from 'socket.io'

/** Connections of one player on one server: more tabs and devices than anybody watches. */
const CONNECTIONS_OF_A_PLAYER = 10
/** Messages a client may send in a second: a page that opens sends a handful at once. */
const MESSAGES_A_SECOND = 20

/**
 * Closes the oldest connections of a room until it holds as many as one player may have. They are told first, so that
 * a page does not open a new one in the place of the next.
 */
export function closeOldest(io: Server, room: string): void {
  // In the order they came.
  const connections = [...(io.sockets.adapter.rooms.get(room) ?? [])]
  for (const id of connections.slice(0, -CONNECTIONS_OF_A_PLAYER)) {
    const oldest = io.sockets.sockets.get(id)
    oldest?.emit('closing', { seq: 0, why: 'too_many_connections' })
    oldest?.disconnect(true)
  }
}

/**
 * Closes a connection that sends too much in a second, messages that nobody handles included. Counted in this
 * process: a connection is on one server, and a look into a shared memory would cost more than most messages do.
 */
export function limitMessages(socket: Socket): void {
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
