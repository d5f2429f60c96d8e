import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { until } from '../../../../tools/test/until.ts'
import type { Deps } from './deps.ts'
import { notedCall, portStatuses } from './call-outside.ts'
import { jobStatuses, schedule } from './schedule.ts'
import { readDatabase, readPartitions, readReaderLags, readServers, reportServer } from './servers.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

const connected = () => ({ sockets: 3, players: 2 })
const jobNamed = (name: string) => jobStatuses().find((job) => job.name === name)

test('a server reports its state, and removes it when it stops', async () => {
  const server = reportServer(deps, { version: '1.2.3', connected })
  await until('it has told', async () => (await readServers(deps.db)).length === 1)
  const [reported] = await readServers(deps.db)
  expect(reported).toMatchObject({ version: '1.2.3', isSilent: false, status: { sockets: 3, players: 2 } })
  expect(reported?.status.jobs).toMatchObject([{ name: 'platform.server', runs: 1, isRunning: true }])
  await server.stop()
  expect(await readServers(deps.db)).toEqual([])
})

test('a server that missed three reports is silent, and removed an hour later by another', async () => {
  await deps.db`
    insert into platform_server (id, version, seen_at, standing)
    values (${'a'.repeat(32)}, '1', now() - interval '31 seconds', '{}'),
           (${'b'.repeat(32)}, '1', now() - interval '61 minutes', '{}')`
  expect((await readServers(deps.db)).map(({ isSilent }) => isSilent)).toEqual([true, true])
  const server = reportServer(deps, { version: '2', connected })
  await until('the older one is removed', async () => {
    const ids = (await readServers(deps.db)).map(({ id }) => id)
    return ids.length === 2 && !ids.includes('b'.repeat(32))
  })
  await server.stop()
})

test('a job reports its runs and failures, and nothing once stopped', async () => {
  let fails = true
  const run = () => (fails ? Promise.reject(new Error('not now')) : Promise.resolve())
  const job = schedule({ name: 'of this test', everyMs: 60_000, log: deps.log, run })
  expect(jobNamed('of this test')).toMatchObject({
    runs: 0,
    startedAgoMs: null,
    tookMs: null,
    failedAgoMs: null,
  })
  job.wake()
  await until('it failed', async () => jobNamed('of this test')?.failures === 1)
  expect(jobNamed('of this test')).toMatchObject({ runs: 1, failuresInARow: 1, isRunning: false })
  expect(jobNamed('of this test')?.failedAgoMs).toBeGreaterThanOrEqual(0)
  fails = false
  job.wake()
  await until('it ran', async () => jobNamed('of this test')?.failuresInARow === 0)
  expect(jobNamed('of this test')).toMatchObject({ runs: 2, failures: 1 })
  expect(jobNamed('of this test')?.nextInMs).toBeLessThanOrEqual(60_000)
  await job.stop()
  expect(jobNamed('of this test')).toBeUndefined()
})

test('records the results of outside calls, and passes them on', async () => {
  const named = () => portStatuses().find(({ name }) => name === 'bank of this test')
  const down = Promise.reject(new Error('down'))
  await expect(notedCall('bank of this test', down)).rejects.toThrow('down')
  expect(named()).toMatchObject({ answered: 0, failed: 1, failedInARow: 1, answeredAgoMs: null })
  expect(await notedCall('bank of this test', Promise.resolve('said'))).toBe('said')
  expect(named()).toMatchObject({ answered: 1, failed: 1, failedInARow: 0 })
  expect(named()?.answeredAgoMs).toBeGreaterThanOrEqual(0)
})

test('a reader of the outbox is behind by the rows it has not passed', async () => {
  const owner = ownerOf(deps.db)
  await owner`insert into platform_outbox_reader (name, id) values ('ahead', 9000000), ('behind', 0)`
  const events = async (count: number) => {
    await owner`
      insert into platform_outbox (topic, events, created_at)
      select 'of.test', '[]', now() - interval '1 minute' from generate_series(1, ${count}::int)`
  }
  await events(3)
  const lags = await readReaderLags(deps.db)
  expect(lags.map(({ name, behind, isMore }) => [name, behind, isMore])).toEqual([
    ['behind', 3, false],
    ['ahead', 0, false],
  ])
  expect(Date.now() - (lags[0]?.oldestAt?.getTime() ?? 0)).toBeGreaterThan(50_000)
  expect(lags[1]?.oldestAt).toBeNull()
  await events(10_000)
  expect((await readReaderLags(deps.db))[0]).toMatchObject({ name: 'behind', behind: 10_000, isMore: true })
})

test('partitioned tables report until when they have partitions', async () => {
  const parts = await readPartitions(deps.db)
  const [{ outbox, month } = { outbox: new Date(0), month: new Date(0) }] = await deps.db<
    { outbox: Date; month: Date }[]
  >`
    select (date_trunc('day', now() at time zone 'UTC') + interval '4 days') at time zone 'UTC' as outbox,
           date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' as month`
  expect(parts.find(({ table }) => table === 'platform_outbox')?.until).toEqual(outbox)
  const entries = parts.find(({ table }) => table === 'ledger_entry')
  expect(entries?.until.getTime()).toBeGreaterThan(month.getTime())
  expect(parts.map(({ until: end }) => end.getTime())).toEqual(
    parts.map(({ until: end }) => end.getTime()).toSorted((one, other) => one - other),
  )
})

test('the database reports its size and connections', async () => {
  const { bytes, connections, maxConnections, version } = await readDatabase(deps.db)
  expect(bytes).toBeGreaterThan(1_000_000)
  expect(connections).toBeGreaterThan(0)
  expect(maxConnections).toBeGreaterThan(connections)
  expect(version).toMatch(/^\d+/)
})
