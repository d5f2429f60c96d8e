import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let keeper: { operatorId: number; token: string }
let other: { operatorId: number; token: string }
beforeAll(async () => {
  harness = await openBackofficeHarness()
  keeper = await harness.operatorWith('keeper@house.example', ['system.read', 'system.maintain'])
  other = await harness.operatorWith('other@house.example', ['support.answer'])
})
afterAll(() => harness.close())

const WHY = 'the bank changes its system'
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const plan = (own: object, token = keeper.token) =>
  harness.call('POST /api/backoffice/maintenance', {
    token,
    body: {
      requestId: harness.deps.random.hex(16),
      scope: 'withdrawals',
      reason: WHY,
      startsAt: null,
      expectedEnd: inMinutes(30),
      ...own,
    },
  })
const itemsOf = async (path: string, token: string) =>
  (await harness.call(`GET /api/backoffice/${path}`, { token })).data?.['items'] as Record<string, unknown>[]

test('one operator begins, prolongs and ends maintenance; every operator sees it while it is on, and it stays in the history', async () => {
  const begun = await plan({})
  expect(begun.http).toBe(200)
  const id = String(begun.data?.['maintenanceId'])
  expect((await plan({})).code).toBe('maintenance_on')
  // The line in the top bar needs no permission.
  expect(await itemsOf('maintenance/open', other.token)).toMatchObject([
    { maintenanceId: id, scope: 'withdrawals', status: 'on', plannedBy: keeper.operatorId, reason: WHY },
  ])
  const expectedEnd = inMinutes(90)
  const prolong = `POST /api/backoffice/maintenance/${id}/prolong`
  expect(
    (await harness.call(prolong, { token: keeper.token, body: { reason: WHY, expectedEnd } })).http,
  ).toBe(200)
  expect(await itemsOf('maintenance/open', other.token)).toMatchObject([{ expectedEnd }])
  const end = `POST /api/backoffice/maintenance/${id}/end`
  expect((await harness.call(end, { token: other.token, body: { reason: WHY } })).code).toBe('forbidden')
  expect((await harness.call(end, { token: keeper.token, body: { reason: WHY } })).http).toBe(200)
  expect((await harness.call(end, { token: keeper.token, body: { reason: WHY } })).code).toBe(
    'maintenance_over',
  )
  expect(await itemsOf('maintenance/open', other.token)).toEqual([])
  expect(await itemsOf('maintenance', keeper.token)).toMatchObject([
    { maintenanceId: id, status: 'ended', endedBy: keeper.operatorId },
  ])
})

test('a planned one is called off before it begins', async () => {
  const planned = await plan({ scope: 'games', startsAt: inMinutes(60), expectedEnd: inMinutes(90) })
  const id = String(planned.data?.['maintenanceId'])
  expect(await itemsOf('maintenance/open', other.token)).toMatchObject([
    { maintenanceId: id, status: 'planned' },
  ])
  const end = `POST /api/backoffice/maintenance/${id}/end`
  expect((await harness.call(end, { token: keeper.token, body: { reason: WHY } })).http).toBe(200)
  expect((await itemsOf('maintenance', keeper.token))[0]).toMatchObject({ status: 'called_off' })
})

test.each([
  { reason: 'too short' },
  { scope: 'everything' },
  { expectedEnd: 'soon' },
  { expectedEnd: inMinutes(-5) },
  { requestId: 'short' },
])('refuses %j', async (own) => {
  expect((await plan({ scope: 'bets', ...own })).code).toBe('bad_request')
  expect(await itemsOf('maintenance/open', other.token)).toEqual([])
})
