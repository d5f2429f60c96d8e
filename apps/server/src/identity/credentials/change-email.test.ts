import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSecured } from '../index.ts'
import { identitySettings } from '../settings.ts'
import {
  codeOf,
  GOOD,
  interruptedPasswords,
  NEXT,
  openIdentityHarness,
  tokenOf,
} from '../testing/identity-harness.ts'
import { mailChanges } from './change-email.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
beforeEach(() => harness.deps.db`delete from identity_throttle`)
afterAll(() => harness.close())

const ask = (token: string, email: string, pwd = GOOD) =>
  harness.post('/api/app/user/askEmail', { email, pwd }, { token })
const change = (token: string, code: string) => harness.post('/api/app/user/changeEmail', { code }, { token })
const mailNow = () =>
  mailChanges({
    deps: harness.deps,
    settings: identitySettings.reset,
    sendMail: async (mail) => void harness.mails.push(mail),
  })
/** The mails sent, except those about new devices. */
const mailsTo = (email: string) =>
  harness.mails.filter(({ to, subject }) => to === email && !subject.includes('new device'))
const codeTo = (email: string) => /\b\d{6}\b/.exec(mailsTo(email).at(-1)?.text ?? '')?.[0] ?? ''
const isIn = async (token: string) => (await harness.identity.authenticate(token)) !== undefined
/** A different six-digit code. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('S12: another e-mail needs the password and the code mailed there; the old one gets a notice and opens nothing', async () => {
  const here = await harness.newPlayer('old@example.com')
  const elsewhere = tokenOf(await harness.login('old@example.com', GOOD))
  await harness.post('/api/app/main/RESETPWD/sendEmail', { email: 'old@example.com' })
  const { playerId = 0 } = (await harness.identity.authenticate(here)) ?? {}
  expect(await readSecured(harness.deps.db, [playerId])).toEqual([])
  expect((await ask(here, ' New@Example.com ')).statusCode).toBe(200)
  await mailNow()
  expect(mailsTo('old@example.com')).toEqual([])
  expect((await change(here, codeTo('new@example.com'))).statusCode).toBe(200)
  await mailNow()
  expect(mailsTo('old@example.com').map(({ subject }) => subject)).toEqual([
    'Palpite: the e-mail of your account was changed',
  ])
  expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false])
  expect(await harness.identity.endingOf(elsewhere)).toBe('email')
  expect(codeOf(await harness.login('old@example.com', GOOD))).toBe('wrong_credentials')
  expect((await harness.login('new@example.com', GOOD)).statusCode).toBe(200)
  expect(await harness.deps.db`select from identity_reset where email = 'old@example.com'`).toEqual([])
  const [secured] = await readSecured(harness.deps.db, [playerId])
  expect(secured?.securedAt).toBeInstanceOf(Date)
  expect(codeOf(await change(here, codeTo('new@example.com')))).toBe('wrong_reset_code') // used up
})

test.each([
  { what: 'with a wrong password', email: 'next@example.com', pwd: 'not it at all', code: 'wrong_password' },
  { what: 'to an invalid e-mail', email: 'nobody', pwd: GOOD, code: 'invalid_email' },
  { what: 'to the current one', email: 'same@example.com', pwd: GOOD, code: 'invalid_email' },
])('S12: another e-mail asked for $what is refused', async ({ email, pwd, code }) => {
  const answer = await harness.login('same@example.com', GOOD)
  const token = answer.statusCode === 200 ? tokenOf(answer) : await harness.newPlayer('same@example.com')
  expect(codeOf(await ask(token, email, pwd))).toBe(code)
  await mailNow()
  expect(mailsTo(email)).toEqual([])
})

test('S12: a thief of a session can guess neither the password nor the code', async () => {
  const token = await harness.newPlayer('robbed@example.com')
  await ask(token, 'thief@example.com')
  await mailNow()
  const code = codeTo('thief@example.com')
  for (let guess = 0; guess < 5; guess += 1) {
    expect(codeOf(await change(token, otherThan(code)))).toBe('wrong_reset_code')
  }
  expect(codeOf(await change(token, code))).toBe('wrong_reset_code')
  for (let guess = 0; guess < 5; guess += 1) await ask(token, 'thief@example.com', `guess ${guess}`)
  expect(codeOf(await ask(token, 'thief@example.com'))).toBe('too_many_requests')
})

test('S12: a taken e-mail is never taken over, and the answer does not reveal it', async () => {
  await harness.newPlayer('taken@example.com')
  const token = await harness.newPlayer('wants@example.com')
  expect((await ask(token, 'taken@example.com')).statusCode).toBe(200)
  await mailNow()
  expect(mailsTo('taken@example.com')).toEqual([])
  expect(codeOf(await change(token, '000000'))).toBe('wrong_reset_code')
  // Free when the code was mailed, taken when it comes back.
  await ask(token, 'race@example.com')
  await mailNow()
  await harness.newPlayer('race@example.com')
  expect(codeOf(await change(token, codeTo('race@example.com')))).toBe('wrong_reset_code')
  expect((await harness.login('wants@example.com', GOOD)).statusCode).toBe(200)
})

test('S12: the code sent twenty times at once changes the e-mail once', async () => {
  const token = await harness.newPlayer('many@example.com')
  await ask(token, 'once@example.com')
  await mailNow()
  const code = codeTo('once@example.com')
  const answers = await Promise.all(Array.from({ length: 20 }, () => change(token, code)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('S12: a password change is mailed, ends a pending e-mail change, and is recorded', async () => {
  const token = await harness.newPlayer('secure@example.com')
  await ask(token, 'later@example.com')
  await mailNow()
  const next = { oPwd: GOOD, nPwd: 'quite another password', nPwd1: 'quite another password' }
  expect((await harness.post('/api/app/user/changePwd', next, { token })).statusCode).toBe(200)
  await mailNow()
  expect(mailsTo('secure@example.com').map(({ subject }) => subject)).toEqual([
    'Palpite: your password was changed',
  ])
  expect(codeOf(await change(token, codeTo('later@example.com')))).toBe('wrong_reset_code')
  const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
  expect(await readSecured(harness.deps.db, [playerId])).toHaveLength(1)
})

test('S12: a password changed while the old one is checked leaves no e-mail change of the old one', async () => {
  const { passwords, during } = interruptedPasswords()
  const own = await openIdentityHarness({ passwords })
  const token = await own.newPlayer('checked@example.com')
  const form = { oPwd: GOOD, nPwd: NEXT, nPwd1: NEXT }
  during(() => own.post('/api/app/user/changePwd', form, { token }))
  const asked = { email: 'next@example.com', pwd: GOOD }
  expect(codeOf(await own.post('/api/app/user/askEmail', asked, { token }))).toBe('wrong_password')
  expect(await own.deps.db`select from identity_email_change`).toEqual([])
  await own.close()
})
