import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askToken,
  basicAccess,
  chargeAsk,
  freshTxid,
  send,
  startTrial,
  type Trial,
} from '../../trial/start-trial.ts'

let trial: Trial
beforeAll(async () => {
  trial = await startTrial({ tokenLifeSeconds: 60 })
})
afterAll(() => trial.stop())

const token = (headers: Record<string, string>, body: string): Promise<Response> =>
  fetch(`${trial.sandbox.url}/oauth/token`, { method: 'POST', headers, body })

test('gives a bearer token to the client, asked by form or by JSON', async () => {
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
    ask: { grant_type: 'client_credentials' },
    status: 401,
    error: 'invalid_client',
  },
  {
    why: 'a wrong secret',
    authorization: `Basic ${btoa('trial-client:x')}`,
    ask: {},
    status: 401,
    error: 'invalid_client',
  },
  {
    why: 'another grant',
    authorization: basicAccess,
    ask: { grant_type: 'password' },
    status: 400,
    error: 'unsupported_grant_type',
  },
  { why: 'no grant', authorization: basicAccess, ask: {}, status: 400, error: 'invalid_request' },
  {
    why: 'an unknown scope',
    authorization: basicAccess,
    ask: { grant_type: 'client_credentials', scope: 'all' },
    status: 400,
    error: 'invalid_scope',
  },
])('refuses a token for $why', async ({ authorization, ask, status, error }) => {
  const response = await token({ authorization, 'content-type': 'application/json' }, JSON.stringify(ask))
  expect(response.status).toBe(status)
  expect(await response.json()).toEqual({ error })
})

test('asks for a token before anything else', async () => {
  const { status, type, body } = await trial.open('PUT', `/cob/${freshTxid()}`, chargeAsk())
  expect(status).toBe(401)
  expect(type).toContain('application/problem+json')
  expect(body['type']).toBe('https://pix.bcb.gov.br/api/v2/error/AcessoNegado')
})

test('keeps a token to its scopes', async () => {
  const reader = await askToken(trial.sandbox.url, 'cob.read')
  const refused = await send(`${trial.sandbox.url}/cob/${freshTxid()}`, 'PUT', chargeAsk(), reader)
  expect(refused).toMatchObject({ status: 403, body: { status: 403, title: 'Acesso Negado' } })
  const allowed = await send(`${trial.sandbox.url}/cob/${freshTxid()}`, 'GET', undefined, reader)
  expect(allowed.status).toBe(404)
})

test('lets a token expire', async () => {
  const fresh = await askToken(trial.sandbox.url)
  const path = `${trial.sandbox.url}/cob/${freshTxid()}`
  expect((await send(path, 'GET', undefined, fresh)).status).toBe(404)
  trial.forward(61_000)
  expect((await send(path, 'GET', undefined, fresh)).status).toBe(401)
})
