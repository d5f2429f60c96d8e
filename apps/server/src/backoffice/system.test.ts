import { operatorCalls } from '@palpite/contract/backoffice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../tools/test/until.ts'
import { reportServer } from '../platform/servers.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

const SYSTEM = 'GET /api/backoffice/system'

test('an operator sees servers, jobs, readers, webhooks and the database in one call', async () => {
  const { deps } = harness
  const { token } = await harness.operatorWith('machine@house.example', ['system.read'])
  const server = reportServer(deps, { version: '9.9.9', connected: () => ({ sockets: 5, players: 4 }) })
  await until('it has told', async () => {
    const rows = await deps.db<{ id: string }[]>`select id from platform_server`
    return rows.length === 1
  })
  await deps.db`
    insert into cashier_webhook (body_sha256, body, sent_at, items, outcome, handled_at)
    values (sha256('one'), 'one', now(), '[]', 'parked', now()), (sha256('two'), 'two', now(), '[]', '', null)`
  const { http, data } = await harness.call(SYSTEM, { token })
  expect(http).toBe(200)
  expect(operatorCalls[SYSTEM].data.safeParse(data).success).toBe(true)
  expect(data).toMatchObject({
    servers: [{ version: '9.9.9', isSilent: false, sockets: 5, players: 4 }],
    webhooks: { parked: 1, waiting: 1 },
  })
  const reported = data as {
    servers: { jobs: { name: string; startedAt: string; nextAt: string }[]; seenAt: string }[]
  }
  const [job] = reported.servers[0]?.jobs ?? []
  expect(job?.name).toBe('platform.server')
  expect(Date.parse(job?.startedAt ?? '')).toBeLessThanOrEqual(Date.parse(reported.servers[0]?.seenAt ?? ''))
  expect(Date.parse(job?.nextAt ?? '')).toBeGreaterThan(Date.parse(job?.startedAt ?? ''))
  await server.stop()
  expect((await harness.call(SYSTEM, { token })).data).toMatchObject({ servers: [] })
})
