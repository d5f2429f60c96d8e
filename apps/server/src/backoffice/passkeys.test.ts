import type { OperatorCalls } from '@palpite/contract/backoffice'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { issueOperator } from '../identity/index.ts'
import { type Lie, openAuthenticator } from '../identity/testing/passkey-harness.ts'
import { readAudit } from '../platform/audit.ts'
import { GOOD, openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
beforeEach(() => harness.deps.db`delete from identity_throttle`)
afterAll(() => harness.close())

type Device = ReturnType<typeof openAuthenticator>

let made = 0
const session = (name: string, token: string | undefined, body?: unknown) =>
  harness.call(`POST /api/backoffice/session/${name}`, { ...(token === undefined ? {} : { token }), body })
const creationOf = async (token: string) =>
  (await session('newPasskey', token, { password: GOOD }))
    .data as unknown as OperatorCalls['POST /api/backoffice/session/newPasskey']['data']
const challenge = async () =>
  (await session('passkeyChallenge', undefined))
    .data as unknown as OperatorCalls['POST /api/backoffice/session/passkeyChallenge']['data']
const openDevice = () => openAuthenticator(harness.deps.config.backofficeUrl)
const add = (token: string, body: object, name = 'chave do trabalho') =>
  session('addPasskey', token, { ...body, name })
const signIn = async (device: Device, lie: Lie = {}) =>
  session('signInWithPasskey', undefined, device.get(await challenge(), lie))
const listed = async (token: string) =>
  (await harness.call('GET /api/backoffice/session/passkeys', { token }))
    .data as unknown as OperatorCalls['GET /api/backoffice/session/passkeys']['data']

/** An operator with a passkey, and the device that stores it. */
const withPasskey = async () => {
  const email = `key${(made += 1)}@house.example`
  const operator = await harness.operatorWith(email, ['settings.read'])
  const device = openDevice()
  expect((await add(operator.token, device.create(await creationOf(operator.token)))).http).toBe(200)
  return { ...operator, email, device }
}

const mayAct = async (token: unknown) =>
  (await harness.call('GET /api/backoffice/settings', { token: String(token) })).http

test('a passkey signs an operator in without e-mail, password and code, and the session may act', async () => {
  const { device, token } = await withPasskey()
  const { data, http, cookie } = await signIn(device)
  expect([http, await mayAct(data?.['token'])]).toEqual([200, 200])
  expect(cookie).toMatch(/device=/)
  expect(await listed(token)).toMatchObject({
    max: 10,
    passkeys: [{ name: 'chave do trabalho', lastUsedAt: expect.any(String) as string }],
  })
  const [row] = await readAudit(harness.deps.db, { action: 'operator.signed_in', max: 1 })
  expect(row?.details).toMatchObject({ passkeyId: expect.any(Number) as number })
})

test.each<{ what: string; lie: Lie }>([
  { what: 'on a page of somebody else', lie: { origin: 'https://palpite.example.evil' } },
  { what: 'on the players’ pages', lie: { origin: 'http://localhost:3000' } },
  { what: 'for another domain', lie: { rpId: 'palpite.example' } },
  { what: 'without asking who is there', lie: { isVerified: false } },
  { what: 'for a challenge of nobody', lie: { challenge: 'A'.repeat(43) } },
  { what: 'as an answer of the other kind', lie: { type: 'webauthn.create' } },
  { what: 'as somebody else', lie: { userHandle: Buffer.from('0000000000000').toString('base64url') } },
])('a passkey used $what opens nothing, like an unknown one', async ({ lie }) => {
  const { device } = await withPasskey()
  const wrong = await signIn(device, lie)
  const stranger = openDevice()
  stranger.create({ challenge: 'x', rp: { id: 'localhost' }, user: { id: 'AAAA' } })
  expect([wrong, wrong.code]).toEqual([await signIn(stranger), 'wrong_passkey'])
  expect((await signIn(device)).http).toBe(200)
})

test('an answer replayed many times at once opens one session', async () => {
  const { device } = await withPasskey()
  const signed = device.get(await challenge())
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => session('signInWithPasskey', undefined, signed)),
  )
  expect(answers.filter(({ http }) => http === 200)).toHaveLength(1)
  const late = device.get(await challenge())
  await harness.deps.db`update identity_operator_passkey_challenge set ends_at = now()`
  expect((await session('signInWithPasskey', undefined, late)).code).toBe('wrong_passkey')
})

test('adding a passkey needs the password and a session with its second factor', async () => {
  const { token, email } = await withPasskey()
  expect((await session('newPasskey', token, { password: 'not the password' })).code).toBe('wrong_password')
  const begun = String((await harness.signIn(email, GOOD)).data?.['token'])
  expect((await session('newPasskey', begun, { password: GOOD })).code).toBe('forbidden')
  expect((await harness.call('GET /api/backoffice/session/passkeys', { token: begun })).code).toBe(
    'forbidden',
  )
})

test('refuses a new passkey that answers another session’s challenge, or none', async () => {
  const [one, other] = [await withPasskey(), await withPasskey()]
  const device = openDevice()
  const asked = await creationOf(one.token)
  await creationOf(other.token)
  expect((await add(other.token, device.create(asked))).code).toBe('passkey_refused')
  expect((await add(other.token, device.create(asked))).code).toBe('passkey_refused')
})

test('an operator has ten passkeys at most', async () => {
  const { token } = await withPasskey()
  for (let at = 1; at < 10; at += 1)
    expect((await add(token, openDevice().create(await creationOf(token)))).http).toBe(200)
  expect((await session('newPasskey', token, { password: GOOD })).code).toBe('too_many_passkeys')
})

test('a revoked passkey opens nothing, and nobody can revoke another operator’s', async () => {
  const [one, other] = [await withPasskey(), await withPasskey()]
  const passkeyId = (await listed(one.token)).passkeys[0]?.passkeyId
  expect((await session('removePasskey', other.token, { passkeyId })).http).toBe(200)
  expect((await signIn(one.device)).http).toBe(200)
  for (const _time of [1, 2])
    expect((await session('removePasskey', one.token, { passkeyId })).http).toBe(200)
  expect((await signIn(one.device)).code).toBe('wrong_passkey')
  expect((await listed(one.token)).passkeys).toEqual([])
})

test('a disabled operator’s passkey opens nothing', async () => {
  const { operatorId, device } = await withPasskey()
  const path = `POST /api/backoffice/operators/${operatorId}/disable`
  expect((await harness.call(path, { token: harness.rootToken })).http).toBe(200)
  expect((await signIn(device)).code).toBe('wrong_passkey')
})

test('passkeys are removed when two operators reset the second factor, and when a password is issued anew', async () => {
  const [one, other] = [await withPasskey(), await withPasskey()]
  const path = `POST /api/backoffice/operators/${one.operatorId}/resetSecondFactor`
  for (const token of [harness.rootToken, harness.secondToken]) await harness.call(path, { token })
  expect((await signIn(one.device)).code).toBe('wrong_passkey')
  await issueOperator(harness.operators, other.email, { all: false })
  expect((await signIn(other.device)).code).toBe('wrong_passkey')
})

test('a passkey added during a reset of the second factor does not survive it', async () => {
  const { token, operatorId } = await withPasskey()
  const device = openDevice()
  const created = device.create(await creationOf(token))
  const path = `POST /api/backoffice/operators/${operatorId}/resetSecondFactor`
  await harness.call(path, { token: harness.rootToken })
  await Promise.all([add(token, created), harness.call(path, { token: harness.secondToken })])
  expect((await signIn(device)).code).toBe('wrong_passkey')
})

test('failed passkeys of strangers slow down their network, but not known devices', async () => {
  const { device } = await withPasskey()
  const { cookie } = await signIn(device)
  const junk = { ...device.get(await challenge()), id: 'bm9ib2R5' }
  const codes = new Set<unknown>()
  for (let at = 0; at < 31; at += 1) codes.add((await session('signInWithPasskey', undefined, junk)).code)
  expect(codes).toEqual(new Set(['wrong_passkey', 'too_many_requests']))
  const known = await harness.call('POST /api/backoffice/session/signInWithPasskey', {
    body: device.get(await challenge()),
    headers: { cookie: cookie ?? '' },
  })
  expect(known.http).toBe(200)
})
