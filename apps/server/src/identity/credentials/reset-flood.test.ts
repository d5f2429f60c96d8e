import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Passwords } from './passwords.ts'
import { identitySettings } from '../settings.ts'
import { codeOf, cookieOf, GOOD, another, NEXT, openResetHarness } from '../testing/identity-harness.ts'

/** Low, to keep the flood short; the test only needs such a limit to exist. */
const MAX = 12

let hashed: { password: string; rank: string }[] = []
const passwords: Passwords = {
  hash: async (password, { rank } = { rank: 'unknown' }) => {
    hashed.push({ password, rank })
    return `hash of ${password}`
  },
  verify: async (kept, password) => kept === `hash of ${password}`,
  isCrowded: () => false,
}

let harness: Awaited<ReturnType<typeof openResetHarness>>
beforeAll(async () => {
  const throttles = { ...identitySettings.throttles, 'reset-mail': { max: MAX, seconds: 3600 } }
  harness = await openResetHarness({ passwords, settings: { throttles } })
})
afterAll(() => harness.close())
beforeEach(async () => {
  hashed = []
  await harness.forgetTries()
})

test('a reset flood for many accounts from many networks mails up to the limit, and a player at home still gets in', async () => {
  const accounts = Array.from({ length: MAX * 2 }, (_none, at) => `account-${at}@example.com`)
  for (const email of accounts) await harness.newPlayer(email)
  const before = harness.mails.length
  const bodies = new Set<string>()
  for (const [at, email] of accounts.entries())
    bodies.add((await harness.request(email, { ip: `10.80.${at}.1` })).body)
  await harness.mailNow()
  expect(harness.mails).toHaveLength(before + MAX)
  // From where the player registered: mailed all the same, with the same answer as for everybody.
  const owner = accounts.at(-1) ?? ''
  const code = await harness.mailedCode(owner)
  bodies.add((await harness.request('stranger-to-us@example.com', { ip: '10.81.0.1' })).body)
  expect(bodies.size).toBe(1)
  const chkId = harness.chkIdOf(await harness.check(owner, code))
  expect((await harness.set(chkId)).statusCode).toBe(200)
  expect((await harness.login(owner, NEXT)).statusCode).toBe(200)
})

test('requests over one e-mail’s limit do not use up the global limit', async () => {
  await harness.newPlayer('bombed@example.com')
  await harness.newPlayer('bystander@example.com')
  const { max } = identitySettings.throttles['reset-mail-email-network']
  for (let time = 0; time < MAX * 2; time += 1)
    await harness.request('bombed@example.com', { ip: '10.82.0.1' })
  await harness.request('bystander@example.com', { ip: '10.83.0.1' })
  await harness.mailNow()
  const mailsTo = (email: string) => harness.mails.filter(({ to }) => to === email)
  expect(mailsTo('bombed@example.com')).toHaveLength(max)
  expect(mailsTo('bystander@example.com')).toHaveLength(1)
})

test('made-up ids from a network are limited, and do not block a player there from setting a password', async () => {
  const chkId = await harness.chkIdFor('neighbour@example.com')
  hashed = []
  for (let time = 0; time <= 20; time += 1) await harness.set(`made-up-${time}`, { ip: '10.84.0.1' })
  expect(codeOf(await harness.set('made-up', { ip: '10.84.0.1' }))).toBe('too_many_requests')
  expect(hashed).toEqual([]) // no hash was computed for an unknown id
  expect((await harness.set(chkId, { ip: '10.84.0.2' })).statusCode).toBe(200)
})

test('an id exchanged for a code skips the queue, and costs few hashes however often it is sent', async () => {
  const chkId = await harness.chkIdFor('eager@example.com')
  hashed = []
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_none, at) => harness.set(chkId, { ip: `10.85.${at}.1` })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(hashed.length).toBeLessThanOrEqual(identitySettings.throttles['new-password'].max)
  expect(hashed.every(({ rank }) => rank === 'known')).toBe(true)
  expect(codeOf(await harness.login('eager@example.com', GOOD))).toBe('wrong_credentials')
})

describe('an attacker behind the player’s mobile carrier', () => {
  /** The player's network, shared with the attackers. */
  const ip = '10.86.0.1'
  const { throttles } = identitySettings
  const codesTo = (email: string) =>
    harness.mails.filter(({ to }) => to === email).map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1] ?? '')

  test('S6: uses up the network’s limit, and the player’s own device still gets its mail', async () => {
    const cookie = cookieOf(await harness.register('carried@example.com', {}, ip))
    const stranger = cookieOf(await harness.register('carrier-other@example.com', {}, ip))
    for (let time = 0; time <= throttles['reset-mail-network'].max; time += 1)
      await harness.request(time < 20 ? 'carried@example.com' : `made-up-${time}@example.com`, { ip })
    expect(codeOf(await harness.request('carried@example.com', { ip }))).toBe('too_many_requests')
    const madeUp = `palpite_player_device=${'x'.repeat(43)}`
    expect(codeOf(await harness.request('carried@example.com', { ip, headers: { cookie: madeUp } }))).toBe(
      'too_many_requests',
    )
    await harness.mailNow()
    const before = codesTo('carried@example.com').length
    expect(before).toBe(throttles['reset-mail-email-network'].max)
    // A device another player signed in on passes the limit, but brings the player no mail that would void the code.
    await harness.request('carried@example.com', { ip, headers: { cookie: stranger } })
    await harness.mailNow()
    expect(codesTo('carried@example.com')).toHaveLength(before)
    for (let time = 0; time < throttles['reset-mail-device'].max; time += 1)
      expect((await harness.request('carried@example.com', { ip, headers: { cookie } })).statusCode).toBe(200)
    await harness.mailNow()
    expect(codesTo('carried@example.com')).toHaveLength(before + throttles['reset-mail-device'].max)
    // It is limited too: a stolen device floods nobody.
    const last = await harness.request('carried@example.com', { ip, headers: { cookie } })
    expect(codeOf(last)).toBe('too_many_requests')
  })

  test('S6: guesses codes until the network’s limit, and the right one passes on the player’s device', async () => {
    const cookie = cookieOf(await harness.register('guessed@example.com', {}, ip))
    await harness.request('guessed@example.com', { ip })
    await harness.mailNow()
    const code = codesTo('guessed@example.com').at(-1) ?? ''
    for (let time = 0; time <= throttles['reset-code-network'].max; time += 1)
      await harness.check('guessed@example.com', another(code), ip)
    expect(codeOf(await harness.check('guessed@example.com', code, ip))).toBe('too_many_requests')
    const answer = await harness.check('guessed@example.com', code, ip, { cookie })
    expect((await harness.set(harness.chkIdOf(answer), { ip })).statusCode).toBe(200)
  })

  test('S8: a stolen device allows five guesses at a code and no more', async () => {
    const cookie = cookieOf(await harness.register('stolen@example.com', {}, ip))
    await harness.request('stolen@example.com', { ip })
    await harness.mailNow()
    const code = codesTo('stolen@example.com').at(-1) ?? ''
    for (let guess = 0; guess < 5; guess += 1)
      await harness.check('stolen@example.com', another(code), ip, { cookie })
    expect(codeOf(await harness.check('stolen@example.com', code, ip, { cookie }))).toBe('wrong_reset_code')
    // Nor did it use up the player's guesses elsewhere at home.
    expect((await harness.check('stolen@example.com', code, ip)).statusCode).toBe(200)
  })
})
