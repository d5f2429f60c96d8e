import type { PublicEvents } from '@palpite/contract'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { callKey } from './api/use-call.ts'
import { keepAsking } from './api/use-poll.ts'
import type { Fixture } from './fixture.ts'
import { writePrices, writeWatched } from './live-fixtures.ts'
import { queryClient } from './query.ts'

const key = callKey('GET /api/app/sportsbook/fixture/:fixtureId', { params: { fixtureId: '5' } })

const fixtureAt = (version: number): Fixture => ({
  fixtureId: '5',
  sport: 'football',
  competition: 'Série A',
  simulated: false,
  isOutright: false,
  title: null,
  participants: [
    { place: 1, name: 'Bahia', isWithdrawn: false },
    { place: 2, name: 'Vasco', isWithdrawn: false },
  ],
  home: 'Bahia',
  away: 'Vasco',
  startsAt: '2026-11-20T12:00:00.000Z',
  isDayOnly: false,
  matchStatus: 1,
  clock: { period: 'half1', minute: version },
  homeScore: 0,
  awayScore: 0,
  state: null,
  version,
  marketCount: 0,
  markets: [],
})

const push = (since: number, version: number): PublicEvents['prices'] => ({
  ...fixtureAt(version),
  scope: 'whole',
  since,
  isStopped: false,
  markets: [],
})

const held = () => queryClient.getQueryData<Fixture>(key)?.version

/** A page that shows the match; the server answers these versions in turn. */
const showing = async (...versions: number[]) => {
  const answers = vi.fn(async () => fixtureAt(versions.shift() ?? 99))
  const stop = new QueryObserver(queryClient, { queryKey: key, queryFn: answers }).subscribe(() => undefined)
  await expect.poll(held).toBeDefined()
  return { answers, stop }
}

afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
})

test('a push updates the shown fixture without a call', async () => {
  const { answers, stop } = await showing(4)
  writePrices([push(4, 5)])
  writePrices([push(4, 5)])
  writePrices([push(5, 8)])
  expect(held()).toBe(8)
  expect(answers).toHaveBeenCalledTimes(1)
  stop()
})

test('after a gap the whole fixture is reloaded once, until it is as new as the push', async () => {
  const { answers, stop } = await showing(4, 6, 9)
  writePrices([push(6, 7)])
  writePrices([push(7, 9)])
  await expect.poll(held).toBe(9)
  expect(answers).toHaveBeenCalledTimes(3) // the first, one sent too early, and a complete one
  writePrices([push(9, 10)])
  expect(held()).toBe(10)
  stop()
})

test('changes from before the server registered the watcher are reloaded', async () => {
  const { answers, stop } = await showing(4, 6)
  writeWatched({ versions: [['5', 4]] })
  expect(answers).toHaveBeenCalledTimes(1)
  writeWatched({
    versions: [
      ['5', 6],
      ['77', 3],
    ],
  })
  await expect.poll(held).toBe(6)
  stop()
})

test('an answer that was pending during a push does not revert it', async () => {
  const { stop } = await showing(4, 4)
  const answering = queryClient.refetchQueries({ queryKey: key })
  writePrices([push(4, 5)])
  await answering
  expect(held()).toBe(5)
  stop()
})

test('pushes do not delay polling: what is watched is polled as often as without them', async () => {
  vi.useFakeTimers()
  const { answers, stop } = await showing(...Array<number>(99).fill(0))
  const leave = keepAsking(() => [key], 20_000)
  for (let second = 1; second <= 60; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    writePrices([push(0, second)])
  }
  expect(answers).toHaveBeenCalledTimes(1 + 3)
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(answers).toHaveBeenCalledTimes(1 + 3)
  stop()
})

test('a push about one match does not make its list look newer than its answer', async () => {
  const listKey = callKey('GET /api/app/sportsbook/fixtures', { query: { sport: 'football', when: 'today' } })
  queryClient.setQueryData(listKey, [{ fixtures: [fixtureAt(4)] }], { updatedAt: 1000 })
  writePrices([{ ...push(4, 5), scope: 'main' }])
  expect(queryClient.getQueryState(listKey)).toMatchObject({
    data: [{ fixtures: [{ version: 5 }] }],
    dataUpdatedAt: 1000,
  })
})

test('unchanged leagues of a list stay the same objects', () => {
  const listKey = callKey('GET /api/app/sportsbook/fixtures', { query: { sport: 'football', when: 'today' } })
  const league = (fixtureId: string) => ({
    competition: fixtureId,
    fixtures: [{ ...fixtureAt(4), fixtureId }],
  })
  queryClient.setQueryData(listKey, [league('5'), league('6')])
  const [moving, still] = queryClient.getQueryData<object[]>(listKey) ?? []
  writePrices([
    { ...push(4, 5), scope: 'main' },
    { ...push(5, 6), scope: 'main' },
  ])
  const [moved, kept] = queryClient.getQueryData<object[]>(listKey) ?? []
  expect(moved).toMatchObject({ fixtures: [{ version: 6 }] })
  expect(moved).not.toBe(moving)
  expect(kept).toBe(still)
})
