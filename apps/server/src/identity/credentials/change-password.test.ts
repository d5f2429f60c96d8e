import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDevice } from '../../../../../tools/test/test-device.ts'
import { openSessions } from '../sessions/open-sessions.ts'
import { codeOf, GOOD, openIdentityHarness, tokenOf } from '../testing/identity-harness.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
afterAll(() => harness.close())

const NEXT = 'quite another password'
const change = (token: string, form: object = {}) =>
  harness.post('/api/app/user/changePwd', { oPwd: GOOD, nPwd: NEXT, nPwd1: NEXT, ...form }, { token })

/** Gets as far as a sign-in before it opens its session. */
const verifiedBefore = async (token: string) => {
  const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  const [row] = await harness.deps.db<{ hash: string }[]>`
    select password_hash as hash from identity_player where id = ${playerId}`
  const bounds = { maxOpen: 20, maxDevices: 20, ticketSeconds: 600, trustSeconds: 600, factorSeconds: null }
  const openSession = (passwordHash: string) =>
    openSessions(harness.deps, bounds, [{ playerId, ip: '10.0.0.1', device: testDevice, passwordHash }])
  return { playerId, oldHash: row?.hash ?? '', openSession }
}

describe('changing the password', () => {
  test('keeps this session and ends the others', async () => {
    const here = await harness.newPlayer('ana@example.com')
    const elsewhere = tokenOf(await harness.login('ana@example.com', GOOD))
    await harness.newPlayer('bia@example.com').then(async (other) => {
      expect((await change(here)).statusCode).toBe(200)
      expect(await harness.identity.authenticate(other)).toBeDefined() // another player's session
    })
    expect(await harness.identity.authenticate(here)).toBeDefined()
    expect(await harness.identity.authenticate(elsewhere)).toBeUndefined()
    expect(codeOf(await harness.login('ana@example.com', GOOD))).toBe('wrong_credentials')
    expect((await harness.login('ana@example.com', NEXT)).statusCode).toBe(200)
  })

  test.each([
    { what: 'the wrong old one', form: { oPwd: 'not it at all' }, code: 'wrong_password' },
    { what: 'two that differ', form: { nPwd1: 'a third password' }, code: 'passwords_differ' },
    { what: 'a weak one', form: { nPwd: '12345678', nPwd1: '12345678' }, code: 'weak_password' },
  ])('with $what is refused and changes nothing', async ({ form, code }) => {
    const email = `${code}@example.com`
    const token = await harness.newPlayer(email)
    expect(codeOf(await change(token, form))).toBe(code)
    expect((await harness.login(email, GOOD)).statusCode).toBe(200)
  })

  test('cannot be used to guess the password', async () => {
    const token = await harness.newPlayer('stolen@example.com')
    for (let guess = 0; guess < 5; guess += 1) {
      expect(codeOf(await change(token, { oPwd: `guess ${guess}` }))).toBe('wrong_password')
    }
    expect(codeOf(await change(token))).toBe('too_many_requests')
  })

  test('S8: during a sign-in with the old one leaves no session of that sign-in', async () => {
    const here = await harness.newPlayer('race@example.com')
    const { openSession, oldHash, playerId } = await verifiedBefore(here)
    expect((await change(here)).statusCode).toBe(200)
    expect(await openSession(oldHash)).toMatchObject([{ ok: false }])
    const rows = await harness.deps.db`select id from identity_session where player_id = ${playerId}`
    expect(rows).toHaveLength(1)
  })

  test('failed tries by a thief of a session do not block the player', async () => {
    const stolen = await harness.newPlayer('thief@example.com')
    for (let guess = 0; guess < 6; guess += 1) await change(stolen, { oPwd: `guess ${guess}` })
    const own = tokenOf(await harness.login('thief@example.com', GOOD))
    expect((await change(own)).statusCode).toBe(200)
  })

  test('needs a session', async () => {
    expect((await change('nobody')).statusCode).toBe(401)
  })
})
