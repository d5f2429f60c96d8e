import { WebSocket } from 'ws'
import type { FanOutAnswer, FanOutOrder } from './fan-out-wire.ts'

// The sockets that a room's state is sent to: a process of its own, the same for both ways of sending, so that only the
// sender differs. They read no message: what a phone does with it is not measured.

/** Opened a few at a time: a backlog is not endless. */
const AT_ONCE = 50

const HELLO = '0'
const JOIN = '40'
const PING = '2'
const PONG = '3'

process.once('message', (order: FanOutOrder) => void listen(order))

async function listen({ url, sockets, isSocketIo }: FanOutOrder): Promise<void> {
  let reached = 0
  const count = () => {
    reached += 1
    if (reached % sockets === 0) report('reached')
  }
  for (let opened = 0; opened < sockets; opened += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, sockets - opened) }, () => openOne(url, isSocketIo, count)),
    )
  report('open')
}

const report = (said: FanOutAnswer) => process.send?.(said)

/** Opens a socket, in Socket.IO's words where it is one, and counts what is sent to it from then on. */
const openOne = (url: string, isSocketIo: boolean, count: () => void) =>
  new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.on('error', reject)
    if (!isSocketIo) socket.on('open', resolve)
    socket.on('message', (data: Buffer) => {
      if (!isSocketIo) return count()
      const words = data.toString('latin1', 0, 2)
      if (words.startsWith(HELLO)) return socket.send(JOIN)
      if (words === PING) return socket.send(PONG)
      return words === JOIN ? resolve() : count()
    })
  })
