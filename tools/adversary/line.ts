/** A line to the server as bytes go over it: Socket.IO's own packets, so that wrong ones can be said, too. */
export type Line = {
  /** Everything the server said, packet by packet. */
  heard: string[]
  say: (packet: string) => void
  /** Whether it is over. */
  isClosed: () => boolean
  close: () => void
}

const LET_IN = '40'

/** Opens a line with this token in the query; `headers` come beside. Answers once it stands or is refused. */
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

/** Whether the server let this line in. */
export const isLetIn = ({ heard }: Line): boolean => heard.some((packet) => packet.startsWith(LET_IN))

/** An event as a client of Socket.IO would send it. */
export const eventOf = (name: string, told: unknown): string => `42${JSON.stringify([name, told])}`
