import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newPlayerWithFactor,
  codeOf,
  cookieOf,
  GOOD,
  openIdentityHarness,
  tokenOf,
} from '../testing/identity-harness.ts'
import { identitySettings } from '../settings.ts'
import { seedTestAccount } from '../seed-accounts.ts'
import { mailCountryCodes } from './country-codes.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
afterAll(() => harness.close())

type From = { country?: string; cookie?: string; ip?: string; pwd?: string }

/** Signs in from this country, as reported by the proxy. */
async function signIn(username: string, { country, cookie, ip = '10.0.0.1', pwd = GOOD }: From = {}) {
  const { codeId, captCode } = await harness.captcha(ip)
  const headers = { ...(country && { 'x-country': country }), ...(cookie && { cookie }) }
  return harness.post('/api/auth/user/restLogin', { username, pwd, codeId, captCode }, { ip, headers })
}
type Answer = Awaited<ReturnType<typeof signIn>>
const ticketOf = (answer: Answer) => {
  expect(codeOf(answer)).toBe('country_code_needed')
  return answer.json<{ data: { ticket: string } }>().data.ticket
}
const confirm = (ticket: string, code: string, ip = '10.0.0.1') =>
  harness.post('/api/auth/user/confirmCountry', { ticket, code }, { ip })
/** The last code mailed to this address. */
async function mailed(email: string): Promise<string> {
  await mailCountryCodes({
    deps: harness.deps,
    settings: identitySettings,
    sendMail: async (mail) => void harness.mails.push(mail),
  })
  const mail = harness.mails.findLast(({ to }) => to === email)
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
}
/** A player who registered at home, in Brazil. */
async function atHome(email: string) {
  const registered = await harness.register(email)
  expect((await signIn(email, { country: 'BR' })).statusCode).toBe(200)
  return registered
}

test('S43: a password from a country new to its player is confirmed by a mailed code, once', async () => {
  await atHome('new@example.com')
  const ticket = ticketOf(await signIn('new@example.com', { country: 'PT' }))
  const code = await mailed('new@example.com')
  expect(harness.mails.at(-1)?.text).toContain('Portugal')
  const opened = await confirm(ticket, code)
  expect(opened.statusCode).toBe(200)
  expect(codeOf(await confirm(ticket, code))).toBe('second_factor_over')
  // Known from now on, and in the history.
  expect((await signIn('new@example.com', { country: 'PT' })).statusCode).toBe(200)
  const history = await harness.get('/api/app/user/signIns', tokenOf(opened))
  const { signIns } = history.json<{ data: { signIns: { way: string; country: string | null }[] } }>().data
  expect(signIns.map(({ country }) => country)).toEqual(['PT', 'PT', 'BR', null])
})

test('accepts the first country, and a network without a known country', async () => {
  await harness.register('first@example.com')
  expect((await signIn('first@example.com')).statusCode).toBe(200)
  expect((await signIn('first@example.com', { country: 'AR' })).statusCode).toBe(200)
  expect((await signIn('first@example.com')).statusCode).toBe(200)
  expect(codeOf(await signIn('first@example.com', { country: 'BR' }))).toBe('country_code_needed')
})

test('asks no code for an invalid country header, and treats the Tor network as a country', async () => {
  await atHome('nowhere@example.com')
  for (const country of ['A1', 'A2', 'O1', 'XX', 'EUR', 'B']) {
    expect((await signIn('nowhere@example.com', { country })).statusCode).toBe(200)
  }
  expect(codeOf(await signIn('nowhere@example.com', { country: 'T1' }))).toBe('country_code_needed')
})

test('mails a code even for a country without a name', async () => {
  await atHome('nameless@example.com')
  const ticket = ticketOf(await signIn('nameless@example.com', { country: 'PT' }))
  await harness.deps.db`update identity_country_code set country = 'A1' where next_mail_at is not null`
  const code = await mailed('nameless@example.com')
  expect(harness.mails.at(-1)?.text).toContain('A1')
  expect((await confirm(ticket, code)).statusCode).toBe(200)
})

test('an account closed before its code arrives answers as closed, for either code', async () => {
  const closeIt = (email: string) =>
    harness.deps.db`update identity_player set closed_at = now() where email = ${email}`
  await atHome('closed@example.com')
  const ticket = ticketOf(await signIn('closed@example.com', { country: 'PT' }))
  const code = await mailed('closed@example.com')
  await closeIt('closed@example.com')
  expect(codeOf(await confirm(ticket, code))).toBe('account_closed')
  const { appCode } = await newPlayerWithFactor(harness, 'closed-too@example.com')
  const waits = await signIn('closed-too@example.com')
  expect(codeOf(waits)).toBe('second_factor_needed')
  await closeIt('closed-too@example.com')
  const second = { ticket: waits.json<{ data: { ticket: string } }>().data.ticket, code: await appCode() }
  expect(codeOf(await harness.post('/api/auth/user/secondFactor', second))).toBe('account_closed')
})

test('the test account is accepted from every country', async () => {
  await seedTestAccount(harness.deps)
  const { email, password: pwd } = identitySettings.testAccount
  for (const country of ['BR', 'PT', 'JP']) {
    expect((await signIn(email, { country, pwd })).statusCode).toBe(200)
  }
})

test('S43: a wrong password reveals nothing of countries, and mails nothing', async () => {
  await atHome('wrong@example.com')
  const answer = await signIn('wrong@example.com', { country: 'PT', pwd: 'a wrong password' })
  expect(codeOf(answer)).toBe('wrong_credentials')
  expect(await mailed('wrong@example.com')).toBe('')
})

test('S43: a code allows five guesses; sent right 200 times at once it opens one session', async () => {
  await atHome('guess@example.com')
  const guessed = ticketOf(await signIn('guess@example.com', { country: 'PT' }))
  const code = await mailed('guess@example.com')
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let time = 0; time < 5; time += 1) {
    expect(codeOf(await confirm(guessed, wrong))).toBe('wrong_reset_code')
  }
  expect(codeOf(await confirm(guessed, code))).toBe('second_factor_over')
  const ticket = ticketOf(await signIn('guess@example.com', { country: 'PT' }))
  const next = await mailed('guess@example.com')
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_none, at) => confirm(ticket, next, `10.71.${at}.1`)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('S43: a password change cancels pending sign-ins, and a mailbox gets ten codes a day', async () => {
  await atHome('ends@example.com')
  const token = tokenOf(await signIn('ends@example.com', { country: 'BR' }))
  const ticket = ticketOf(await signIn('ends@example.com', { country: 'PT' }))
  const code = await mailed('ends@example.com')
  const next = 'another good password'
  await harness.post('/api/app/user/changePwd', { oPwd: GOOD, nPwd: next, nPwd1: next }, { token })
  expect(codeOf(await confirm(ticket, code))).toBe('second_factor_over')
  for (let time = 1; time < 10; time += 1) {
    ticketOf(await signIn('ends@example.com', { country: 'PT', pwd: next }))
  }
  expect(codeOf(await signIn('ends@example.com', { country: 'PT', pwd: next }))).toBe('too_many_requests')
})

test('S43: in a new country a trusted device is asked for the second factor, and no code is mailed in addition', async () => {
  const { registered, appCode } = await newPlayerWithFactor(harness, 'factor@example.com')
  const cookie = cookieOf(registered)
  const finish = async (answer: Answer, country: string) => {
    expect(codeOf(answer)).toBe('second_factor_needed')
    const { ticket } = answer.json<{ data: { ticket: string } }>().data
    const body = { ticket, code: await appCode(), trust: true }
    return harness.post('/api/auth/user/secondFactor', body, { headers: { cookie, 'x-country': country } })
  }
  await finish(await signIn('factor@example.com', { country: 'BR', cookie }), 'BR')
  expect((await signIn('factor@example.com', { country: 'BR', cookie })).statusCode).toBe(200)
  await finish(await signIn('factor@example.com', { country: 'PT', cookie }), 'PT')
  expect((await signIn('factor@example.com', { country: 'PT', cookie })).statusCode).toBe(200)
})

test('where the law asks everybody for a second factor, a mailed code is one, and its device is trusted for seven days', async () => {
  const DAY = 24 * 60 * 60
  const strict = await openIdentityHarness({
    sessionTimes: { idleSeconds: 1800, longestSeconds: 7 * DAY, factorSeconds: 7 * DAY },
  })
  const { db } = strict.deps
  const email = 'law@example.com'
  expect((await strict.register(email)).statusCode).toBe(200)
  const ticketIn = (answer: Answer) => {
    expect(codeOf(answer)).toBe('country_code_needed')
    return answer.json<{ data: { ticket: string } }>().data.ticket
  }
  const ticket = ticketIn(await strict.login(email, GOOD))
  await mailCountryCodes({
    deps: strict.deps,
    settings: identitySettings,
    sendMail: async (mail) => void strict.mails.push(mail),
  })
  const { subject = '', text = '' } = strict.mails.findLast(({ to }) => to === email) ?? {}
  expect(subject).toBe('Palpite: your code to log in')
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  const wrong = code === '000000' ? '111111' : '000000'
  const confirmed = (given: string) =>
    strict.post('/api/auth/user/confirmCountry', { ticket, code: given }, { ip: '10.0.0.1' })
  expect(codeOf(await confirmed(wrong))).toBe('wrong_reset_code')
  const opened = await confirmed(code)
  expect(opened.statusCode).toBe(200)
  const cookie = cookieOf(opened)

  expect((await strict.login(email, GOOD, '10.0.0.1', { cookie })).statusCode).toBe(200)
  const sessions = await db<{ factor: string | null; days: number | null }[]>`
    select factor, round(extract(epoch from factor_until - now()) / ${DAY})::int as days
      from identity_session order by id`
  expect(sessions).toEqual([
    { factor: null, days: null },
    { factor: 'mail', days: 7 },
    { factor: 'device', days: 7 },
  ])
  ticketIn(await strict.login(email, GOOD)) // another device
  await db`update identity_known_device set trusted_until = now()`
  ticketIn(await strict.login(email, GOOD, '10.0.0.1', { cookie }))
  await strict.close()
})
