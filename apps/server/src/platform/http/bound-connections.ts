import type { IncomingMessage, Server } from 'node:http'
import type { Config } from '../config.ts'
import { hostOf } from '../limits.ts'

/**
 * Open connections of one address: a mobile carrier may put thousands of players behind one, each with a browser's six
 * and a socket; a process that may have tens of thousands of files open is not used up by one address.
 */
const CONNECTIONS_OF_AN_ADDRESS = 5000

/** Open sockets of one address: as many players as a mobile carrier may put behind it, and half of its connections. */
const SOCKETS_OF_AN_ADDRESS = 2500

/** Servers behind one port get connections by turns: each keeps to its share of what one address may have. */
const shareOf = (most: number, { SERVERS }: Pick<Config, 'SERVERS'>): number => Math.ceil(most / SERVERS)

/** Counts open connections by key, up to a limit. */
type Bound = { take: (key: string) => boolean; giveBack: (key: string) => void }

/** A limit on open connections by key, counted in this process, because its connections are open here. */
function openBound(most: number): Bound {
  const counts = new Map<string, number>()
  return {
    take: (key) => {
      const count = counts.get(key) ?? 0
      if (count >= most) return false
      counts.set(key, count + 1)
      return true
    },
    giveBack: (key) => {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}

/**
 * Hangs up on connections beyond what one address may have open, before a byte of them is read. Behind a proxy all
 * connections are the proxy's, whose own bound holds: nothing is counted there.
 */
export function boundConnections(
  server: Server,
  config: Pick<Config, 'TRUST_PROXY' | 'SERVERS'>,
  most = shareOf(CONNECTIONS_OF_AN_ADDRESS, config),
): void {
  if (config.TRUST_PROXY === '1') return
  const bound = openBound(most)
  server.on('connection', (socket) => {
    const address = hostOf(socket.remoteAddress ?? '')
    if (!bound.take(address)) {
      socket.destroy()
      return
    }
    socket.once('close', () => bound.giveBack(address))
  })
}

/**
 * Whether one more socket of this address is taken. Counted by who asked, also behind a proxy, which bounds the connections of
 * one caller and keeps a socket open for as long as it is used.
 */
export function boundSockets(
  config: Pick<Config, 'TRUST_PROXY' | 'SERVERS'>,
  most = shareOf(SOCKETS_OF_AN_ADDRESS, config),
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean {
  const bound = openBound(most)
  return (request) => {
    const address = hostOf(addressOf(request, config))
    if (request.socket.destroyed || !bound.take(address)) return false
    request.socket.once('close', () => bound.giveBack(address))
    return true
  }
}

/** The address a raw request comes from: as everywhere, behind our proxy the last that the proxy itself wrote. */
export function addressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>,
): string {
  const forwarded = TRUST_PROXY === '1' ? headers['x-forwarded-for'] : undefined
  const last = (Array.isArray(forwarded) ? forwarded.at(-1) : forwarded)?.split(',').at(-1)?.trim()
  return last || (socket.remoteAddress ?? '')
}
