import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { ownerOf } from '../../../../../tools/test/database.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { Fault } from '../errors.ts'
import { openMetrics } from '../metrics.ts'
import { watchOutages } from './outages.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  await ownerOf(deps.db)`create table outages_written (id int)`
  await ownerOf(deps.db)`grant insert, select on outages_written to palpite_app`
})
afterAll(() => close())

async function watching(config: Partial<Config>) {
  const metrics = openMetrics()
  const own = { ...deps.config, DATABASE_OWNER_URL: undefined, ...config } as Config
  const outages = await watchOutages({ config: own, db: deps.db, log: deps.log, metrics })
  return { ...outages, metrics }
}
const written = async () =>
  (await deps.db<{ count: number }[]>`select count(*)::int as count from outages_written`)[0]?.count

test('a healthy database is read and written, and reported as ready', async () => {
  const { db, trouble, stop } = await watching({ DISK_RESERVE_MB: 0 })
  await db.begin((tx) => tx`insert into outages_written values (1)`)
  expect(await db`select id from outages_written`).toEqual([{ id: 1 }])
  expect(trouble()).toBeUndefined()
  expect(db.database).toBe(deps.db.database) // caches are per database
  await stop()
})

test('below the reserve of its disk nothing is written, reading continues, and the gauge says why', async () => {
  const before = await written()
  const ownerUrl = deps.config.DATABASE_URL.replace('palpite_app@', 'palpite@')
  const { db, trouble, stop, metrics } = await watching({
    DISK_RESERVE_MB: Number.MAX_SAFE_INTEGER / 2 ** 21,
    DATABASE_OWNER_URL: ownerUrl,
  })
  await expect.poll(trouble).toBe('disk_full')
  await expect(db.begin((tx) => tx`insert into outages_written values (2)`)).rejects.toThrow(Fault)
  expect(await db`select 1 as one`).toEqual([{ one: 1 }])
  expect(await written()).toBe(before)
  expect(await metrics.text()).toMatch(/^palpite_trouble\{what="disk_full"\} 1$/m)
  await stop()
})

test('trusts a database’s own report of a full disk, for a while', async () => {
  const { db, trouble, stop } = await watching({ DISK_RESERVE_MB: 0 })
  const full = db.begin((tx) => tx`do $$ begin raise exception 'no space' using errcode = '53100'; end $$`)
  await expect(full).rejects.toThrow('no space')
  expect(trouble()).toBe('disk_full')
  await expect.poll(trouble).toBeUndefined()
  await stop()
})

test('a write that failed for another reason does not make the server unready', async () => {
  const { db, trouble, stop } = await watching({ DISK_RESERVE_MB: 0 })
  await expect(db.begin((tx) => tx`insert into nowhere values (1)`)).rejects.toThrow('nowhere')
  expect(trouble()).toBeUndefined()
  await stop()
})
