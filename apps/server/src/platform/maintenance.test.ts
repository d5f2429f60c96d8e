import { maintenanceParts, maintenanceScopes } from '@palpite/contract'
import { textLanguages } from '@palpite/contract/languages'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { until } from '../../../../tools/test/until.ts'
import type { Deps } from './deps.ts'
import { type Maintenance, openMaintenance } from './maintenance.ts'
import { openMetrics } from './metrics.ts'
import {
  changeExpectedEnd,
  endMaintenance,
  planMaintenance,
  readMaintenance,
  readOpenMaintenance,
} from './plan-maintenance.ts'
import { refusalText } from './texts.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterEach(async () => {
  for (const { id } of await readOpenMaintenance(deps.db)) await end(id)
})
afterAll(() => close())

const WHY = 'the database gets a new disk'
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const requestId = () => deps.random.hex(16)
type Plan = Parameters<typeof planMaintenance>[1]
const plan = (own: Partial<Plan> = {}) =>
  deps.db.begin((tx) =>
    planMaintenance(tx, {
      operatorId: 1,
      requestId: requestId(),
      scope: 'bets',
      reason: WHY,
      startsAt: null,
      expectedEnd: inMinutes(30),
      ...own,
    }),
  )
const begun = async (own: Partial<Plan> = {}): Promise<number> => {
  const planned = await plan(own)
  if (!planned.ok) throw new Error(planned.refusal.code)
  return planned.value.id
}
const end = (id: number, by = 2) => deps.db.begin((tx) => endMaintenance(tx, { id, by, reason: WHY }))
const prolong = (id: number, expectedEnd: Date) =>
  deps.db.begin((tx) => changeExpectedEnd(tx, { id, by: 2, reason: WHY, expectedEnd }))
const codeOf = (answer: { ok: true } | { ok: false; refusal: { code: string } }) =>
  answer.ok ? 'done' : answer.refusal.code
/** A server that knows nothing yet. */
const server = () => openMaintenance({ ...deps, metrics: openMetrics() })
const closedAt = async (at: Maintenance) => {
  const answers = await Promise.all(maintenanceParts.map((part) => at.closedNow(part)))
  return maintenanceParts.filter((_part, place) => answers[place])
}

test.each([
  { scope: 'all', parts: [...maintenanceParts] },
  ...maintenanceParts.map((part) => ({ scope: part, parts: [part] })),
] as const)('maintenance of $scope closes $parts, until it is ended', async ({ scope, parts }) => {
  const id = await begun({ scope })
  expect(await closedAt(server())).toEqual(parts)
  expect(codeOf(await end(id))).toBe('done')
  expect(await closedAt(server())).toEqual([])
})

test('a planned one closes nothing before its start, and can be called off', async () => {
  const id = await begun({ startsAt: inMinutes(10), expectedEnd: inMinutes(20) })
  expect(await closedAt(server())).toEqual([])
  expect(await readOpenMaintenance(deps.db)).toMatchObject([{ id, isOn: false, isLate: false }])
  expect(codeOf(await end(id))).toBe('done')
  expect(codeOf(await end(id))).toBe('maintenance_over')
})

test('a server that runs obeys within a second, and tells who listens when it begins and ends', async () => {
  const running = server()
  const told: string[] = []
  running.onChange((closed) => told.push(closed.map(({ scope }) => scope).join()))
  const job = running.job()
  const id = await begun({ scope: 'deposits' })
  const begunAt = performance.now()
  await until('it obeys', async () => (await running.closedNow('deposits')) !== undefined)
  expect(performance.now() - begunAt).toBeLessThan(5_000) // the state counts for one; the machine may be busy
  await end(id)
  await until('it is open again', async () => (await running.closedNow('deposits')) === undefined)
  expect(told).toEqual(['deposits', ''])
  await job.stop()
})

test('past its expected end it stays closed, says so, and alarms operators once', async () => {
  const metrics = openMetrics()
  const errors: string[] = []
  const log = Object.assign(Object.create(deps.log) as Deps['log'], {
    error: (_about: unknown, words: string) => errors.push(words),
  })
  const running = openMaintenance({ db: deps.db, log, metrics })
  const id = await begun({ scope: 'games' })
  expect((await running.closedNow('games'))?.refusal.detail).toMatchObject({ isLate: false })
  await deps.db`
    update platform_maintenance set expected_end = starts_at + interval '1 millisecond' where id = ${id}`
  const isLate = async () => (await running.closedNow('games'))?.refusal.detail?.['isLate'] === true
  await until('it is late', isLate)
  expect(await isLate()).toBe(true)
  expect(errors).toEqual(['maintenance is on past its expected end'])
  expect(await metrics.text()).toMatch(/^palpite_maintenance_late 1$/m)
  expect(codeOf(await prolong(id, inMinutes(30)))).toBe('done')
  await until('it is in time again', async () => !(await isLate()))
  expect(await metrics.text()).toMatch(/^palpite_maintenance_late 0$/m)
})

test('if two scopes close a part, the refusal names the later end', async () => {
  await begun({ scope: 'all', expectedEnd: inMinutes(10) })
  await begun({ scope: 'bets', expectedEnd: inMinutes(60) })
  const at = server()
  expect((await at.closedNow('bets'))?.refusal.detail).toMatchObject({ scope: 'bets' })
  expect((await at.closedNow('games'))?.refusal.detail).toMatchObject({ scope: 'all' })
})

test('a scope has one that is planned or on; a request sent again is the same, with other content refused', async () => {
  const [id, other, expectedEnd] = [requestId(), requestId(), inMinutes(30)]
  const first = await plan({ requestId: id, expectedEnd })
  expect(await plan({ requestId: id, expectedEnd })).toEqual(first)
  const changes: Partial<Plan>[] = [
    { scope: 'games' },
    { reason: `${WHY} and more` },
    { startsAt: inMinutes(5) },
    { expectedEnd: inMinutes(31) },
  ]
  for (const own of changes)
    expect(codeOf(await plan({ requestId: id, expectedEnd, ...own }))).toBe('request_mismatch')
  expect(codeOf(await plan({ requestId: other }))).toBe('maintenance_on')
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => plan({ scope: 'withdrawals' })))
  expect(atOnce.filter(({ ok }) => ok)).toHaveLength(1)
  if (first.ok) await prolong(first.value.id, inMinutes(90))
  expect(await plan({ requestId: id, expectedEnd })).toEqual(first)
})

test('the expected end must be in the future and within a week', async () => {
  expect(codeOf(await plan({ expectedEnd: inMinutes(-1) }))).toBe('bad_request')
  expect(codeOf(await plan({ expectedEnd: inMinutes(8 * 24 * 60) }))).toBe('bad_request')
  expect(codeOf(await plan({ startsAt: inMinutes(20), expectedEnd: inMinutes(10) }))).toBe('bad_request')
  expect(
    codeOf(await plan({ startsAt: inMinutes(100 * 24 * 60), expectedEnd: inMinutes(100 * 24 * 60 + 5) })),
  ).toBe('bad_request')
  const id = await begun()
  expect(codeOf(await prolong(id, inMinutes(-1)))).toBe('bad_request')
  expect(codeOf(await prolong(999_999, inMinutes(5)))).toBe('not_found')
})

test('one operator begins and another, or the same, ends: each act is audited with its reason, and stays', async () => {
  const id = await begun({ scope: 'withdrawals', operatorId: 7 })
  await prolong(id, inMinutes(45))
  await end(id, 7)
  const rows = await deps.db<{ action: string; actorId: number; reason: string | null }[]>`
    select action, actor_id as "actorId", coalesce(details ->> 'reason', details -> 'after' ->> 'reason') as reason
      from platform_audit where subject = ${`maintenance:${id}`} order by id`
  expect(rows).toEqual([
    { action: 'maintenance.begun', actorId: 7, reason: WHY },
    { action: 'maintenance.prolonged', actorId: 2, reason: WHY },
    { action: 'maintenance.ended', actorId: 7, reason: WHY },
  ])
  expect((await readMaintenance(deps.db, { max: 1 }))[0]).toMatchObject({
    id,
    plannedBy: 7,
    endedBy: 7,
    isOn: false,
  })
  await expect(deps.db`delete from platform_maintenance where id = ${id}`).rejects.toThrow(
    'permission denied',
  )
})

test.each(textLanguages)(
  'says in %s what is closed and until when, each scope in words of its own',
  (lang) => {
    const texts = maintenanceScopes.flatMap((scope) =>
      ['until', 'late'].map((when) =>
        refusalText('under_maintenance', lang, {
          whatKey: `under_maintenance.${scope}`,
          whenKey: `under_maintenance.${when}`,
          untilMoment: '2026-11-30T22:45:00Z',
        }),
      ),
    )
    expect(new Set(texts).size).toBe(maintenanceScopes.length * 2)
    expect(texts.filter((text) => /[{}]/.test(text))).toEqual([])
    expect(texts.filter((text) => /[:.]45/.test(text)).length).toBe(maintenanceScopes.length)
  },
)
