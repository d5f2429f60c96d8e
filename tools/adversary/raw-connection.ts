/** A raw connection to the server, with Socket.IO's own packets, so that invalid ones can be sent. */
export type RawConnection = {
  /** Everything received, packet by packet. */
  received: string[]
  send: (packet: string) => void
  /** Whether it is over. */
  isClosed: () => boolean
  close: () => void
}

const CONNECTED = '40'

/** Opens a connection with this token in the query, and these headers. Resolves once it is accepted or refused. */
export async function openRawConnection(
  url: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<RawConnection> {
  const address = `${url.replace(/^http/, 'ws')}/gamecenter-siop/?EIO=4&transport=websocket&token=${token}`
  const socket = new WebSocket(address, { headers })
  const received: string[] = []
  let closed = false
  const settled = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const packet = String(data)
      received.push(packet)
      if (packet.startsWith('0')) socket.send(CONNECTED)
      if (packet === '2') socket.send('3')
      if (packet.startsWith(CONNECTED) || packet.startsWith('44')) resolve()
    })
    socket.addEventListener('error', () => resolve())
    socket.addEventListener('close', () => {
      closed = true
      resolve()
    })
  })
  await settled
  return {
    received,
    send: (packet) => socket.send(packet),
    isClosed: () => closed,
    close: () => socket.close(),
  }
}

/** Whether the server accepted this connection. */
export const isConnected = ({ received }: RawConnection): boolean =>
  received.some((packet) => packet.startsWith(CONNECTED))

/** An event as a Socket.IO client would send it. */
export const eventOf = (name: string, reported: unknown): string => `42${JSON.stringify([name, reported])}`
