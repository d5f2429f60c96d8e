import { afterAll, beforeAll, expect, test } from 'vitest'
import { readProofs } from '../index.ts'
import { codeOf, GOOD, openIdentityHarness, tokenOf } from '../testing/identity-harness.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
afterAll(() => harness.close())

const verify = (token: string, pwd: string) => harness.post('/api/app/user/verifyPwd', { pwd }, { token })
const isVerified = async (token: string) => {
  const { sessionId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  return (await readProofs(harness.deps.db, [sessionId])).get(sessionId)?.hasPassword
}

test('S12: repeating the password counts for its session, for minutes; signing in alone does not', async () => {
  await harness.newPlayer('again@example.com')
  const here = tokenOf(await harness.login('again@example.com', GOOD))
  const elsewhere = tokenOf(await harness.login('again@example.com', GOOD))
  expect(await isVerified(here)).toBe(false)
  expect((await verify(here, GOOD)).statusCode).toBe(200)
  expect([await isVerified(here), await isVerified(elsewhere)]).toEqual([true, false])
  await harness.deps.db`update identity_session set verified_until = now()`
  expect(await isVerified(here)).toBe(false)
})

test('S12: a session has five wrong tries; the player’s other sessions keep theirs', async () => {
  const stolen = await harness.newPlayer('stolen@example.com')
  for (let guess = 0; guess < 5; guess += 1) {
    expect(codeOf(await verify(stolen, `guess ${guess}`))).toBe('wrong_password')
  }
  expect(codeOf(await verify(stolen, GOOD))).toBe('too_many_requests')
  expect(await isVerified(stolen)).toBe(false)
  const own = tokenOf(await harness.login('stolen@example.com', GOOD))
  expect((await verify(own, GOOD)).statusCode).toBe(200)
})

test('needs a session', async () => {
  expect((await verify('nobody', GOOD)).statusCode).toBe(401)
})
