import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { until } from '../../../../tools/test/until.ts'
import type { Deps } from './deps.ts'
import { Bug, Fault } from './errors.ts'
import { defineEvent, on } from './events.ts'
import { type Listener, listenToOutbox, writeEvents } from './outbox.ts'
import { skippedBy } from './skip-failing.ts'

let deps: Deps
let close: () => Promise<void>
const listeners: Listener[] = []
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
const stop = async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.stop()))
}
afterEach(stop)
afterAll(() => close())

type Numbered = { playerId: number; n: number }
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Starts a reader that keeps the numbers it handles and fails on some; `tries` counts its attempts. */
function listen(
  name: string,
  isBad: (n: number) => boolean,
  { error = new Bug('a faulty row'), isInOrder = false }: { error?: Error; isInOrder?: boolean } = {},
) {
  const seen = { kept: [] as number[], tries: 0 }
  const handler = on(defineEvent<Numbered>(name), async (tx, events) => {
    seen.tries += 1
    await tx`insert into platform_outbox_reader (name, id) values (${`${name} was here`}, 0) on conflict do nothing`
    if (events.some(({ n }) => isBad(n))) throw error
    tx.afterCommit(() => seen.kept.push(...events.map(({ n }) => n)))
  })
  const { db, log } = deps
  const park = skippedBy(deps, name)
  const inOrder = isInOrder ? [handler] : []
  listeners.push(listenToOutbox({ db, log, name, handlers: [handler], everyMs: 20, park, inOrder }))
  return seen
}

/** Writes numbers, a row each. */
async function write(name: string, ns: readonly number[]): Promise<void> {
  await deps.db.begin(async (tx) => {
    for (const n of ns) await writeEvents(tx, defineEvent<Numbered>(name), [{ playerId: 7, n }])
  })
}

const parked = async (reader: string) =>
  (
    await deps.db<{ n: number }[]>`
      select (events::jsonb->0->>'n')::int as n from platform_outbox_parked
       where reader = ${reader} and player_id = 7 order by id`
  ).map(({ n }) => n)

test('a row that fails alone is parked and reported, the others go on, and it is handled once it can be', async () => {
  const first = listen('one', (n) => n === 17)
  await write('one', upTo(40))
  await expect.poll(() => first.kept.length).toBe(39)
  expect(first.kept).toEqual(upTo(40).filter((n) => n !== 17))
  expect(await parked('one')).toEqual([17])
  expect(await deps.metrics.text()).toContain('palpite_job_skipped_total{name="one"} 1')
  await stop()
  listen('one', (n) => n === 17)
  await expect.poll(() => deps.metrics.text()).toContain('palpite_job_skipped_total{name="one"} 2')
  await stop()
  expect(await parked('one')).toEqual([17])
  const servers = [listen('one', () => false), listen('one', () => false)]
  await write('one', [40])
  const kept = () => servers.flatMap((server) => server.kept).toSorted((one, other) => one - other)
  await expect.poll(kept).toEqual([17, 40])
  await stop()
  expect(kept()).toEqual([17, 40])
  expect(await parked('one')).toEqual([])
})

test('a row that is no list is parked', async () => {
  await deps.db`insert into platform_outbox (topic, events) values ('misfit', 'no list')`
  const seen = listen('misfit', () => false)
  await write('misfit', [1])
  await expect.poll(() => seen.kept).toEqual([1])
})

test('a reader that fails on every row parks twenty and stops, and loses none', async () => {
  const failing = listen('all', () => true)
  await write('all', upTo(30))
  await until('twenty are parked', async () => (await parked('all')).length >= 20)
  const { tries } = failing
  await expect.poll(() => failing.tries).toBeGreaterThan(tries + 20)
  expect(await parked('all')).toEqual(upTo(20))
  await stop()
  const repaired = listen('all', () => false)
  await expect.poll(() => repaired.kept.length).toBe(30)
  expect(repaired.kept.toSorted((one, other) => one - other)).toEqual(upTo(30))
})

test('nothing is parked while what is outside fails', async () => {
  const failing = listen('away', () => true, { error: new Fault('the database is away') })
  await write('away', [1])
  await expect.poll(() => failing.tries).toBeGreaterThan(20)
  await stop()
  expect(await parked('away')).toEqual([])
})

test('a topic that needs its order is not parked: its reader stops at the row until it is repaired', async () => {
  const failing = listen('in-order', (n) => n === 2, { isInOrder: true })
  await write('in-order', upTo(5))
  await expect.poll(() => failing.tries).toBeGreaterThan(20)
  expect(failing.kept).toEqual([0, 1])
  await stop()
  expect(await parked('in-order')).toEqual([])
  const repaired = listen('in-order', () => false, { isInOrder: true })
  await expect.poll(() => repaired.kept).toEqual([2, 3, 4])
})
