import type { IncomingMessage, Server } from 'node:http'
import type { Config } from '../config.ts'
import { hostOf } from '../limits.ts'
import { serversServing } from '../workers.ts'

/**
 * Open connections per address: a mobile carrier may put thousands of players behind one, each with a browser's six
 * and a socket; a process with tens of thousands of file descriptors is not exhausted by one address.
 */
const CONNECTIONS_OF_AN_ADDRESS = 5000

/** Open sockets per address: as many players as a mobile carrier may put behind one, and half of its connections. */
const SOCKETS_OF_AN_ADDRESS = 2500

/** Counts open connections by key, up to a limit. */
type Bound = { acquire: (key: string) => boolean; release: (key: string) => void }

/**
 * A limit on open connections by key, counted per process. Servers behind one port get connections in turn, so each allows the
 * limit divided by the servers that serve now. When another server joins and the share shrinks, a key that already holds more may
 * open another tenth of the limit, never beyond the whole; the allowance falls with each connection it closes.
 */
function openBound(most: number, config: Pick<Config, 'SERVERS'>): Bound {
  const counts = new Map<string, number>()
  /** The allowance of keys that held more than their share when it shrank. */
  const allowed = new Map<string, number>()
  const tenth = Math.ceil(most / 10)
  let share = 0
  const shareNow = () => {
    const before = share
    share = Math.ceil(most / serversServing(config))
    if (share >= before) return share
    for (const [key, count] of counts) {
      if (count > share) allowed.set(key, Math.min(most, count + tenth))
    }
    return share
  }
  return {
    acquire: (key) => {
      const count = counts.get(key) ?? 0
      if (count >= Math.max(shareNow(), allowed.get(key) ?? 0)) return false
      counts.set(key, count + 1)
      return true
    },
    release: (key) => {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
      const more = allowed.get(key)
      if (more === undefined) return
      if (left > share) allowed.set(key, Math.min(more, left + tenth))
      else allowed.delete(key)
    },
  }
}

/**
 * Closes connections beyond an address's limit before reading a byte. Behind a proxy all connections are the proxy's,
 * which has its own limit: nothing is counted there.
 */
export function boundConnections(
  server: Server,
  config: Pick<Config, 'TRUST_PROXY' | 'SERVERS'>,
  most = CONNECTIONS_OF_AN_ADDRESS,
): void {
  if (config.TRUST_PROXY === '1') return
  const bound = openBound(most, config)
  server.on('connection', (socket) => {
    const address = hostOf(socket.remoteAddress ?? '')
    if (!bound.acquire(address)) {
      socket.destroy()
      return
    }
    socket.once('close', () => bound.release(address))
  })
}

/**
 * Whether to accept one more socket of this address. Counted by caller, also behind a proxy, which limits a caller's
 * connections and keeps a socket open while it is used.
 */
export function boundSockets(
  config: Pick<Config, 'TRUST_PROXY' | 'SERVERS'>,
  most = SOCKETS_OF_AN_ADDRESS,
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => boolean {
  const bound = openBound(most, config)
  return (request) => {
    const address = hostOf(addressOf(request, config))
    if (request.socket.destroyed || !bound.acquire(address)) return false
    request.socket.once('close', () => bound.release(address))
    return true
  }
}

/** The address a raw request comes from: behind our proxy, the last one the proxy itself wrote. */
export function addressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>,
): string {
  const forwarded = TRUST_PROXY === '1' ? headers['x-forwarded-for'] : undefined
  const last = (Array.isArray(forwarded) ? forwarded.at(-1) : forwarded)?.split(',').at(-1)?.trim()
  return last || (socket.remoteAddress ?? '')
}
