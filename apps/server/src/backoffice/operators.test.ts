import { permissions } from '@palpite/contract/backoffice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import {
  areIndependent,
  issueFirstOperators,
  issueOperator,
  openOperators,
  readOperators,
} from '../identity/index.ts'
import { plainPasswords } from '../identity/testing/identity-harness.ts'
import { readAudit, verifyAudit } from '../platform/audit.ts'
import { GOOD, openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

/** Issues an operator like the command line tool; throws on a refusal. */
const issue = async (email: string, flags: { all: boolean; factor?: boolean } = { all: false }) => {
  const issued = await issueOperator(harness.operators, email, flags)
  if ('refused' in issued) throw new Error(`${email} is ${issued.refused}`)
  return issued
}
const me = (token: string) => harness.call('GET /api/backoffice/session/me', { token })
const change = (token: string, oldPassword: string, newPassword: string) =>
  harness.call('POST /api/backoffice/session/changePassword', { token, body: { oldPassword, newPassword } })
const create = (token: string, email: string, granted: string[]) =>
  harness.call('POST /api/backoffice/operators', { token, body: { email, permissions: granted } })

test('a one-time password opens a session that can only choose a new password', async () => {
  const issued = await issue('First@House.example', { all: true })
  const { data } = await harness.signIn('first@house.example', issued.oneTimePassword)
  expect(data).toMatchObject({ mustChangePassword: true })
  const token = String(data?.['token'])
  expect((await harness.call('GET /api/backoffice/audit', { token })).code).toBe('forbidden')
  expect((await me(token)).data).toMatchObject({ mustChangePassword: true })
  expect((await change(token, issued.oneTimePassword, issued.oneTimePassword)).code).toBe('weak_password')
  expect((await change(token, issued.oneTimePassword, 'password1234')).code).toBe('weak_password')
  expect((await change(token, issued.oneTimePassword, 'short one 1')).code).toBe('weak_password')
  expect((await change(token, 'not the password', GOOD)).code).toBe('wrong_password')
  expect((await change(token, issued.oneTimePassword, GOOD)).http).toBe(200)
  await harness.enrol(token)
  expect((await harness.call('GET /api/backoffice/audit', { token })).http).toBe(200)
  expect((await harness.signIn('first@house.example', issued.oneTimePassword)).code).toBe('wrong_credentials')
  expect((await harness.signIn('first@house.example', GOOD)).data).toMatchObject({
    mustChangePassword: false,
  })
})

test('a new password ends the other sessions, and a new one-time password all of them', async () => {
  const { token } = await harness.operatorWith('several@house.example', [])
  const other = String((await harness.signIn('several@house.example', GOOD)).data?.['token'])
  expect((await me(other)).http).toBe(200)
  expect((await change(token, GOOD, `${GOOD}, again`)).http).toBe(200)
  expect([(await me(token)).http, (await me(other)).http]).toEqual([200, 401])
  await issue('several@house.example')
  expect((await me(token)).http).toBe(401)
})

test('a new one-time password for an existing operator adds no permissions unless requested', async () => {
  const { token } = await harness.operatorWith('narrow@house.example', ['audit.read'])
  const again = await issue('Narrow@house.example', { all: false, factor: true })
  expect(again.isNew).toBe(false)
  expect((await me(token)).http).toBe(401)
  const reset = await harness.settleIn('narrow@house.example', again.oneTimePassword)
  expect((await me(reset)).data).toMatchObject({ permissions: ['audit.read'], mustChangePassword: false })
  const widened = await issue('narrow@house.example', { all: true, factor: true })
  const wide = await harness.settleIn('narrow@house.example', widened.oneTimePassword)
  expect((await me(wide)).data).toMatchObject({ permissions })
})

test('the command gives a disabled operator nothing, and creates a further one only if requested', async () => {
  const { operatorId } = await harness.operatorWith('disabled@house.example', ['audit.read'])
  await harness.call(`POST /api/backoffice/operators/${operatorId}/disable`, { token: harness.rootToken })
  for (const all of [false, true]) {
    const refused = await issueOperator(harness.operators, 'disabled@house.example', { all })
    expect(refused).toEqual({ refused: 'disabled' })
  }
  expect((await harness.signIn('disabled@house.example', GOOD)).code).toBe('wrong_credentials')
  const unknown = await issueOperator(harness.operators, 'further@house.example', { all: false })
  expect(unknown).toEqual({ refused: 'unknown' })
  expect(await issue('further@house.example', { all: true })).toMatchObject({ isNew: true })
})

test('a one-time password ends after 72 hours, like a wrong one', async () => {
  const issued = await issue('late@house.example', { all: true })
  const age = (hours: number) => harness.deps.db`
    update identity_operator set password_issued_at = now() - make_interval(hours => ${hours})
     where id = ${issued.operatorId}`
  await age(71)
  const signedIn = await harness.signIn('late@house.example', issued.oneTimePassword)
  expect(signedIn.http).toBe(200)
  await age(72)
  const late = await harness.signIn('late@house.example', issued.oneTimePassword)
  expect(late).toEqual(await harness.signIn('late@house.example', 'a wrong one'))
  const token = String(signedIn.data?.['token'])
  expect((await change(token, issued.oneTimePassword, GOOD)).code).toBe('wrong_password')
  const anew = await issue('late@house.example')
  const settled = await harness.settleIn('late@house.example', anew.oneTimePassword)
  await age(73) // a chosen password does not expire
  expect((await me(settled)).http).toBe(200)
  expect((await harness.signIn('late@house.example', GOOD)).http).toBe(200)
})

test('a session ends when it is signed out of, half an hour unused, and after twelve hours', async () => {
  const { operatorId, token } = await harness.operatorWith('times@house.example', [])
  const { db } = harness.deps
  await db`update identity_operator_session set last_seen_at = now() - interval '29 minutes'
            where operator_id = ${operatorId}`
  // Automatic polling does not extend a session; a person's call does.
  await harness.call('GET /api/backoffice/session/me', { token, headers: { active: '0' } })
  const seen = () => db<{ ago: number }[]>`
    select extract(epoch from now() - last_seen_at)::integer as ago from identity_operator_session
     where operator_id = ${operatorId}`
  expect((await seen())[0]?.ago).toBeGreaterThan(1700)
  await me(token)
  expect((await seen())[0]?.ago).toBeLessThan(60)
  await db`update identity_operator_session set last_seen_at = now() - interval '31 minutes'
            where operator_id = ${operatorId}`
  expect((await me(token)).http).toBe(401)
  await db`update identity_operator_session
              set last_seen_at = now(), created_at = now() - interval '12 hours 1 minute'
            where operator_id = ${operatorId}`
  expect((await me(token)).http).toBe(401)
  const again = String((await harness.signIn('times@house.example', GOOD)).data?.['token'])
  expect((await harness.call('POST /api/backoffice/session/signOut', { token: again })).http).toBe(200)
  expect((await me(again)).http).toBe(401)
})

test('guesses are throttled by operator and network, and by network', async () => {
  await harness.operatorWith('guessed@house.example', [])
  for (let guess = 0; guess < 5; guess += 1) {
    expect((await harness.signIn('guessed@house.example', 'wrong', '198.51.100.1')).code).toBe(
      'wrong_credentials',
    )
  }
  expect((await harness.signIn('guessed@house.example', GOOD, '198.51.100.2')).code).toBe('wrong_credentials')
  expect((await harness.signIn('guessed@house.example', GOOD, '203.0.113.1')).http).toBe(200)
  for (let guess = 0; guess < 30; guess += 1) {
    await harness.signIn(`nobody${guess}@house.example`, 'wrong', '192.0.2.1')
  }
  expect((await harness.signIn('guessed@house.example', GOOD, '192.0.2.2')).code).toBe('too_many_requests')
})

test('an operator grants only permissions they have, and each e-mail once', async () => {
  const { token } = await harness.operatorWith('manager@house.example', ['operators.manage', 'audit.read'])
  expect((await create(token, 'more@house.example', ['settings.approve'])).code).toBe('forbidden')
  expect((await create(token, 'more@house.example', ['everything'])).code).toBe('bad_request')
  const created = await create(token, 'More@house.example', ['audit.read'])
  expect(created).toMatchObject({
    http: 200,
    data: { oneTimePassword: expect.stringMatching(/^.{20}$/) as string },
  })
  expect((await create(token, 'more@house.example', [])).code).toBe('operator_exists')
  const { data } = await harness.call('GET /api/backoffice/operators', { token })
  expect(JSON.stringify(data)).toContain(
    '"email":"more@house.example","roles":[],"permissions":["audit.read"]',
  )
  expect(JSON.stringify(data)).not.toMatch(/hash|password/i)
})

test('a disabled operator is signed out and cannot sign in; nobody can disable themselves', async () => {
  const { operatorId, token } = await harness.operatorWith('leaver@house.example', ['audit.read'])
  const disable = (id: number) =>
    harness.call(`POST /api/backoffice/operators/${id}/disable`, { token: harness.rootToken })
  expect((await disable(harness.rootId)).code).toBe('forbidden')
  expect((await disable(operatorId)).http).toBe(200)
  expect((await me(token)).http).toBe(401)
  expect((await harness.signIn('leaver@house.example', GOOD)).code).toBe('wrong_credentials')
  expect((await disable(operatorId)).code).toBe('not_found')
})

test('31.6 an operator cannot disable one with more permissions', async () => {
  const manager = await harness.operatorWith('manages@house.example', ['operators.manage'])
  const disable = async (token: string, id: number) =>
    (await harness.call(`POST /api/backoffice/operators/${id}/disable`, { token })).code
  const senior = await harness.operatorWith('senior@house.example', ['settings.approve'])
  const equal = await harness.operatorWith('equal@house.example', ['operators.manage'])
  for (const { operatorId } of [senior, { operatorId: harness.rootId }, { operatorId: harness.secondId }])
    expect(await disable(manager.token, operatorId)).toBe('forbidden')
  expect((await me(senior.token)).http).toBe(200)
  expect(await disable(manager.token, equal.operatorId)).toBeUndefined()
})

test('31.6 two independent operators with every permission always remain', async () => {
  const own = await openBackofficeHarness()
  const { rootId, rootToken, secondId, secondToken } = own
  const disable = async (token: string, id: number) =>
    (await own.call(`POST /api/backoffice/operators/${id}/disable`, { token })).code
  expect(await disable(rootToken, secondId)).toBe('last_operators')
  expect(await disable(secondToken, rootId)).toBe('last_operators')
  // An operator created by the first is not independent of it; one created by the second is.
  await own.operatorWith('own@house.example', permissions, rootId)
  expect(await disable(rootToken, secondId)).toBe('last_operators')
  const { operatorId } = await own.operatorWith('others@house.example', permissions, secondId)
  // Both at once: each may be disabled, but one must remain.
  const others = [secondId, operatorId].map((id) => disable(rootToken, id))
  expect(new Set(await Promise.all(others))).toEqual(new Set(['last_operators', undefined]))
  await own.close()
})

test('the audit chain records operators’ acts, without a password or an address', async () => {
  const rows = await readAudit(harness.deps.db, { max: 1000 })
  const actions = new Set(rows.map(({ action }) => action))
  for (const action of [
    'created',
    'approved',
    'disabled',
    'password_changed',
    'password_reset',
    'signed_in',
    'signed_out',
  ]) {
    expect(actions).toContain(`operator.${action}`)
  }
  expect(JSON.stringify(rows)).not.toMatch(/horse|hash of/)
  expect(await verifyAudit(harness.deps.db)).toEqual([])
})

test('a development machine gets its first two operators, with one-time passwords until they choose their own', async () => {
  const fresh = await openTestDeps()
  const operators = openOperators(fresh.deps, { passwords: plainPasswords })
  const emails = ['a@house.example', 'b@house.example']
  const first = await issueFirstOperators(operators, emails)
  expect(first.map(({ email }) => email)).toEqual(emails)
  const again = await issueFirstOperators(operators, emails)
  expect(again.map(({ email }) => email)).toEqual(emails)
  expect(again[0]?.oneTimePassword).not.toBe(first[0]?.oneTimePassword)
  await fresh.deps
    .db`update identity_operator set must_change_password = false where email = ${'a@house.example'}`
  expect((await issueFirstOperators(operators, emails)).map(({ email }) => email)).toEqual([
    'b@house.example',
  ])
  const [one, two] = (await readOperators(fresh.deps.db)).map(({ operatorId }) => operatorId)
  expect(await areIndependent(fresh.deps.db, one ?? 0, two ?? 0, 'operators.manage')).toBe(true)
  await fresh.close()
})

test('a start creates no operators where there are any', async () => {
  expect(await issueFirstOperators(harness.operators, ['stranger@house.example'])).toEqual([])
})
