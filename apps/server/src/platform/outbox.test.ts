import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { until } from '../../../../tools/test/until.ts'
import type { Db, Tx } from './db/index.ts'
import type { Deps } from './deps.ts'
import { defineEvent, on } from './events.ts'
import { type Listener, listenToOutbox, writeEvents } from './outbox.ts'

let deps: Deps
let close: () => Promise<void>
let server: ReturnType<typeof openServerDb>
const listeners: Listener[] = []
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  server = openServerDb()
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

type Numbered = { n: number }
type Handle = (tx: Tx, events: readonly Numbered[]) => Promise<void>

const numbered = (topic: string) => defineEvent<{ n: number }>(topic)

function listen(name: string, topic: string, handle: Handle, { everyMs = 20, db = server.db } = {}): void {
  const handlers = [on(numbered(topic), handle)]
  listeners.push(listenToOutbox({ db, log: deps.log, name, handlers, everyMs }))
}

const write = (topic: string, ...ns: number[]) =>
  deps.db.begin((tx) =>
    writeEvents(
      tx,
      numbered(topic),
      ns.map((n) => ({ n })),
    ),
  )

/**
 * The database as a separate server uses it. Waits until this many readings started after this call have ended:
 * events not delivered by then will not be. Counts the statements of readings, and the transactions of readers.
 */
function openServerDb() {
  const counts = { places: 0, events: 0, transactions: 0 }
  let ended = 0
  const db = new Proxy(deps.db, {
    apply: (target, self, [strings, ...values]: Parameters<Db>) => {
      const text = strings.join('')
      const answer = Reflect.apply(target, self, [strings, ...values]) as ReturnType<Db>
      if (text.includes('from platform_outbox\n')) counts.events += 1
      if (!text.includes('platform_outbox_horizon')) return answer
      counts.places += 1
      const end = () => (ended += 1)
      void answer.then(end, end)
      return answer
    },
    get: (target, key: keyof Db) => {
      if (key !== 'begin') return target[key]
      counts.transactions += 1
      return target.begin
    },
  })
  const readings = (count = 1) => {
    // Readings are sequential: once the next one has started, this one has delivered all it found.
    const last = counts.places + count + 1
    return until(`${count} readings have ended`, () => ended >= last)
  }
  return { db, counts, readings }
}

/** Records what it received, in order. */
function keeping(): { kept: number[]; keep: Handle } {
  const kept: number[] = []
  return {
    kept,
    keep: async (_tx, events) => {
      kept.push(...events.map(({ n }) => n))
    },
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('the outbox', () => {
  test('delivers events in the order written, once each, and only of its topics', async () => {
    const { kept, keep } = keeping()
    listen(nextName(), 'order', keep)
    for (const n of upTo(30)) {
      await write('order', n)
      await write('something.else', 1000 + n)
    }
    await expect.poll(() => kept.length).toBeGreaterThanOrEqual(30)
    expect(kept).toEqual(upTo(30))
  })

  test('delivers all events of a list, in order, in rows that fit into a page', async () => {
    const { kept, keep } = keeping()
    await write('many', ...upTo(120))
    listen(nextName(), 'many', keep)
    await expect.poll(() => kept.length).toBeGreaterThanOrEqual(120)
    expect(kept).toEqual(upTo(120))
    const rows = await deps.db<{ n: number }[]>`
      select json_array_length(events::json) as n from platform_outbox where topic = 'many' order by id`
    expect(rows.map(({ n }) => n)).toEqual([50, 50, 20])
  })

  test('shows all events of a page once, before the handlers get the first of them', async () => {
    const order: string[] = []
    for (const n of upTo(3)) {
      await write('page.one', n)
      await write('page.other', 10 + n)
    }
    const handlers = ['page.one', 'page.other'].map((topic) =>
      on(numbered(topic), async (_tx, events) => void order.push(...events.map(({ n }) => String(n)))),
    )
    const beforePage = async (events: readonly object[]) =>
      void order.push(`page of ${(events as readonly Numbered[]).map(({ n }) => n).join(' ')}`)
    listeners.push(listenToOutbox({ db: server.db, log: deps.log, name: nextName(), handlers, beforePage }))
    await expect.poll(() => order.length).toBeGreaterThanOrEqual(7)
    expect(order).toEqual(['page of 0 10 1 11 2 12', '0', '10', '1', '11', '2', '12'])
  })

  test('delivers no event of a transaction that was rolled back', async () => {
    const { kept, keep } = keeping()
    listen(nextName(), 'undone', keep)
    const undone = deps.db.begin(async (tx) => {
      await writeEvents(tx, numbered('undone'), [{ n: 1 }])
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    await write('undone', 2)
    await expect.poll(() => kept.length).toBeGreaterThan(0)
    expect(kept).toEqual([2])
  })

  test('wakes its readers when a commit becomes visible, not at the next interval', async () => {
    const { kept, keep } = keeping()
    const first = server.counts.places
    listen(nextName(), 'wake', keep, { everyMs: 600_000 })
    await until('the first reading has begun', () => server.counts.places > first)
    await write('wake', 1)
    await expect.poll(() => kept.length).toBeGreaterThan(0)
    expect(kept).toEqual([1])
  })

  test('does not skip events with earlier ids that commit later', async () => {
    const { kept, keep } = keeping()
    listen(nextName(), 'slow', keep)
    const lock = 5_000_001
    const go = await holdLock(lock)
    // Its events are written, and its commit waits for the lock.
    let slow: Promise<unknown> = Promise.resolve()
    await new Promise<void>((written) => {
      slow = deps.db.begin(async (tx) => {
        await writeEvents(tx, numbered('slow'), [{ n: 1 }])
        written()
        await tx`select pg_advisory_xact_lock(${lock})`
      })
    })
    await write('slow', 2)
    await server.readings()
    expect(kept).toEqual([])
    go()
    await slow
    await expect.poll(() => kept.length).toBe(2)
    expect(kept).toEqual([1, 2])
  })

  test('does not wait for transactions that have not written events yet', async () => {
    const { kept, keep } = keeping()
    listen(nextName(), 'long', keep)
    let finish = () => {}
    const waiting = new Promise<void>((resolve) => (finish = resolve))
    let long: Promise<unknown> = Promise.resolve()
    await new Promise<void>((begun) => {
      long = deps.db.begin(async (tx) => {
        await tx`select pg_current_xact_id()`
        begun()
        await waiting
        await writeEvents(tx, numbered('long'), [{ n: 1 }])
      })
    })
    await write('long', 2)
    await expect.poll(() => kept.length).toBe(1)
    finish()
    await long
    await expect.poll(() => kept.length).toBe(2)
    expect(kept).toEqual([2, 1])
  })

  test('loses and repeats nothing with many concurrent writers', async () => {
    const { kept, keep } = keeping()
    listen(nextName(), 'crowd', keep, { everyMs: 1 })
    await Promise.all(
      upTo(8).map(async (writer) => {
        for (const n of upTo(40)) await write('crowd', writer * 100 + n)
      }),
    )
    await expect.poll(() => kept.length).toBeGreaterThanOrEqual(320)
    await server.readings()
    expect(kept).toHaveLength(320)
    expect(new Set(kept).size).toBe(320)
    for (const writer of upTo(8)) {
      const own = kept.filter((n) => Math.floor(n / 100) === writer)
      expect(own).toEqual(own.toSorted((one, other) => one - other))
    }
  })

  test('a slow or failing reader delays no other', async () => {
    const { kept, keep } = keeping()
    let finish = () => {}
    const waiting = new Promise<void>((resolve) => (finish = resolve))
    let hasBegun = false
    listen(nextName(), 'shared', async (tx) => {
      // It holds a transaction with writes, which is the most a slow handler can hold.
      await tx`create temporary table slow_reader (n int) on commit drop`
      hasBegun = true
      await waiting
    })
    let failures = 0
    listen(nextName(), 'shared', () => {
      failures += 1
      return Promise.reject(new Error('not now'))
    })
    listen(nextName(), 'shared', keep)
    await write('shared', 1)
    await expect.poll(() => hasBegun && kept.length === 1).toBe(true)
    for (const n of [2, 3, 4]) await write('shared', n)
    await expect.poll(() => kept.length === 4 && failures > 0).toBe(true)
    expect(kept).toEqual([1, 2, 3, 4])
    finish()
  })

  test('stops at an unreadable event, and delivers it once repaired', async () => {
    const { kept, keep } = keeping()
    await deps.db`insert into platform_outbox (topic, events) values ('misfit', 'no list')`
    listen(nextName(), 'misfit', keep)
    await write('misfit', 2)
    await server.readings()
    expect(kept).toEqual([])
    await ownerOf(
      deps.db,
    )`update platform_outbox set events = '[{"n":1}]' where topic = 'misfit' and events = 'no list'`
    await expect.poll(() => kept.length).toBe(2)
    expect(kept).toEqual([1, 2])
  })

  test('ten idle readers send one query per interval, and write nothing', async () => {
    const own = openServerDb()
    const readers = upTo(10).map((n) => {
      const name = nextName()
      listen(name, `idle.${n}`, () => Promise.resolve(), { db: own.db })
      return name
    })
    const idle = async () =>
      (
        await deps.db`
          select from platform_outbox_reader, platform_outbox_id where name = any(${readers}) and id = last_value`
      ).length
    await expect.poll(idle).toBe(readers.length)
    await own.readings()
    const before = { ...own.counts }
    const written = () => deps.db`select name, xmin::text from platform_outbox_reader order by name`
    const rows = await written()
    await own.readings(5)
    expect(own.counts.places - before.places).toBeGreaterThanOrEqual(5)
    expect(own.counts.events).toBe(before.events)
    expect(own.counts.transactions).toBe(before.transactions)
    expect(await written()).toEqual(rows)
  })

  test('reads an event once for all readers, and only its subscribers use a transaction', async () => {
    const own = openServerDb()
    const kepts = upTo(3).map(keeping)
    for (const { keep } of kepts) listen(nextName(), 'read.once', keep, { db: own.db })
    for (const n of upTo(5)) listen(nextName(), `another.${n}`, () => Promise.resolve(), { db: own.db })
    await write('read.once', 1)
    await expect.poll(() => kepts.every(({ kept }) => kept.length === 1)).toBe(true)
    await own.readings(2)
    const before = { ...own.counts }
    await write('read.once', 2)
    await expect.poll(() => kepts.every(({ kept }) => kept.length === 2)).toBe(true)
    expect(own.counts.events - before.events).toBe(1)
    expect(own.counts.transactions - before.transactions).toBe(3)
    expect(kepts.map(({ kept }) => kept)).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
  })

  test('stores the player of the events of a row: 0 for none or several', async () => {
    const owned = defineEvent<{ playerId: number; n: number }>('owned')
    const list = (...playerIds: number[]) => playerIds.map((playerId, n) => ({ playerId, n }))
    await deps.db.begin((tx) => writeEvents(tx, owned, list(7, 7)))
    await deps.db.begin((tx) => writeEvents(tx, owned, list(7, 8)))
    await write('owned', 1)
    const rows = await deps.db<{ playerId: number }[]>`
      select player_id as "playerId" from platform_outbox where topic = 'owned' order by id`
    expect(rows.map(({ playerId }) => playerId)).toEqual([7, 0, 0])
  })

  test('redelivers what a handler failed on, and loses nothing', async () => {
    const kept: number[] = []
    let failures = 3
    listen(nextName(), 'again', (_tx, events) => {
      if (failures > 0) {
        failures -= 1
        return Promise.reject(new Error('not now'))
      }
      kept.push(...events.map(({ n }) => n))
      return Promise.resolve()
    })
    await write('again', 1, 2)
    await write('again', 3)
    await expect.poll(() => kept.length).toBeGreaterThanOrEqual(3)
    expect(kept).toEqual([1, 2, 3])
  })

  test('of two servers with one reader each event reaches one of them, in order', async () => {
    const name = nextName()
    const { kept, keep } = keeping()
    const other = openServerDb()
    listen(name, 'two', keep)
    listen(name, 'two', keep, { db: other.db })
    for (const n of upTo(40)) await write('two', n)
    await expect.poll(() => kept.length).toBeGreaterThanOrEqual(40)
    await Promise.all([server.readings(2), other.readings(2)])
    expect(kept).toEqual(upTo(40))
  })

  test('after the database lost its last moments, redelivers what it has forgotten', async () => {
    const { kept, keep } = keeping()
    const name = nextName()
    const own = openServerDb()
    listen(name, 'lost', keep, { db: own.db })
    await write('lost', 1)
    await expect.poll(() => kept).toEqual([1])
    const [before] = await deps.db<
      { id: number }[]
    >`select id from platform_outbox_reader where name = ${name}`
    await write('lost', 2)
    await expect.poll(() => kept).toEqual([1, 2])
    // As after a power cut: neither the position nor the handler's writes were on disk.
    await deps.db`update platform_outbox_reader set id = ${before?.id ?? 0} where name = ${name}`
    await expect.poll(() => kept).toEqual([1, 2, 2])
    await write('lost', 3)
    await expect.poll(() => kept).toEqual([1, 2, 2, 3])
    await own.readings(2)
    expect(kept).toEqual([1, 2, 2, 3])
  })

  test('a handler’s writes happen once, together with the position', async () => {
    await ownerOf(deps.db)`create table kept_event (n int)`
    let failures = 2
    listen(nextName(), 'written', async (tx, events) => {
      for (const { n } of events) await tx`insert into kept_event (n) values (${Number(n)})`
      failures -= 1
      if (failures >= 0) throw new Error('after writing')
    })
    await write('written', 1)
    const written = () => deps.db`select n from kept_event`
    await expect.poll(written).toEqual([{ n: 1 }])
    await server.readings()
    expect(await written()).toEqual([{ n: 1 }])
  })
})

/** Holds an advisory lock in a transaction until the returned function is called. */
async function holdLock(key: number): Promise<() => void> {
  let release = () => {}
  const waiting = new Promise<void>((resolve) => (release = resolve))
  await new Promise<void>((resolve, reject) => {
    deps.db
      .begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(${key})`
        resolve()
        await waiting
      })
      .catch(reject)
  })
  return release
}
