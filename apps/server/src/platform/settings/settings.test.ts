import pg from 'pg'
import * as z from 'zod'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../../tools/test/database.ts'
import { readAudit } from '../audit/audit.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { approveSetting, proposeSetting, readVersions, rejectSetting } from './decide-settings.ts'
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
afterEach(() => fresh.drop())

const propose = (value: unknown, more: { baseVersion?: number; inForceFrom?: Date } = {}) =>
  proposeSetting(fresh.db, definition, { operatorId: 1, value, baseVersion: 0, inForceFrom: null, ...more })
/** Operator 9 was created by 1. Who created whom is known above; here it is only asked. */
const areIndependent = async (_tx: unknown, one: number, other: number) =>
  one !== other && !(one === 1 && other === 9)
const approve = (version: number, by = 2) =>
  approveSetting(fresh.db, definition, { version, by }, areIndependent)
const refusal = (code: string) => ({ ok: false, refusal: expect.objectContaining({ code }) as object })
const fieldOf = (field: string) => ({
  ok: false,
  refusal: expect.objectContaining({ values: { field } }) as object,
})

test('the defaults hold until a proposal of one operator is approved by another, then it takes effect in a second', async () => {
  const settings = openSettings(definition)
  expect(await settings.read(fresh.db)).toEqual(definition.defaults)
  expect(await propose({ minCents: 200 })).toEqual({ ok: true, value: { version: 1 } })
  expect(await readInForce(fresh.db, definition)).toEqual({})
  expect(await approve(1)).toEqual({ ok: true, value: null })
  expect((await settings.read(fresh.db)).minCents).toBe(100) // as it was read less than a second ago
  await sleep(1010)
  expect(await settings.read(fresh.db)).toEqual({ ...definition.defaults, minCents: 200 })
})

test('what the one who opens the module gives stands below what operators set', async () => {
  await propose({ minCents: 200 })
  await approve(1)
  const settings = openSettings(definition, { minCents: 5, maxCents: 6 })
  expect(await settings.read(fresh.db)).toMatchObject({ minCents: 200, maxCents: 6 })
})

test('a version waits for its time, and the highest one whose time has come holds', async () => {
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
  expect(third?.inForceFrom).toEqual(third?.approvedAt) // a time of the past is now
})

test.each([
  [{ minCents: 0 }, 'value.minCents'],
  [{ minCents: '1' }, 'value.minCents'],
  [{ times: { day: 1 } }, 'value.times.night'],
  [{ secretOfCode: 'y' }, 'value.secretOfCode'],
  [{ minCents: 1001 }, 'value.minCents'],
  [{ minCents: 2001, maxCents: 2000 }, 'value.minCents'],
  [[], 'value.value'],
])('refuses to take %j and names the field', async (value, field) => {
  expect(await propose(value)).toEqual(fieldOf(field))
})

test('refuses the approval of one’s own or a dependent’s, a second decision, and a version that is not there', async () => {
  await propose({ minCents: 200 })
  expect(await approve(1, 1)).toEqual(refusal('four_eyes'))
  expect(await approve(1, 9)).toEqual(refusal('four_eyes'))
  expect(await approve(1)).toMatchObject({ ok: true })
  expect(await approve(1, 3)).toEqual(refusal('setting_decided'))
  expect(await rejectSetting(fresh.db, definition, { version: 1, by: 3 })).toEqual(refusal('setting_decided'))
  expect(await approve(7)).toEqual(refusal('not_found'))
})

test('a rejected proposal changes nothing, and its proposer may take it back', async () => {
  await propose({ minCents: 200 })
  expect(await rejectSetting(fresh.db, definition, { version: 1, by: 1 })).toEqual({ ok: true, value: null })
  expect(await approve(1)).toEqual(refusal('setting_decided'))
  expect(await readInForce(fresh.db, definition)).toEqual({})
})

test('of two proposals made from the same settings, the second one approved is outdated', async () => {
  await propose({ minCents: 200 })
  await propose({ maxCents: 2000 })
  expect(await Promise.all([approve(1), approve(2, 3)])).toEqual(
    expect.arrayContaining([{ ok: true, value: null }, refusal('setting_outdated')]),
  )
  expect(await propose({ minCents: 5 })).toEqual(refusal('setting_outdated'))
})

test('proposals at once get a version each', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => propose({ minCents: 200 })))
  expect(made.flatMap((one) => (one.ok ? [one.value.version] : [])).toSorted((a, b) => a - b)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ])
})

test('each step is in the audit chain', async () => {
  await propose({ minCents: 200 })
  await approve(1)
  await propose({ minCents: 300 }, { baseVersion: 1 })
  await rejectSetting(fresh.db, definition, { version: 2, by: 3 })
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
])('the database itself refuses that %s', async (_what, statement, says) => {
  await propose({ minCents: 200 })
  const client = new pg.Client({ connectionString: fresh.url })
  await client.connect()
  await expect(client.query(statement)).rejects.toThrow(says)
  await client.end()
})

test('a version in force that this release does not know is a bug, told with its number', async () => {
  await propose({ minCents: 200 })
  await approve(1)
  const narrower = defineSettings({ ...definition }, { maxCents: z.int() })
  await expect(openSettings(narrower).read(fresh.db)).rejects.toThrow(
    "version 1 of shop's settings does not fit: minCents",
  )
})
