import { ACTING_SESSION, BEGUN_SESSION, OWN_SESSION, permissions } from '@palpite/contract/backoffice'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openIdentity } from '../identity/index.ts'
import { ok } from '../platform/result.ts'
import { countActivity } from '../protection/index.ts'
import { openBackofficeHarness, operatorKeys } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

const nameOf = (request: string) => request.replaceAll(/\W/g, '').toLowerCase()
const closed = operatorKeys.filter(({ permission }) => permission !== 'visitor')

test('every call of the back office but signing in has a permission of the list', () => {
  expect(operatorKeys.length).toBeGreaterThan(10)
  expect(operatorKeys.filter(({ permission }) => permission === 'visitor').map(({ key }) => key)).toEqual([
    'POST /api/backoffice/session/signIn',
    'POST /api/backoffice/session/passkeyChallenge',
    'POST /api/backoffice/session/signInWithPasskey',
  ])
  for (const { permission } of closed)
    expect([...permissions, OWN_SESSION, ACTING_SESSION, BEGUN_SESSION]).toContain(permission)
})

describe.each(closed)('$key', ({ request }) => {
  test('refuses a visitor, a made-up token and a player, whatever they send', async () => {
    const { token } = await harness.player(`${nameOf(request)}@players.example`)
    const ways = [
      {},
      { token: 'a-token-of-nobody-at-all' },
      { token: 'x'.repeat(500) },
      { token },
      { token: `Bearer ${token}` },
      { headers: { cookie: `token=${harness.rootToken}` } },
    ]
    for (const way of ways) {
      expect(await harness.call(request, way)).toMatchObject({ http: 401, code: 'logged_out' })
      const wrong = request.startsWith('POST') ? { ...way, body: { what: 'does not fit' } } : way
      expect(await harness.call(request, wrong)).toMatchObject({ http: 401, code: 'logged_out' })
    }
  })

  test('refuses a request from a foreign page', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    const answer = await harness.call(request, { token: harness.rootToken, headers })
    expect(answer.code).toBe('blocked_by_policy')
  })
})

const ofEverySession: readonly string[] = [OWN_SESSION, ACTING_SESSION, BEGUN_SESSION]
test.each(closed.filter(({ permission }) => !ofEverySession.includes(permission)))(
  '$key refuses an operator who has every permission but $permission',
  async ({ request, permission }) => {
    const others = permissions.filter((one) => one !== permission)
    const { token } = await harness.operatorWith(`${nameOf(request)}@house.example`, others)
    const answer = await harness.call(request, { token })
    expect(answer).toEqual({ http: 403, data: { code: 'forbidden' }, code: 'forbidden', cookie: '' })
  },
)

test('a permission that was removed from the list allows nothing', async () => {
  const { operatorId, token } = await harness.operatorWith('past@house.example', ['audit.read'])
  await harness.deps.db`
    update identity_operator set permissions = array['audit.all', 'settings'] where id = ${operatorId}`
  expect((await harness.call('GET /api/backoffice/audit', { token })).code).toBe('forbidden')
  expect((await harness.call('GET /api/backoffice/session/me', { token })).data).toMatchObject({
    permissions: [],
  })
})

test('the token of an operator opens nothing of the players’ API, and a player’s nothing of the operators’', async () => {
  const identity = openIdentity(harness.deps, {
    sessionTimes: undefined,
    countActivity,
    mayRegister: () => ok(null),
    mayIdentify: async () => ok({ birthDate: null }),
    readBarred: async () => new Set(),
    signedIn: () => undefined,
  })
  const { token, playerId } = await harness.player('both@players.example')
  expect(await identity.authenticate(token)).toMatchObject({ playerId })
  expect(await identity.authenticate(harness.rootToken)).toBeUndefined()
  expect((await harness.call('GET /api/backoffice/session/me', { token })).http).toBe(401)
})
