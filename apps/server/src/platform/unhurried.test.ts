import { expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Sql } from './db/index.ts'
import { openUnhurried } from './unhurried.ts'

const works = (sql: Sql) => sql<{ at: number }[]>`select 1 as at from pg_sleep(0.05)`

test('a long reading rests longer than it works, runs after the previous one, and ends when stopped', async () => {
  const { deps, close } = await openTestDeps()
  try {
    const unhurried = openUnhurried(deps.db)
    const order: string[] = []
    const pages = (name: string) => async (sql: Sql) => {
      for (let page = 0; page < 3; page += 1) {
        await works(sql)
        order.push(name)
      }
      return name
    }
    const beganAt = performance.now()
    expect(await Promise.all([unhurried.read(pages('one')), unhurried.read(pages('other'))])).toEqual([
      'one',
      'other',
    ])
    expect(order).toEqual(['one', 'one', 'one', 'other', 'other', 'other'])
    expect(performance.now() - beganAt).toBeGreaterThan(6 * 50 * 3 * 0.9)
    const cut = unhurried.read(async (sql) => {
      await works(sql)
      unhurried.stop()
      await works(sql)
      return 'through'
    })
    expect(await cut).toBeUndefined()
    const failing = openUnhurried(deps.db).read(() => Promise.reject(new Error('the table is gone')))
    await expect(failing).rejects.toThrow('the table is gone')
    expect(await openUnhurried(deps.db).read(() => Promise.resolve('goes on'))).toBe('goes on')
  } finally {
    await close()
  }
})

test('a statement that fails by a database fault is repeated each second and the reading continues, until it is stopped or thirty failed', async () => {
  const { deps, close } = await openTestDeps()
  try {
    const owner = ownerOf(deps.db)
    await owner`create sequence asked`
    await owner`
      create function answer_from(ask bigint) returns int language plpgsql as $$
      begin
        if nextval('asked') < ask then
          raise exception 'shutting down' using errcode = '57P01';
        end if;
        return 1;
      end $$`
    const answersFrom = (sql: Sql, ask: number) => sql<{ page: number }[]>`select answer_from(${ask}) as page`
    const asked = async () =>
      Number((await owner<{ n: string }[]>`select last_value::text as n from asked`)[0]?.n)
    const waits: number[] = []
    const wait = (ms: number) => Promise.resolve(waits.push(ms))
    const pages: number[] = []
    const unhurried = openUnhurried(owner, { wait })
    const read = unhurried.read(async (sql) => {
      pages.push((await sql<{ page: number }[]>`select 1 as page`)[0]?.page ?? 0)
      await answersFrom(sql, 3)
      pages.push((await sql<{ page: number }[]>`select 2 as page`)[0]?.page ?? 0)
      return 'through'
    })
    expect(await read).toBe('through')
    expect(pages).toEqual([1, 2])
    expect(await asked()).toBe(3)
    expect(waits.splice(0).filter((ms) => ms === 1000)).toHaveLength(2)
    await expect(unhurried.read((sql) => answersFrom(sql, 1000))).rejects.toThrow('shutting down')
    expect(await asked()).toBe(33)
    expect(waits.splice(0)).toEqual(Array.from({ length: 29 }, () => 1000))
    const stopping = openUnhurried(owner, { wait: () => Promise.resolve(stopping.stop()) })
    expect(await stopping.read((sql) => answersFrom(sql, 1000))).toBeUndefined()
    await expect(openUnhurried(deps.db, { wait }).read((sql) => sql`select 1 / 0`)).rejects.toThrow(
      'division by zero',
    )
    expect(waits).toEqual([])
  } finally {
    await close()
  }
})

test('an urgent reading does not wait for the ordinary one, which pauses until it is done', async () => {
  const { deps, close } = await openTestDeps()
  try {
    const order: string[] = []
    let begun: () => void
    const hasBegun = new Promise<void>((resolve) => (begun = resolve))
    const pages = (name: string) => async (sql: Sql) => {
      for (let page = 1; page <= 3; page += 1) {
        await works(sql)
        order.push(`${name} ${page}`)
        if (page === 1) begun()
      }
      return name
    }
    const ordinary = openUnhurried(deps.db).read(pages('ordinary'))
    await hasBegun
    const urgent = openUnhurried(deps.db, { isUrgent: true, rest: () => 0 }).read(pages('urgent'))
    expect(await Promise.all([ordinary, urgent])).toEqual(['ordinary', 'urgent'])
    // One statement of the ordinary reading may be under way as the urgent one begins.
    expect(order.filter((each) => each !== 'ordinary 2')).toEqual([
      'ordinary 1',
      'urgent 1',
      'urgent 2',
      'urgent 3',
      'ordinary 3',
    ])
  } finally {
    await close()
  }
})
