import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../../tools/test/database.ts'
import { openDb, waitMs } from './index.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await fresh.owner`create table thing (id int primary key, n int not null)`
})
afterAll(() => fresh.drop())

test('retries a transaction after a deadlock', async () => {
  await fresh.owner`insert into thing (id, n) values (21, 0), (22, 0)`
  const add = (first: number, second: number) =>
    fresh.owner.begin(async (tx) => {
      await tx`update thing set n = n + 1 where id = ${first}`
      await tx`select pg_sleep(0.1)`
      await tx`update thing set n = n + 1 where id = ${second}`
    })
  await Promise.all([add(21, 22), add(22, 21)])
  expect(await fresh.owner`select n from thing where id in (21, 22)`).toEqual([{ n: 2 }, { n: 2 }])
})

test('retries a transaction at most four times, with growing random delays', async () => {
  let times = 0
  const always = fresh.owner.begin(async (tx) => {
    times += 1
    await tx`do $$ begin raise exception 'a conflict' using errcode = '40001'; end $$`
  })
  await expect(always).rejects.toThrow('a conflict')
  expect(times).toBe(4)
  for (const nth of [1, 2, 3]) {
    const waits = new Set(Array.from({ length: 200 }, () => waitMs(nth)))
    expect(waits.size).toBeGreaterThan(3)
    expect(Math.min(...waits)).toBeGreaterThan(0)
    expect(Math.max(...waits)).toBeLessThanOrEqual(6 * nth)
  }
})

test('begins a transaction once if the database was opened with one attempt', async () => {
  const db = openDb({ url: fresh.url, connections: 1, onLostConnection: () => {}, attempts: 1 })
  let times = 0
  try {
    const cancelled = db.begin(async (tx) => {
      times += 1
      await tx`do $$ begin raise exception 'a conflict' using errcode = '40001'; end $$`
    })
    await expect(cancelled).rejects.toThrow('a conflict')
    expect(times).toBe(1)
  } finally {
    await db.close()
  }
})
