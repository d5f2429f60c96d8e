import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  requestToken,
  basicAccess,
  chargeRequest,
  freshTxid,
  send,
  startHarness,
  type Harness,
} from '../../testing/start-harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ tokenLifeSeconds: 60 })
})
afterAll(() => harness.stop())

const token = (headers: Record<string, string>, body: string): Promise<Response> =>
  fetch(`${harness.sandbox.url}/oauth/token`, { method: 'POST', headers, body })

test('gives the client a bearer token, for a form and for JSON', async () => {
  for (const [type, body] of [
    ['application/x-www-form-urlencoded', 'grant_type=client_credentials&scope=cob.read+cob.write'],
    ['application/json', '{"grant_type":"client_credentials","scope":"cob.read cob.write"}'],
  ] as const) {
    const response = await token({ authorization: basicAccess, 'content-type': type }, body)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      token_type: 'Bearer',
      expires_in: 60,
      scope: 'cob.read cob.write',
    })
  }
})

test.each([
  {
    why: 'no client',
    authorization: '',
    request: { grant_type: 'client_credentials' },
    status: 401,
    error: 'invalid_client',
  },
  {
    why: 'a wrong secret',
    authorization: `Basic ${btoa('trial-client:x')}`,
    request: {},
    status: 401,
    error: 'invalid_client',
  },
  {
    why: 'another grant',
    authorization: basicAccess,
    request: { grant_type: 'password' },
    status: 400,
    error: 'unsupported_grant_type',
  },
  { why: 'no grant', authorization: basicAccess, request: {}, status: 400, error: 'invalid_request' },
  {
    why: 'an unknown scope',
    authorization: basicAccess,
    request: { grant_type: 'client_credentials', scope: 'all' },
    status: 400,
    error: 'invalid_scope',
  },
])('refuses a token for $why', async ({ authorization, request, status, error }) => {
  const response = await token({ authorization, 'content-type': 'application/json' }, JSON.stringify(request))
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ error })
})

test('requires a token before anything else', async () => {
  const { status, type, body } = await harness.open('PUT', `/cob/${freshTxid()}`, chargeRequest())
  expect(status).toBe(401)
  expect(type).toContain('application/problem+json')
  expect(body['type']).toBe('https://pix.bcb.gov.br/api/v2/error/AcessoNegado')
})

test('limits a token to its scopes', async () => {
  const reader = await requestToken(harness.sandbox.url, 'cob.read')
  const refused = await send(`${harness.sandbox.url}/cob/${freshTxid()}`, 'PUT', chargeRequest(), reader)
  expect(refused).toMatchObject({ status: 403, body: { status: 403, title: 'Acesso Negado' } })
  const allowed = await send(`${harness.sandbox.url}/cob/${freshTxid()}`, 'GET', undefined, reader)
  expect(allowed.status).toBe(404)
})

test('a token expires', async () => {
  const fresh = await requestToken(harness.sandbox.url)
  const path = `${harness.sandbox.url}/cob/${freshTxid()}`
  expect((await send(path, 'GET', undefined, fresh)).status).toBe(404)
  harness.forward(61_000)
  expect((await send(path, 'GET', undefined, fresh)).status).toBe(401)
})
