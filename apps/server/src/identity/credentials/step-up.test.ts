import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAuthenticator, openPasskeyHarness, ORIGIN } from '../testing/passkey-harness.ts'
import {
  newPlayerWithFactor,
  codeOf,
  GOOD,
  interruptedPasswords,
  openIdentityHarness,
  tokenOf,
} from '../testing/identity-harness.ts'
import { readProofs, spendStepUps } from './step-up.ts'

let harness: Awaited<ReturnType<typeof openPasskeyHarness>>
beforeAll(async () => {
  harness = await openPasskeyHarness()
})
afterAll(() => harness.close())

const NEXT = 'another good password'
const changePassword = (token: string, oPwd: string, nPwd: string) =>
  harness.post('/api/app/user/changePwd', { oPwd, nPwd, nPwd1: nPwd }, { token })
const askEmail = (token: string, email: string) =>
  harness.post('/api/app/user/askEmail', { email, pwd: GOOD }, { token })
const stepUp = (token: string, code: string) => harness.post('/api/app/user/stepUp', { code }, { token })
const sessionOf = async (token: string) => (await harness.identity.authenticate(token))?.sessionId ?? 0
const factorOf = async (token: string) => {
  const sessionId = await sessionOf(token)
  return (await readProofs(harness.deps.db, [sessionId])).get(sessionId)?.factor
}

/** A player with a second factor, and a passkey on this device. */
async function withBoth(email: string) {
  const player = await newPlayerWithFactor(harness, email)
  const device = openAuthenticator(ORIGIN)
  const begun = await harness.post(
    '/api/app/user/newPasskey',
    { pwd: GOOD, code: await player.appCode() },
    { token: player.token },
  )
  const made = device.create(begun.json<{ data: Parameters<typeof device.create>[0] }>().data)
  expect((await harness.add(player.token, made)).statusCode).toBe(200)
  return { ...player, device }
}
const challengeOf = async (token: string) =>
  (await harness.post('/api/app/user/stepUpChallenge', {}, { token })).json<{
    data: { challenge: string; rpId: string; allowCredentials: { id: string }[] }
  }>().data
const byPasskey = (token: string, signed: object) =>
  harness.post('/api/app/user/stepUpByPasskey', signed, { token })

test('S43: a player with a second factor repeats it to change password or e-mail', async () => {
  const { token, appCode } = await newPlayerWithFactor(harness, 'both@example.com')
  expect(codeOf(await changePassword(token, 'a wrong password', NEXT))).toBe('wrong_password')
  expect(codeOf(await changePassword(token, GOOD, NEXT))).toBe('step_up_needed')
  expect(codeOf(await askEmail(token, 'next@example.com'))).toBe('step_up_needed')
  expect((await stepUp(token, await appCode())).statusCode).toBe(200)
  expect((await askEmail(token, 'next@example.com')).statusCode).toBe(200)
  expect((await changePassword(token, GOOD, NEXT)).statusCode).toBe(200)
})

test('S43: a player with a second factor repeats it to remove a passkey; the password alone removes none', async () => {
  const { token, appCode } = await withBoth('remove@example.com')
  const [passkey] = await harness.listed(token)
  expect(codeOf(await harness.remove(token, passkey?.key ?? '', 'a wrong password'))).toBe('wrong_password')
  expect(codeOf(await harness.remove(token, passkey?.key ?? ''))).toBe('step_up_needed')
  expect(await harness.listed(token)).toHaveLength(1)
  expect((await stepUp(token, await appCode())).statusCode).toBe(200)
  expect((await harness.remove(token, passkey?.key ?? '')).statusCode).toBe(200)
  expect(await harness.listed(token)).toEqual([])
})

test('S43: logging out while the password is checked spares nobody the second factor', async () => {
  const { passwords, during } = interruptedPasswords()
  const own = await openIdentityHarness({ passwords })
  const { token } = await newPlayerWithFactor(own, 'leaves@example.com')
  during(() => own.post('/api/auth/user/restLogout', {}, { token }))
  const form = { oPwd: GOOD, nPwd: NEXT, nPwd1: NEXT }
  expect(codeOf(await own.post('/api/app/user/changePwd', form, { token }))).toBe('step_up_needed')
  await own.close()
})

test('a player without one is asked for nothing more', async () => {
  const token = await harness.newPlayer('none@example.com')
  expect(await factorOf(token)).toBe('none')
  expect((await stepUp(token, '123456')).statusCode).toBe(200)
  expect((await askEmail(token, 'none.next@example.com')).statusCode).toBe(200)
  expect((await changePassword(token, GOOD, NEXT)).statusCode).toBe(200)
})

test('S43: it counts in its own session, for minutes, and the sign-in code does not count', async () => {
  const { token, appCode } = await newPlayerWithFactor(harness, 'session@example.com')
  const ticket = (await harness.login('session@example.com', GOOD)).json<{ data: { ticket: string } }>().data
  const body = { ticket: ticket.ticket, code: await appCode() }
  const other = tokenOf(await harness.post('/api/auth/user/secondFactor', body))
  expect([await factorOf(token), await factorOf(other)]).toEqual(['missing', 'missing'])
  await stepUp(token, await appCode())
  expect([await factorOf(token), await factorOf(other)]).toEqual(['given', 'missing'])
  await harness.deps.db`update identity_session set stepped_up_until = now()`
  expect(await factorOf(token)).toBe('missing')
})

test('S43: a code and a recovery code are valid once; a lost answer costs no second one', async () => {
  const { token, appCode, recoveryCodes } = await newPlayerWithFactor(harness, 'once@example.com')
  const code = await appCode()
  const sessionId = await sessionOf(token)
  expect((await stepUp(token, code)).statusCode).toBe(200)
  expect((await stepUp(token, code)).statusCode).toBe(200)
  const spend = () => harness.deps.db.begin((tx) => spendStepUps(tx, [sessionId]))
  await spend()
  expect(codeOf(await stepUp(token, code))).toBe('wrong_second_factor')
  expect((await stepUp(token, recoveryCodes[0] ?? '')).statusCode).toBe(200)
  await spend()
  expect(codeOf(await stepUp(token, recoveryCodes[0] ?? ''))).toBe('wrong_second_factor')
})

test('S43: a session has five wrong codes', async () => {
  const { token, appCode } = await newPlayerWithFactor(harness, 'guess@example.com')
  for (let guess = 0; guess < 5; guess += 1) {
    expect(codeOf(await stepUp(token, 'AAAAA-AAAAA'))).toBe('wrong_second_factor')
  }
  expect(codeOf(await stepUp(token, await appCode()))).toBe('too_many_requests')
  expect(await factorOf(token)).toBe('missing')
})

test('S43: a passkey of the player replaces the code, once for each challenge', async () => {
  const { token, device } = await withBoth('passkey@example.com')
  const asked = await challengeOf(token)
  expect(asked.allowCredentials).toHaveLength(1)
  const signed = device.get(asked)
  expect((await byPasskey(token, signed)).statusCode).toBe(200)
  expect(await factorOf(token)).toBe('given')
  const sessionId = await sessionOf(token)
  await harness.deps.db.begin((tx) => spendStepUps(tx, [sessionId]))
  expect(codeOf(await byPasskey(token, signed))).toBe('wrong_passkey')
})

test('S43: another player’s passkey, or an answer to another challenge, proves nothing', async () => {
  const { token, device } = await withBoth('own@example.com')
  const other = await withBoth('other@example.com')
  expect(codeOf(await byPasskey(token, other.device.get(await challengeOf(token))))).toBe('wrong_passkey')
  // Of a sign-in, and of another session.
  expect(codeOf(await byPasskey(token, device.get(await harness.challenge())))).toBe('wrong_passkey')
  expect(codeOf(await byPasskey(token, device.get(await challengeOf(other.token))))).toBe('wrong_passkey')
  const late = device.get(await challengeOf(token))
  await harness.deps.db`update identity_session set step_up_challenge_ends_at = now()`
  expect(codeOf(await byPasskey(token, late))).toBe('wrong_passkey')
  expect(await factorOf(token)).toBe('missing')
})

test('S43: a step-up challenge adds no passkey', async () => {
  const { token } = await newPlayerWithFactor(harness, 'adds@example.com')
  const { challenge, rpId } = await challengeOf(token)
  const made = openAuthenticator(ORIGIN).create({ challenge, rp: { id: rpId }, user: { id: 'AAAA' } })
  expect(codeOf(await harness.add(token, made))).toBe('passkey_refused')
})
