import type { PublicEvents } from '@palpite/contract'
import type { Server } from 'socket.io'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Tx } from '../platform/db/index.ts'
import { marketChanged } from '../sportsbook/index.ts'
import { openPrices } from './publish-watched.ts'
import { roomOfFixture } from './rooms.ts'
import { openTestConnections, type Received, sessionOf } from './testing/test-connections.ts'

let harness: Awaited<ReturnType<typeof openTestConnections>>
beforeAll(async () => {
  harness = await openTestConnections()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => harness.close())

const change = (fixtureId: number, version: number, ...marketIds: number[]) =>
  harness.write(marketChanged, [{ fixtureId, version, marketIds, newMarketIds: [] }])

const pricesIn = ({ received }: { received: Received[] }) =>
  received.flatMap(({ event, message }) => (event === 'prices' ? [message] : []))

/** A connection whose subscription the server has confirmed. */
async function watching(fixtureIds: string[], wholeFixtureIds: string[]) {
  const fan = await harness.connect(sessionOf(7))
  fan.socket.emit('watch', { fixtureIds, wholeFixtureIds: [...wholeFixtureIds, '99999'] })
  await expect.poll(() => fan.received.map(({ event }) => event)).toContain('watched')
  return fan
}

test('a subscriber of a fixture gets its changes, in the subscribed scope', async () => {
  const [list, page, elsewhere] = [
    await watching(['501'], []),
    await watching([], ['501']),
    await watching(['502'], ['503']),
  ]
  await change(501, 5, 11, 12)
  await expect.poll(() => pricesIn(list)).toHaveLength(1)
  await expect.poll(() => pricesIn(page)).toHaveLength(1)
  expect(pricesIn(list)[0]).toMatchObject({ fixtureId: '501', scope: 'main', version: 5 })
  expect(pricesIn(page)[0]).toMatchObject({
    scope: 'whole',
    since: 4,
    version: 5,
    markets: [{ marketId: '11' }, { marketId: '12' }],
  })
  expect(pricesIn(elsewhere)).toEqual([])
})

test('a subscriber is sent the versions of the fixtures subscribed with all markets', async () => {
  const fan = await watching([], ['504'])
  expect(fan.received.find(({ event }) => event === 'watched')?.message).toEqual({
    versions: [
      ['504', 4],
      ['99999', 4],
    ],
  })
})

/** The price publisher of one fixture, on a clock that the test moves. */
function pacedPrices(everyMs: number) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sent: PublicEvents['prices'][] = []
  const io = {
    sockets: { adapter: { rooms: new Map() } },
    to: (room: string) => ({
      emit: (_event: string, prices: PublicEvents['prices']) =>
        room === roomOfFixture('506') && sent.push(prices),
    }),
  }
  const { handlers, stop } = openPrices({
    io: io as unknown as Server,
    isAlone: false,
    log: harness.deps.log,
    readPrices: async (changes) =>
      changes.map(({ fixtureId, since, version }) => {
        const prices = { fixtureId: String(fixtureId), since, version } as PublicEvents['prices']
        return { whole: prices, main: prices }
      }),
    everyMs,
  })
  const tx = { afterCommit: (then: () => void) => then() } as unknown as Tx
  return {
    sent: () => sent.map(({ since, version }) => [since, version]),
    change: async (version: number) => {
      const events = [{ fixtureId: 506, version, marketIds: [version % 3], newMarketIds: [] }]
      await handlers[0]?.handle(tx, events)
    },
    stop,
  }
}

test('sends at most one message per fixture in a fifth of a second, with all changes since the last', async () => {
  const { change, sent, stop } = pacedPrices(200)
  for (let version = 1; version <= 60; version += 1) {
    await change(version)
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(sent()).toEqual([
    [0, 1],
    [1, 20],
    [20, 40],
    [40, 60],
  ])
  await stop()
})

test('sends what could not be read with the next reading', async () => {
  const page = await watching([], ['507'])
  const cameThrough = harness.failReading(2)
  await change(507, 3, 1)
  await expect.poll(() => pricesIn(page)).toHaveLength(1)
  expect(cameThrough()).toBe(true)
  expect(pricesIn(page)[0]).toMatchObject({ since: 2, version: 3 })
})

test('sends pending changes before the server stops', async () => {
  const sent: unknown[] = []
  const io = {
    sockets: { adapter: { rooms: new Map() } },
    to: () => ({ emit: (_event: string, prices: unknown) => sent.push(prices) }),
  }
  const { handlers, stop } = openPrices({
    io: io as unknown as Server,
    isAlone: false,
    log: harness.deps.log,
    readPrices: async (changes) =>
      changes.map(({ fixtureId, version }) => {
        const prices = { fixtureId: String(fixtureId), version } as PublicEvents['prices']
        return { whole: prices, main: prices }
      }),
    everyMs: 60_000,
  })
  for (const version of [2, 3]) {
    const events = [{ fixtureId: 509, version, marketIds: [1], newMarketIds: [] }]
    await harness.deps.db.begin(async (tx) => handlers[0]?.handle(tx, events))
  }
  await expect.poll(() => sent).toHaveLength(2)
  await stop()
  expect(sent.map((prices) => (prices as { version: number }).version)).toEqual([2, 2, 3, 3])
})

test('sends nothing more after unsubscribing', async () => {
  const page = await watching([], ['508'])
  page.socket.emit('watch', { fixtureIds: [], wholeFixtureIds: ['99999'] })
  const answers = () => page.received.filter(({ event }) => event === 'watched').length
  await expect.poll(answers).toBe(2)
  const other = await watching([], ['508'])
  await change(508, 3, 1)
  await expect.poll(() => pricesIn(other)).toHaveLength(1)
  // Anything sent to the page would arrive before the next answer.
  page.socket.emit('watch', { fixtureIds: [], wholeFixtureIds: ['99999'] })
  await expect.poll(answers).toBe(3)
  expect(pricesIn(page)).toEqual([])
})
