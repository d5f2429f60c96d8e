import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import type { Deps } from './deps.ts'
import { type Listen, type Listener, listenToOutbox, sweepOutbox, writeEvents } from './outbox.ts'

let deps: Deps
let close: () => Promise<void>
const listeners: Listener[] = []
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.stop()))
})
afterAll(() => close())

let names = 0
const nextName = () => {
  names += 1
  return `reader-${names}`
}

function listen(name: string, topic: string, hear: Listen, everyMs = 20): void {
  listeners.push(listenToOutbox({ db: deps.db, log: deps.log, name, topics: [topic], listen: hear, everyMs }))
}

const say = (topic: string, ...ns: number[]) =>
  deps.db.begin((tx) =>
    writeEvents(
      tx,
      topic,
      ns.map((n) => ({ n })),
    ),
  )

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (holds()) return
    await sleep(10)
  }
  throw new Error('it never came')
}

/** Keeps what it heard, in order. */
function hearing(): { heard: unknown[]; hear: Listen } {
  const heard: unknown[] = []
  return {
    heard,
    hear: (_tx, _topic, events) => {
      heard.push(...events.map(({ n }) => n))
      return Promise.resolve()
    },
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('the outbox', () => {
  test('tells facts in the order of commits, once each, and only of its topics', async () => {
    const { heard, hear } = hearing()
    listen(nextName(), 'order', hear)
    for (const n of upTo(30)) {
      await say('order', n)
      await say('something.else', 1000 + n)
    }
    await until(() => heard.length >= 30)
    expect(heard).toEqual(upTo(30))
  })

  test('goes by the number of a transaction, not by its digits, and tells nothing twice', async () => {
    const { heard, hear } = hearing()
    await deps.db`
      insert into platform_outbox (xid, topic, events)
      values ('100', 'digits', '[{"n":4}]'), ('9', 'digits', '[{"n":1}]'),
             ('99', 'digits', '[{"n":3}]'), ('10', 'digits', '[{"n":2}]')`
    listen(nextName(), 'digits', hear)
    await until(() => heard.length >= 4)
    await sleep(100)
    expect(heard).toEqual([1, 2, 3, 4])
  })

  test('tells all facts of a list, in their order, in rows that fit into a page', async () => {
    const { heard, hear } = hearing()
    await say('many', ...upTo(120))
    listen(nextName(), 'many', hear)
    await until(() => heard.length >= 120)
    expect(heard).toEqual(upTo(120))
    const rows = await deps.db<{ n: number }[]>`
      select json_array_length(events::json) as n from platform_outbox where topic = 'many' order by id`
    expect(rows.map(({ n }) => n)).toEqual([50, 50, 20])
  })

  test('tells nothing that was undone', async () => {
    const { heard, hear } = hearing()
    listen(nextName(), 'undone', hear)
    const undone = deps.db.begin(async (tx) => {
      await writeEvents(tx, 'undone', [{ n: 1 }])
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    await say('undone', 2)
    await until(() => heard.length > 0)
    expect(heard).toEqual([2])
  })

  test('wakes its listeners when a commit can be seen, not at the next beat', async () => {
    const { heard, hear } = hearing()
    listen(nextName(), 'wake', hear, 60_000)
    await sleep(200)
    // A transaction of any other database of this PostgreSQL may hide one for a moment; the next one wakes it again.
    for (let n = 1; heard.length === 0 && n < 100; n += 1) {
      await say('wake', n)
      await sleep(20)
    }
    expect(heard[0]).toBe(1)
  })

  test('holds later facts back while an earlier transaction is under way', async () => {
    const { heard, hear } = hearing()
    listen(nextName(), 'slow', hear)
    let finish = () => {}
    const waiting = new Promise<void>((resolve) => (finish = resolve))
    const slow = deps.db.begin(async (tx) => {
      await tx`select pg_current_xact_id()`
      await waiting
      await writeEvents(tx, 'slow', [{ n: 1 }])
    })
    await sleep(50)
    await say('slow', 2)
    await sleep(200)
    expect(heard).toEqual([])
    finish()
    await slow
    await until(() => heard.length === 2)
    expect(heard).toEqual([1, 2])
  })

  test('tells again what a listener failed on, and loses nothing', async () => {
    const heard: unknown[] = []
    let failures = 3
    listen(nextName(), 'again', (_tx, _topic, events) => {
      if (failures > 0) {
        failures -= 1
        return Promise.reject(new Error('not now'))
      }
      heard.push(...events.map(({ n }) => n))
      return Promise.resolve()
    })
    await say('again', 1, 2)
    await say('again', 3)
    await until(() => heard.length >= 3)
    expect(heard).toEqual([1, 2, 3])
  })

  test('of two servers with one reader each fact reaches one of them, in order', async () => {
    const name = nextName()
    const { heard, hear } = hearing()
    listen(name, 'two', hear)
    listen(name, 'two', hear)
    for (const n of upTo(40)) await say('two', n)
    await until(() => heard.length >= 40)
    await sleep(100)
    expect(heard).toEqual(upTo(40))
  })

  test('what a listener writes happens once, with its place', async () => {
    await deps.db`create table heard_fact (n int)`
    let failures = 2
    listen(nextName(), 'written', async (tx, _topic, events) => {
      for (const { n } of events) await tx`insert into heard_fact (n) values (${Number(n)})`
      failures -= 1
      if (failures >= 0) throw new Error('after writing')
    })
    await say('written', 1)
    const written = () => deps.db`select n from heard_fact`
    await expect.poll(written).toEqual([{ n: 1 }])
    await sleep(100)
    expect(await written()).toEqual([{ n: 1 }])
  })

  test('forgets only what is old and was read by all', async () => {
    const { heard, hear } = hearing()
    const name = nextName()
    listen(name, 'old', hear)
    await say('old', 1)
    await say('old', 2)
    await until(() => heard.length === 2)
    await Promise.all(listeners.splice(0).map((listener) => listener.stop()))
    await say('old', 3)
    await deps.db`update platform_outbox set created_at = now() - interval '2 days'`
    await deps.db`delete from platform_outbox_reader where name <> ${name}`
    await sweepOutbox(deps.db)
    // The event that the reader stands at stays until it has gone on.
    const left = await deps.db<{ events: unknown }[]>`
      select events::json from platform_outbox where topic = 'old' order by id`
    expect(left.map(({ events }) => events)).toEqual([[{ n: 2 }], [{ n: 3 }]])
  })
})
