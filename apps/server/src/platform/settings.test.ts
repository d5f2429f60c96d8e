import pg from 'pg'
import * as z from 'zod'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../tools/test/database.ts'
import { readAudit, verifyAudit } from './audit.ts'
import { openLog } from './log.ts'
import { watched } from '../../../../tools/test/watched-logs.ts'
import { openMetrics } from './metrics.ts'
import {
  approveSetting,
  proposeSetting,
  readVersions,
  rejectSetting,
  watchSettings,
} from './decide-settings.ts'
import { defineSettings, openSettings, readInForce } from './settings.ts'

const definition = defineSettings(
  {
    module: 'shop',
    takesEffect: 'at_once',
    defaults: { minCents: 100, maxCents: 1000, times: { day: 1, night: 2 }, secretOfCode: 'x' },
  },
  {
    minCents: z.int().min(1),
    maxCents: z.int().min(1),
    times: z.strictObject({ day: z.int(), night: z.int() }),
  },
  ({ minCents, maxCents }) => (minCents > maxCents ? 'minCents' : undefined),
)

let fresh: FreshDatabase
beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => {
  vi.useRealTimers()
  return fresh.drop()
})

const propose = (value: unknown, more: { baseVersion?: number; inForceFrom?: Date } = {}) =>
  fresh.db.begin((tx) =>
    proposeSetting(tx, definition, { operatorId: 1, value, baseVersion: 0, inForceFrom: null, ...more }),
  )
/** Operator 9 was created by 1. The module above records who created whom; here it is only asked. */
const areIndependent = async (_tx: unknown, one: number, other: number) =>
  one !== other && !(one === 1 && other === 9)
const approve = (version: number, by = 2) =>
  fresh.db.begin((tx) => approveSetting(tx, definition, { version, by }, areIndependent))
const refusal = (code: string) => ({ ok: false, refusal: expect.objectContaining({ code }) as object })
const fieldOf = (field: string) => ({
  ok: false,
  refusal: expect.objectContaining({ values: { field } }) as object,
})

test('defaults hold until one operator’s proposal is approved by another, then it takes effect within a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] }) // the test decides when the second is over
  const settings = openSettings(definition)
  expect(await settings.read(fresh.db)).toEqual(definition.defaults)
  expect(await propose({ minCents: 200 })).toEqual({ ok: true, value: { version: 1 } })
  expect(await readInForce(fresh.db, definition)).toEqual({})
  expect(await approve(1)).toEqual({ ok: true, value: null })
  expect((await settings.read(fresh.db)).minCents).toBe(100) // cached less than a second ago
  vi.advanceTimersByTime(1001)
  expect(await settings.read(fresh.db)).toEqual({ ...definition.defaults, minCents: 200 })
})

test('settings by operators override the values given when the module is opened', async () => {
  await propose({ minCents: 200 })
  await approve(1)
  const settings = openSettings(definition, { minCents: 5, maxCents: 6 })
  expect(await settings.read(fresh.db)).toMatchObject({ minCents: 200, maxCents: 6 })
})

test('a version waits for its time, and the highest one whose time has come applies', async () => {
  await propose({ minCents: 200 })
  await approve(1)
  await propose({ minCents: 300 }, { baseVersion: 1, inForceFrom: new Date(Date.now() + 3600_000) })
  expect(await approve(2)).toEqual({ ok: true, value: null })
  expect(await readInForce(fresh.db, definition)).toEqual({ minCents: 200 })
  expect(await propose({ maxCents: 300 }, { baseVersion: 2, inForceFrom: new Date(0) })).toMatchObject({
    ok: true,
  })
  await approve(3)
  expect(await readInForce(fresh.db, definition)).toEqual({ maxCents: 300 })
  const [third] = await readVersions(fresh.db, 'shop', { max: 1 })
  expect(third?.inForceFrom).toEqual(third?.approvedAt) // a past time becomes now
})

test.each([
  [{ minCents: 0 }, 'value.minCents'],
  [{ minCents: '1' }, 'value.minCents'],
  [{ times: { day: 1 } }, 'value.times.night'],
  [{ secretOfCode: 'y' }, 'value.secretOfCode'],
  [{ minCents: 1001 }, 'value.minCents'],
  [{ minCents: 2001, maxCents: 2000 }, 'value.minCents'],
  [[], 'value.value'],
])('refuses %j and names the field', async (value, field) => {
  expect(await propose(value)).toEqual(fieldOf(field))
})

test('refuses approval of one’s own or a dependent’s proposal, a second decision, and an unknown version', async () => {
  await propose({ minCents: 200 })
  expect(await approve(1, 1)).toEqual(refusal('four_eyes'))
  expect(await approve(1, 9)).toEqual(refusal('four_eyes'))
  expect(await approve(1)).toMatchObject({ ok: true })
  expect(await approve(1, 3)).toEqual(refusal('setting_decided'))
  expect(await fresh.db.begin((tx) => rejectSetting(tx, definition, { version: 1, by: 3 }))).toEqual(
    refusal('setting_decided'),
  )
  expect(await approve(7)).toEqual(refusal('not_found'))
})

test('a rejected proposal changes nothing, and its proposer may withdraw it', async () => {
  await propose({ minCents: 200 })
  expect(await fresh.db.begin((tx) => rejectSetting(tx, definition, { version: 1, by: 1 }))).toEqual({
    ok: true,
    value: null,
  })
  expect(await approve(1)).toEqual(refusal('setting_decided'))
  expect(await readInForce(fresh.db, definition)).toEqual({})
})

test('of two proposals based on the same settings, the second one approved is outdated', async () => {
  await propose({ minCents: 200 })
  await propose({ maxCents: 2000 })
  expect(await Promise.all([approve(1), approve(2, 3)])).toEqual(
    expect.arrayContaining([{ ok: true, value: null }, refusal('setting_outdated')]),
  )
  expect(await propose({ minCents: 5 })).toEqual(refusal('setting_outdated'))
})

test('concurrent proposals get a version each', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => propose({ minCents: 200 })))
  expect(made.flatMap((one) => (one.ok ? [one.value.version] : [])).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
})

test('each step is in the audit chain', async () => {
  await propose({ minCents: 200 })
  await approve(1)
  await propose({ minCents: 300 }, { baseVersion: 1 })
  await fresh.db.begin((tx) => rejectSetting(tx, definition, { version: 2, by: 3 }))
  const rows = await readAudit(fresh.db, { max: 10 })
  expect(rows.map(({ action, actorId, subject }) => [action, actorId, subject])).toEqual([
    ['setting.rejected', 3, 'setting:shop:2'],
    ['setting.proposed', 1, 'setting:shop:2'],
    ['setting.approved', 2, 'setting:shop:1'],
    ['setting.proposed', 1, 'setting:shop:1'],
  ])
  expect(rows[2]?.details).toMatchObject({ value: { minCents: 200 }, proposedBy: 1 })
  expect(await verifyAudit(fresh.db)).toEqual([])
})

test.each([
  [
    'its proposer approves',
    'update platform_setting set approved_by = 1, approved_at = now(), in_force_from = now()',
    'four_eyes',
  ],
  [
    'it is in force before its approval',
    `update platform_setting set approved_by = 2, approved_at = now(), in_force_from = now() - interval '1 s'`,
    'not_before_approval',
  ],
  ['its value changes', `update platform_setting set value = '{"minCents": 1}'`, 'never change'],
  ['it goes', 'delete from platform_setting', 'never changed or removed'],
  ['all go', 'truncate platform_setting', 'never changed or removed'],
])('the database itself rejects that %s', async (_what, statement, says) => {
  await propose({ minCents: 200 })
  const client = new pg.Client({ connectionString: fresh.ownerUrl })
  await client.connect()
  await expect(client.query(statement)).rejects.toThrow(says)
  await client.end()
})

test('names unknown to this release are ignored in a version in force, and the rest applies', async () => {
  await propose({ minCents: 200, maxCents: 900 })
  await approve(1)
  const narrower = defineSettings({ ...definition }, { maxCents: z.int() })
  expect(await readInForce(fresh.db, narrower)).toEqual({ maxCents: 900 })
  expect(await openSettings(narrower).read(fresh.db)).toEqual({ ...definition.defaults, maxCents: 900 })
})

const bounded = defineSettings({ ...definition }, { minCents: z.int().max(150), maxCents: z.int() })
const contradicted = defineSettings(
  { ...definition },
  { minCents: z.int(), maxCents: z.int() },
  ({ minCents }) => (minCents > 150 ? 'minCents' : undefined),
)

test.each([
  ['out of bounds', bounded],
  ['in contradiction to others', contradicted],
])('only a value in force that is %s is replaced by its default', async (_what, narrower) => {
  await propose({ minCents: 200, maxCents: 900 })
  await approve(1)
  expect(await readInForce(fresh.db, narrower)).toEqual({ maxCents: 900 })
  expect(await openSettings(narrower).read(fresh.db)).toEqual({ ...definition.defaults, maxCents: 900 })
})

test('if a default contradicts what was set, all defaults apply', () => {
  const moved = defineSettings(
    { ...definition, defaults: { ...definition.defaults, minCents: 950 } },
    { minCents: z.int(), maxCents: z.int() },
    ({ minCents, maxCents }) => (minCents > maxCents ? 'minCents' : undefined),
  )
  expect(moved.fit({ maxCents: 900 })).toEqual({ value: {}, unknown: [], unfit: ['maxCents'], leftOut: [] })
})

test('counts and logs what does not fit once, until another version fits', async () => {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  const log = openLog('warn', watched({ write }))
  const metrics = openMetrics()
  const unfit = async () =>
    Number(/^palpite_settings_unfit (\d+)$/m.exec(await metrics.text())?.[1] ?? Number.NaN)
  await propose({ minCents: 200, maxCents: 900, times: { day: 3, night: 4 } })
  await approve(1)
  const watching = watchSettings({ db: fresh.db, log, metrics }, [bounded])
  try {
    await expect.poll(unfit).toBe(1)
    watching.wake()
    await propose({ minCents: 120 }, { baseVersion: 1 })
    await approve(2)
    watching.wake()
    await expect.poll(unfit).toBe(0)
  } finally {
    await watching.stop()
  }
  expect(lines).toMatchObject([
    { level: 40, module: 'shop', version: 1, names: ['times'] },
    { level: 50, module: 'shop', version: 1, names: ['minCents'] },
  ])
})
