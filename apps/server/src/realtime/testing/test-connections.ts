import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { RedisClientType } from 'redis'
import type { Deps } from '../../platform/deps.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { openServer } from '../../platform/http/server.ts'
import { type Event, writeEvents } from '../../platform/outbox.ts'
import type { Lang } from '../../platform/texts.ts'
import { openRealtime } from '../index.ts'
import { issueTicket } from '../tickets.ts'

/** A fixture whose reading fails as often as `failReading` says. */
export const UNREADABLE = 666

/** The session token of a player; the session has the number of its player. */
export const sessionOf = (playerId: number) => `session-token-of-player-${playerId}`

type Beside = { deps?: Deps; redis?: RedisClientType }

/**
 * The room on a web server, and lines to it. Over a database of its own, or beside another one over the same, with
 * the Redis that they share.
 */
export async function openTestConnections({ deps: shared, redis }: Beside = {}) {
  const { deps, close } = shared
    ? { deps: { ...shared, metrics: openMetrics() }, close: async () => {} }
    : await openTestDeps()
  const app = await openServer(deps)
  const open: Socket[] = []
  let failuresLeft = 0
  const realtime = openRealtime(deps, {
    api: {
      app,
      authenticate: async (token) => {
        const playerId = Number(/^session-token-of-player-(\d+)$/.exec(token)?.[1])
        return playerId ? { playerId, sessionId: playerId } : undefined
      },
      admit: async () => true,
    },
    redis,
    readFixtures: async (_tx, ids) => {
      if (ids.includes(UNREADABLE) && failuresLeft-- > 0) throw new Error('the fixtures cannot be read now')
      return ids.map((id) => ({ fixtureId: String(id) }))
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  /** A line; `heard` fills with what is said on it, `refused` when it is not let in. */
  const connect = async (token: string, headers: Record<string, string> = {}) => {
    const socket = io(address, {
      path: '/gamecenter-siop',
      transports: ['websocket'],
      query: { token },
      extraHeaders: headers,
      reconnection: false,
      forceNew: true,
    })
    open.push(socket)
    const heard: { event: string; told: Record<string, unknown> }[] = []
    socket.onAny((event: string, told: Record<string, unknown>) => heard.push({ event, told }))
    const refused = await new Promise<string | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined))
      socket.once('connect_error', (error) => resolve(error.message))
    })
    return { socket, heard, refused, gone: whenGone(socket) }
  }

  return {
    deps,
    connect,
    /** A line of this player, by a ticket. */
    connectPlayer: async (
      playerId: number,
      { sessionId = playerId, lang }: { sessionId?: number; lang?: Lang } = {},
    ) => connect(await issueTicket(deps, { playerId, sessionId }, lang)),
    tell: (topic: string, events: Event[]) => deps.db.begin((tx) => writeEvents(tx, topic, events)),
    /** The next so many readings of the unreadable fixture fail; answers whether one came through since. */
    failReading: (times: number) => {
      failuresLeft = times
      return () => failuresLeft < 0
    },
    close: async () => {
      for (const socket of open) socket.disconnect()
      await realtime.stop()
      await app.close()
      await close()
    },
  }
}

/** Why the server, or the line, ended it. */
const whenGone = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('disconnect', (why) => resolve(why)))

export const until = async (check: () => void) => {
  await expect.poll(() => (check(), true)).toBe(true)
}
