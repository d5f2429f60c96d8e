import { Socket } from 'node:net'

/**
 * A socket that sends what one turn of the loop writes in one go. The driver writes each statement by itself;
 * each write wakes the database's process, which on a busy machine takes the processor away from us.
 */
export function gatheringSocket(): Socket {
  const socket = new Socket()
  const write = socket.write.bind(socket)
  let gathering = false
  const gather = () => {
    if (gathering) return
    gathering = true
    socket.cork()
    process.nextTick(() => {
      gathering = false
      socket.uncork()
    })
  }
  socket.write = new Proxy(write, {
    apply: (target, _socket, given: Parameters<typeof write>) => {
      gather()
      return target(...given)
    },
  })
  return socket
}
