import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, GOOD, openTrialRoom, tokenOf } from '../trial-room.ts'

let trial: Awaited<ReturnType<typeof openTrialRoom>>
beforeAll(async () => {
  trial = await openTrialRoom()
})
afterAll(() => trial.close())

const NEXT = 'quite another password'
const change = (token: string, form: object = {}) =>
  trial.post('/api/app/user/changePwd', { oPwd: GOOD, nPwd: NEXT, nPwd1: NEXT, ...form }, { token })

describe('changing the password', () => {
  test('keeps this session and ends the others', async () => {
    const here = await trial.newPlayer('ana@example.com')
    const elsewhere = tokenOf(await trial.login('ana@example.com', GOOD))
    await trial.newPlayer('bia@example.com').then(async (other) => {
      expect((await change(here)).statusCode).toBe(200)
      expect(await trial.identity.authenticate(other)).toBeDefined() // another player's session
    })
    expect(await trial.identity.authenticate(here)).toBeDefined()
    expect(await trial.identity.authenticate(elsewhere)).toBeUndefined()
    expect(codeOf(await trial.login('ana@example.com', GOOD))).toBe('wrong_credentials')
    expect((await trial.login('ana@example.com', NEXT)).statusCode).toBe(200)
  })

  test.each([
    { what: 'the wrong old one', form: { oPwd: 'not it at all' }, code: 'wrong_password' },
    { what: 'two that differ', form: { nPwd1: 'a third password' }, code: 'passwords_differ' },
    { what: 'a weak one', form: { nPwd: '12345678', nPwd1: '12345678' }, code: 'weak_password' },
  ])('with $what is refused and changes nothing', async ({ form, code }) => {
    const email = `${code}@example.com`
    const token = await trial.newPlayer(email)
    expect(codeOf(await change(token, form))).toBe(code)
    expect((await trial.login(email, GOOD)).statusCode).toBe(200)
  })

  test('may not be used to find the password out', async () => {
    const token = await trial.newPlayer('stolen@example.com')
    for (let guess = 0; guess < 5; guess += 1) {
      expect(codeOf(await change(token, { oPwd: `guess ${guess}` }))).toBe('wrong_password')
    }
    expect(codeOf(await change(token))).toBe('too_many_requests')
  })

  test('needs a session', async () => {
    expect((await change('nobody')).statusCode).toBe(401)
  })
})
