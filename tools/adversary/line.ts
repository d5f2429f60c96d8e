/** A raw connection to the server, with Socket.IO's own packets, so that invalid ones can be sent. */
export type Line = {
  /** Everything received, packet by packet. */
  heard: string[]
  say: (packet: string) => void
  /** Whether it is over. */
  isClosed: () => boolean
  close: () => void
}

const LET_IN = '40'

/** Opens a connection with this token in the query, and these headers. Resolves once it is accepted or refused. */
export async function openLine(
  url: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<Line> {
  const address = `${url.replace(/^http/, 'ws')}/gamecenter-siop/?EIO=4&transport=websocket&token=${token}`
  const socket = new WebSocket(address, { headers })
  const heard: string[] = []
  let closed = false
  const settled = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const packet = String(data)
      heard.push(packet)
      if (packet.startsWith('0')) socket.send(LET_IN)
      if (packet === '2') socket.send('3')
      if (packet.startsWith(LET_IN) || packet.startsWith('44')) resolve()
    })
    socket.addEventListener('error', () => resolve())
    socket.addEventListener('close', () => {
      closed = true
      resolve()
    })
  })
  await settled
  return {
    heard,
    say: (packet) => socket.send(packet),
    isClosed: () => closed,
    close: () => socket.close(),
  }
}

/** Whether the server accepted this connection. */
export const isLetIn = ({ heard }: Line): boolean => heard.some((packet) => packet.startsWith(LET_IN))

/** An event as a Socket.IO client would send it. */
export const eventOf = (name: string, told: unknown): string => `42${JSON.stringify([name, told])}`
