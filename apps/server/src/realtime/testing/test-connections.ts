import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { RedisClientType } from 'redis'
import type { Deps } from '../../platform/deps.ts'
import { openMaintenance } from '../../platform/maintenance.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { openServer } from '../../platform/http/server.ts'
import type { EventTopic } from '../../platform/events.ts'
import { writeEvents } from '../../platform/outbox.ts'
import type { Lang } from '../../platform/texts.ts'
import { openRealtime } from '../index.ts'
import type { FixtureChange } from '../publish-watched.ts'
import { issueTicket } from '../connections.ts'

/** The session token of a player; session and player have the same number. */
export const sessionOf = (playerId: number) => `session-token-of-player-${playerId}`

export type Received = { event: string; message: Record<string, unknown> }

type Beside = Partial<
  Pick<Parameters<typeof openRealtime>[1], 'readPrices' | 'readVersions' | 'readRoom'>
> & {
  deps?: Deps
  /** Whether one more visit of this address is admitted. */
  admitVisitor?: (ip: string) => Promise<boolean>
  socketsOfAnAddress?: number
  /** The server is behind a proxy whose forwarded addresses count. */
  isBehindProxy?: boolean
  redis?: RedisClientType
}

const quietRoom: NonNullable<Beside['readRoom']> = async (room) => ({
  room,
  game: 'double',
  at: '2026-06-11T16:00:00Z',
  rounds: [],
  bets: [],
  history: [],
  lastDraw: null,
})

/**
 * The module on a web server, and connections to it. Uses its own database, or shares one and a Redis with another
 * instance.
 */
export async function openTestConnections({
  deps: shared,
  redis,
  admitVisitor,
  socketsOfAnAddress,
  isBehindProxy = false,
  readPrices,
  readVersions,
  readRoom,
}: Beside = {}) {
  const { deps, close } = shared
    ? { deps: { ...shared, metrics: openMetrics() }, close: async () => {} }
    : await openTestDeps({ TRUST_PROXY: isBehindProxy ? '1' : '0' })
  const app = await openServer(deps)
  const open: Socket[] = []
  let failuresLeft = 0
  const maintenance = openMaintenance(deps)
  const maintaining = maintenance.job()
  const realtime = openRealtime(deps, {
    maintenance,
    hasGameBonus: true,
    api: {
      app,
      authenticate: async (token) => {
        const playerId = Number(/^session-token-of-player-(\d+)$/.exec(token)?.[1])
        return playerId ? { playerId, sessionId: playerId, isTest: false } : undefined
      },
      admit: async () => true,
      ...(admitVisitor ? { admitVisitor } : {}),
    },
    redis,
    ...(socketsOfAnAddress === undefined ? {} : { socketsOfAnAddress }),
    readPrices:
      readPrices ??
      (async (changes) => {
        if (failuresLeft-- > 0) throw new Error('the prices cannot be read now')
        return changes.map((change) => ({ whole: pricesOf(change, 'whole'), main: pricesOf(change, 'main') }))
      }),
    readRoom: readRoom ?? quietRoom,
    leaveGame: async () => {},
    readVersions: readVersions ?? (async (ids) => ids.map((fixtureId) => ({ fixtureId, version: 4 }))),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  const connect = async (token: string, headers: Record<string, string> = {}) => {
    const connection = connectTo(address, token, headers)
    open.push(connection.socket)
    return { ...connection, refused: await connection.refused }
  }

  /** A connection after its greeting: later writes arrive after the greeting. */
  const connectGreeted = async (token: string) => {
    const connection = await connect(token)
    const { refused, received, socket, gone } = connection
    const isGreeted = () => received.some(({ event }) => event === 'ready')
    if (refused === undefined && !isGreeted())
      await Promise.race([new Promise<void>((done) => socket.once('ready', () => done())), gone])
    return connection
  }

  return {
    deps,
    connect,
    /** A connection of this player by ticket, after its greeting. */
    connectPlayer: async (
      playerId: number,
      { sessionId = playerId, lang }: { sessionId?: number; lang?: Lang } = {},
    ) => connectGreeted(await issueTicket(deps, { playerId, sessionId }, lang)),
    askTicket: asking(app),
    write: <E extends object>(topic: EventTopic<E>, events: NoInfer<E>[]) =>
      deps.db.begin((tx) => writeEvents(tx, topic, events)),
    /** Makes the next readings of prices fail; answers whether one has succeeded since. */
    failReading: (times: number) => {
      failuresLeft = times
      return () => failuresLeft < 0
    },
    close: async () => {
      await maintaining.stop()
      for (const socket of open) socket.disconnect()
      await realtime.stop()
      await app.close()
      await close()
    },
  }
}

/** A connection to a server; `received` collects its messages, `refused` is the reason if it is not accepted. */
export function connectTo(address: string, token: string, headers: Record<string, string> = {}) {
  const socket = io(address, {
    path: '/gamecenter-siop',
    transports: ['websocket'],
    query: { token },
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  })
  const received: Received[] = []
  socket.onAny((event: string, message: Record<string, unknown>) => received.push({ event, message }))
  const refused = new Promise<string | undefined>((resolve) => {
    socket.once('connect', () => resolve(undefined))
    socket.once('connect_error', (error) => resolve(error.message))
  })
  return { socket, received, refused, gone: whenGone(socket) }
}

/** A ticket requested by a page in its language; `lang` is the raw header. */
const asking =
  (app: Awaited<ReturnType<typeof openServer>>) =>
  async (playerId: number, lang: string): Promise<string> => {
    const headers = { authorization: sessionOf(playerId), lang }
    const answer = await app.inject({
      method: 'POST',
      url: '/api/app/realtime/ticket',
      headers,
      payload: {},
    })
    return answer.json<{ data: { ticket: string } }>().data.ticket
  }

const pricesOf = ({ fixtureId, since, version, marketIds }: FixtureChange, scope: 'whole' | 'main') => ({
  fixtureId: String(fixtureId),
  scope,
  since,
  version,
  isStopped: false,
  matchStatus: 1,
  clock: { period: 'half1' as const, minute: 10 },
  homeScore: 0,
  awayScore: 0,
  state: null,
  marketCount: 2,
  markets: marketIds.map((id) => ({ marketId: String(id), status: 'open' as const, outcomes: [] })),
})

/** Why the connection ended. */
const whenGone = (socket: Socket) =>
  new Promise<string>((resolve) => socket.once('disconnect', (why) => resolve(why)))
