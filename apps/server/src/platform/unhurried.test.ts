import { expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Sql } from './db/index.ts'
import { openUnhurried } from './unhurried.ts'

const works = (sql: Sql) => sql<{ at: number }[]>`select 1 as at from pg_sleep(0.05)`

test('a long reading rests for longer than it works, one reading after the other, and ends where it is stopped', async () => {
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
