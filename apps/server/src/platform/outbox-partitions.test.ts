import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Deps } from './deps.ts'
import { defineEvent, on } from './events.ts'
import { listenToOutbox, rotateOutboxPartitions } from './outbox.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

test('creates days ahead, and drops old ones once every reader has passed them', async () => {
  const kept: number[] = []
  await ownerOf(deps.db)`delete from platform_outbox_reader`
  await ownerOf(deps.db)`delete from platform_outbox`
  await ownerOf(deps.db)`
    create table platform_outbox_p20200101 partition of platform_outbox
      for values from ('2020-01-01 00:00Z') to ('2020-01-02 00:00Z')`
  await ownerOf(deps.db)`
    insert into platform_outbox (created_at, topic, events)
    values ('2020-01-01 12:00Z', 'old', '[{"n":1}]'), ('2020-02-01 12:00Z', 'old', '[{"n":2}]')`
  const days = async () => {
    const rows = await deps.db<{ name: string }[]>`
      select relname as name from pg_class where relname like 'platform\\_outbox\\_p2%' and relkind = 'r'`
    return rows.map((row) => row.name).toSorted()
  }
  await rotateOutboxPartitions(deps.db)
  expect(await days()).toContain('platform_outbox_p20200101') // nobody has read it
  const keep = on(defineEvent<{ n: number }>('old'), async (_tx, events) => {
    kept.push(...events.map(({ n }) => n))
  })
  const { db, log } = deps
  const listener = listenToOutbox({ db, log, name: 'days', handlers: [keep], everyMs: 20 })
  await expect.poll(() => kept).toEqual([1, 2])
  await expect
    .poll(async () => {
      await rotateOutboxPartitions(deps.db)
      return days()
    })
    .not.toContain('platform_outbox_p20200101')
  expect(await days()).toHaveLength(4) // today and three ahead
  const [left] = await deps.db<{ count: number }[]>`select count(*) from platform_outbox where topic = 'old'`
  expect(left?.count).toBe(0)
  await listener.stop()
})
