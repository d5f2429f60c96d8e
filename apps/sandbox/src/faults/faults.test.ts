import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { records } from '../testing/record.ts'
import {
  basicAccess,
  chargeRequest,
  freshTxid,
  openCharge,
  startHarness,
  type Harness,
} from '../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  await harness.open('DELETE', '/sandbox/faults')
})
afterAll(() => harness.stop())

const arm = async (fault: object): Promise<number> => {
  const { status, body } = await harness.open('POST', '/sandbox/faults', fault)
  expect(status).toBe(201)
  return Number(body['id'])
}

const faults = async (): Promise<Readonly<Record<string, unknown>>[]> =>
  records((await harness.open('GET', '/sandbox/faults')).body['faults'])

test('faults are armed, listed with their remaining uses, and cleared one by one or all', async () => {
  const id = await arm({ kind: 'webhook_lost' })
  await arm({ kind: 'api_error', when: 'before', on: ['cob.create'], status: 500, times: 3 })
  expect((await harness.call('PUT', `/cob/${freshTxid()}`, chargeRequest())).status).toBe(500)
  expect(await faults()).toMatchObject([
    { id, kind: 'webhook_lost', times: 1, remaining: 1, used: 0 },
    { kind: 'api_error', when: 'before', on: ['cob.create'], status: 500, times: 3, remaining: 2, used: 1 },
  ])
  expect((await harness.open('DELETE', `/sandbox/faults/${id}`)).status).toBe(204)
  expect((await harness.open('DELETE', `/sandbox/faults/${id}`)).status).toBe(404)
  expect(await faults()).toHaveLength(1)
  expect((await harness.open('DELETE', '/sandbox/faults')).status).toBe(204)
  expect(await faults()).toEqual([])
})

test.each([
  { request: { kind: 'nothing' }, field: 'kind' },
  { request: { kind: 'webhook_late' }, field: 'delayMs' },
  { request: { kind: 'webhook_late', delayMs: -1 }, field: 'delayMs' },
  { request: { kind: 'api_error', when: 'after', status: 200 }, field: 'status' },
  { request: { kind: 'api_timeout', when: 'never' }, field: 'when' },
  { request: { kind: 'api_timeout', when: 'after', on: ['cob.make'] }, field: 'on.0' },
  { request: { kind: 'amount_paid', valor: '1' }, field: 'valor' },
  { request: { kind: 'webhook_lost', times: 0 }, field: 'times' },
  { request: { kind: 'webhook_lost', extra: 1 }, field: '' },
])('refuses to arm %j', async ({ request, field }) => {
  expect(await harness.open('POST', '/sandbox/faults', request)).toMatchObject({
    status: 400,
    body: { field },
  })
  expect(await faults()).toEqual([])
})

test('an error before acceptance leaves nothing behind', async () => {
  await arm({ kind: 'api_error', when: 'before' })
  const path = `/cob/${freshTxid()}`
  const refused = await harness.call('PUT', path, chargeRequest())
  expect(refused).toMatchObject({ status: 503, type: 'application/problem+json; charset=utf-8' })
  expect(refused.body['type']).toBe('https://pix.bcb.gov.br/api/v2/error/ServicoIndisponivel')
  expect((await harness.call('GET', path)).status).toBe(404)
  expect((await harness.call('PUT', path, chargeRequest())).status).toBe(201)
})

test('an error after acceptance hides a created charge', async () => {
  await arm({ kind: 'api_error', when: 'after', status: 502 })
  const path = `/cob/${freshTxid()}`
  expect((await harness.call('PUT', path, chargeRequest())).status).toBe(502)
  expect((await harness.call('GET', path)).body['status']).toBe('ATIVA')
})

test.each([
  { how: 'hang', when: 'before', made: 404, holdMs: 1000, minMs: 990 },
  { how: 'drop', when: 'before', made: 404, holdMs: 60_000, minMs: 0 },
  { how: 'hang', when: 'after', made: 200, holdMs: 1000, minMs: 990 },
  { how: 'drop', when: 'after', made: 200, holdMs: 60_000, minMs: 0 },
] as const)(
  'a call with the fault $how $when acceptance gets no answer',
  async ({ how, when, made, holdMs, minMs }) => {
    await arm({ kind: 'api_timeout', how, when, holdMs, on: ['cob.create'] })
    const path = `/cob/${freshTxid()}`
    const startedAt = Date.now()
    await expect(harness.call('PUT', path, chargeRequest())).rejects.toThrow('fetch failed')
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(minMs)
    expect((await harness.call('GET', path)).status).toBe(made)
  },
)

test.each([
  { when: 'before', made: 404 },
  { when: 'after', made: 200 },
] as const)('a call may be answered with an HTML page $when it is done', async ({ when, made }) => {
  await arm({ kind: 'api_html', when, on: ['cob.create'] })
  const path = `/cob/${freshTxid()}`
  const answer = await fetch(`${harness.sandbox.url}${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
    body: JSON.stringify(chargeRequest()),
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await answer.text()).toContain('<h1>')
  expect((await harness.call('GET', path)).status).toBe(made)
})

test('a caller that times out on a silent call can continue at once', async () => {
  await arm({ kind: 'api_timeout', when: 'before', on: ['cob.read'] })
  const { txid } = await openCharge(harness)
  const hanging = fetch(`${harness.sandbox.url}/cob/${String(txid)}`, {
    headers: { authorization: `Bearer ${await token()}` },
    signal: AbortSignal.timeout(1000),
  })
  await expect(hanging).rejects.toThrow('aborted due to timeout')
  expect((await harness.call('GET', `/cob/${String(txid)}`)).status).toBe(200)
})

const token = async (): Promise<string> => {
  const response = await fetch(`${harness.sandbox.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: basicAccess, 'content-type': 'application/json' },
    body: '{"grant_type":"client_credentials"}',
  })
  return String(((await response.json()) as Record<string, unknown>)['access_token'])
}

test('a fault waits for its own call, and callers without access do not use it up', async () => {
  await arm({ kind: 'api_error', when: 'before', on: ['pix.list'] })
  expect((await harness.open('GET', '/pix')).status).toBe(401)
  await openCharge(harness)
  expect((await harness.call('GET', '/pix')).status).toBe(503)
  expect((await harness.call('GET', '/pix')).status).toBe(400)
})

test('the token call fails only if a fault names it', async () => {
  await arm({ kind: 'api_error', when: 'before' })
  expect(await token()).toHaveLength(43)
  await harness.open('DELETE', '/sandbox/faults')
  await arm({ kind: 'api_error', when: 'before', on: ['token'] })
  expect(await token()).toBe('undefined')
})
