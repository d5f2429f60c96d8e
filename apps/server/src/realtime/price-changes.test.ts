import type { PublicEvents } from '@palpite/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openHarness } from '../sportsbook/testing/harness.ts'
import { openTestConnections, sessionOf } from './testing/test-connections.ts'

type Prices = PublicEvents['prices']

let sportsbook: Awaited<ReturnType<typeof openHarness>>
let connections: Awaited<ReturnType<typeof openTestConnections>>
beforeAll(async () => {
  sportsbook = await openHarness()
  const { deps } = sportsbook
  // Ids as long as those of a system in use for years.
  await ownerOf(deps.db)`
    select setval(pg_get_serial_sequence('sportsbook_market', 'id'), 8_000_000),
           setval(pg_get_serial_sequence('sportsbook_outcome', 'id'), 20_000_000),
           setval(pg_get_serial_sequence('sportsbook_fixture', 'id'), 300_000)`
  const { readPrices, readVersions } = sportsbook.sportsbook
  connections = await openTestConnections({ deps, readPrices, readVersions })
})
afterAll(async () => {
  await connections.close()
  await sportsbook.close()
})

const key = 'price-changes'

const play = (minute: number, home: number) => ({
  kind: 'play' as const,
  key,
  matchStatus: 1 as const,
  clock: { period: 'half1' as const, minute },
  state: {
    family: 'football' as const,
    score: [home, 0] as [number, number],
    halfTime: null,
    corners: [2, 1] as [number, number],
    cards: [0, 1] as [number, number],
  },
})

/** The match result and this many goal lines, all prices shifted by this much. */
const odds = (lines: number, moved: number) => ({
  kind: 'odds' as const,
  key,
  offers: [
    {
      type: 'football.1x2',
      period: 'full' as const,
      lineQuarters: null,
      side: null,
      outcomes: ['home', 'draw', 'away'].map((code) => ({ code, priceMilli: 2500 + moved })),
    },
    ...Array.from({ length: lines }, (_, line) => ({
      type: 'football.total',
      period: 'full' as const,
      lineQuarters: 2 + 4 * line,
      side: null,
      outcomes: [
        { code: 'over', priceMilli: 1800 + 10 * line + moved },
        { code: 'under', priceMilli: 1900 + 10 * line + moved },
      ],
    })),
  ],
})

test('price changes of every line reach the match page and the list as small messages', async () => {
  const take = (...messages: Parameters<typeof sportsbook.receive>[0]) => sportsbook.receive(messages)
  const ids = await take(
    {
      kind: 'fixture',
      key,
      sport: 'football',
      competition: 'Série A',
      title: null,
      participants: [{ name: 'Bahia' }, { name: 'Vasco' }],
      startsAt: new Date(),
      model: null,
      play: null,
    },
    play(1, 0),
    odds(9, 0),
  )
  const fixtureId = String(ids.get(key))
  const [page, list] = [await connections.connect(sessionOf(7)), await connections.connect(sessionOf(8))]
  page.socket.emit('watch', { fixtureIds: [], wholeFixtureIds: [fixtureId] })
  list.socket.emit('watch', { fixtureIds: [fixtureId], wholeFixtureIds: [] })
  const watched = () => page.received.find(({ event }) => event === 'watched')?.message
  await expect.poll(() => watched()).toBeDefined()
  const { versions } = watched() as PublicEvents['watched']
  const pricesOf = ({ received }: typeof page) =>
    received.flatMap(({ event, message }) => (event === 'prices' ? [message as unknown as Prices] : []))
  let version = versions[0]?.[1] ?? 0
  expect(versions[0]?.[0]).toBe(fixtureId)
  /** The messages pushed to the page and to the list by these feed messages, one each. */
  const pushed = async (...messages: Parameters<typeof sportsbook.receive>[0]) => {
    // Changes from before the subscription may still arrive: the page knows them already.
    const news = (of: typeof page) => pricesOf(of).filter((prices) => prices.version > version)
    await take(...messages)
    await expect.poll(() => [news(page).length, news(list).length]).toEqual([1, 1])
    const [whole, main] = [news(page)[0], news(list)[0]]
    if (!whole || !main) throw new Error('nothing was pushed')
    expect(whole).toMatchObject({ fixtureId, scope: 'whole', since: version, version: version + 1 })
    version = whole.version
    return { whole, main }
  }

  // The clock and 21 prices in one message each.
  const moved = await pushed(play(2, 0), odds(9, 50))
  expect(moved.whole).toMatchObject({
    clock: { period: 'half1', minute: 2 },
    homeScore: 0,
    state: { corners: [2, 1] },
    isStopped: false,
  })
  expect(moved.whole.markets.flatMap(({ outcomes }) => outcomes)).toHaveLength(21)
  expect(moved.whole.markets[0]?.outcomes[0]?.[1]).toBe(2550)
  expect(JSON.stringify(['prices', moved.whole]).length).toBeLessThan(1700)
  expect(moved.main.markets.map(({ about }) => about?.type)).toEqual(['football.1x2', 'football.total'])
  expect(JSON.stringify(['prices', moved.main]).length).toBeLessThan(1000)

  // Only the clock: no market at all.
  const clock = await pushed(play(3, 0))
  expect(clock.whole).toMatchObject({ clock: { minute: 3 }, markets: [] })

  // The prices of one line.
  const single = odds(9, 50)
  const [, first] = single.offers
  if (first)
    first.outcomes = [
      { code: 'over', priceMilli: 1500 },
      { code: 'under', priceMilli: 2400 },
    ]
  const one = await pushed(single)
  expect(one.whole.markets.map(({ outcomes }) => outcomes.map(([, price]) => price))).toEqual([[1500, 2400]])
  expect(one.whole.markets[0]?.about).toBeUndefined()

  // A goal locks all lines in one short message.
  const goal = await pushed(play(4, 1), { kind: 'bet_stop', key })
  expect(goal.whole).toMatchObject({ isStopped: true, homeScore: 1, markets: [] })
  expect(goal.main.markets.every(({ status }) => status === 'suspended')).toBe(true)
  expect(JSON.stringify(goal.whole).length).toBeLessThan(450)

  // They reopen, together with a new line.
  const opened = await pushed(odds(10, 100))
  expect(opened.whole.isStopped).toBe(false)
  expect(opened.whole.markets.every(({ status }) => status === 'open')).toBe(true)
  expect(opened.whole.markets).toHaveLength(11)
  expect(opened.whole.markets.flatMap(({ about }) => about ?? [])).toEqual([
    {
      type: 'football.total',
      period: 'full',
      periodCode: 1,
      lineQuarters: 38,
      side: null,
      codes: ['over', 'under'],
    },
  ])

  // The end closes all lines, and their results follow.
  const end = await pushed({ ...play(90, 1), matchStatus: -1 })
  expect(end.whole.markets.every(({ status }) => status === 'closed')).toBe(true)
  const before = pricesOf(page).length
  await sportsbook.sportsbook.settle()
  await expect.poll(() => pricesOf(page).length).toBeGreaterThan(before)
  const settled = pricesOf(page).at(-1)
  expect(
    settled?.markets.some(({ outcomes }) => outcomes.some(([, , , result]) => result !== undefined)),
  ).toBe(true)
})
