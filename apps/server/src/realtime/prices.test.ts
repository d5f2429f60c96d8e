import { setTimeout as sleep } from 'node:timers/promises'
import type { PublicEvents } from '@palpite/contract'
import type { Server } from 'socket.io'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { marketChanged } from '../sportsbook/index.ts'
import { openPrices } from './publish-prices.ts'
import { openTestConnections, type Received, sessionOf, until } from './testing/test-connections.ts'

let harness: Awaited<ReturnType<typeof openTestConnections>>
beforeAll(async () => {
  harness = await openTestConnections()
})
afterAll(() => harness.close())

const change = (fixtureId: number, version: number, ...marketIds: number[]) =>
  harness.write(marketChanged, [{ fixtureId, version, marketIds, newMarketIds: [] }])

const pricesIn = ({ received }: { received: Received[] }) =>
  received.flatMap(({ event, message }) => (event === 'prices' ? [message] : []))

/** A connection that watches, once the server has said so. */
async function watching(fixtureIds: string[], wholeFixtureIds: string[]) {
  const fan = await harness.connect(sessionOf(7))
  fan.socket.emit('watch', { fixtureIds, wholeFixtureIds: [...wholeFixtureIds, '99999'] })
  await until(() => expect(fan.received.map(({ event }) => event)).toContain('watched'))
  return fan
}

test('who watches a fixture gets its changes, in the scope it watches', async () => {
  const [list, page, elsewhere] = [
    await watching(['501'], []),
    await watching([], ['501']),
    await watching(['502'], ['503']),
  ]
  await change(501, 5, 11, 12)
  await until(() => expect(pricesIn(list)).toHaveLength(1))
  await until(() => expect(pricesIn(page)).toHaveLength(1))
  expect(pricesIn(list)[0]).toMatchObject({ fixtureId: '501', scope: 'main', version: 5 })
  expect(pricesIn(page)[0]).toMatchObject({
    scope: 'whole',
    since: 4,
    version: 5,
    markets: [{ marketId: '11' }, { marketId: '12' }],
  })
  expect(pricesIn(elsewhere)).toEqual([])
})

test('is sent the versions of what it watches with all markets', async () => {
  const fan = await watching([], ['504'])
  expect(fan.received.find(({ event }) => event === 'watched')?.message).toEqual({
    versions: [
      ['504', 4],
      ['99999', 4],
    ],
  })
})

test('changes that follow each other closely become one message, which spans them all', async () => {
  const page = await watching([], ['505'])
  for (let version = 10; version < 40; version += 1) await change(505, version, version % 3)
  await until(() => expect(pricesIn(page).at(-1)?.['version']).toBe(39))
  const sent = pricesIn(page)
  expect(sent.length).toBeLessThan(25)
  let held = 9
  for (const { since, version } of sent) {
    expect(since).toBe(held)
    held = Number(version)
  }
})

test('at most one message per fixture leaves in a fifth of a second', async () => {
  const page = await watching([], ['506'])
  await sleep(250)
  const times: number[] = []
  page.socket.on('prices', () => times.push(performance.now()))
  for (let version = 1; version <= 60; version += 1) {
    await change(506, version, 1)
    await sleep(10)
  }
  await until(() => expect(pricesIn(page).at(-1)?.['version']).toBe(60))
  const [first = 0] = times
  const last = times.at(-1) ?? 0
  expect(times.length).toBeLessThanOrEqual(Math.ceil((last - first) / 200) + 2)
})

test('what could not be read goes out with the next reading', async () => {
  const page = await watching([], ['507'])
  const cameThrough = harness.failReading(2)
  await change(507, 3, 1)
  await until(() => expect(pricesIn(page)).toHaveLength(1))
  expect(cameThrough()).toBe(true)
  expect(pricesIn(page)[0]).toMatchObject({ since: 2, version: 3 })
})

test('what is gathered when the server stops is sent before it does', async () => {
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
    await harness.deps.db.begin(async (tx) => handlers[0]?.handle(tx, [JSON.stringify(events)]))
  }
  await until(() => expect(sent).toHaveLength(2))
  await stop()
  expect(sent.map((prices) => (prices as { version: number }).version)).toEqual([2, 2, 3, 3])
})

test('who no longer watches gets nothing more', async () => {
  const page = await watching([], ['508'])
  page.socket.emit('watch', { fixtureIds: [], wholeFixtureIds: ['99999'] })
  await until(() => expect(page.received.filter(({ event }) => event === 'watched')).toHaveLength(2))
  await change(508, 3, 1)
  await sleep(400)
  expect(pricesIn(page)).toEqual([])
})
