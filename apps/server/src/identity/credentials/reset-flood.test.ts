import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Passwords } from './passwords.ts'
import { identitySettings } from '../settings.ts'
import { codeOf, cookieOf, GOOD, another, NEXT, openResetHarness } from '../testing/identity-harness.ts'

/** Few, so that the flood is short; that the product has such a bound is what is asked. */
const MAX = 12

let hashed: { password: string; goesFirst: boolean }[] = []
const passwords: Passwords = {
  hash: async (password, { goesFirst } = { goesFirst: false }) => {
    hashed.push({ password, goesFirst })
    return `hash of ${password}`
  },
  verify: async (kept, password) => kept === `hash of ${password}`,
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

test('a flood of resets for many accounts from many networks mails so many and no more, and a player at home still gets in', async () => {
  const accounts = Array.from({ length: MAX * 2 }, (_none, at) => `account-${at}@example.com`)
  for (const email of accounts) await harness.newPlayer(email)
  const before = harness.mails.length
  const bodies = new Set<string>()
  for (const [at, email] of accounts.entries())
    bodies.add((await harness.request(email, { ip: `10.80.${at}.1` })).body)
  await harness.mailNow()
  expect(harness.mails).toHaveLength(before + MAX)
  // From where the player registered: mailed all the same, and told in the same words as everybody.
  const owner = accounts.at(-1) ?? ''
  const code = await harness.mailedCode(owner)
  bodies.add((await harness.request('stranger-to-us@example.com', { ip: '10.81.0.1' })).body)
  expect(bodies.size).toBe(1)
  const chkId = harness.chkIdOf(await harness.check(owner, code))
  expect((await harness.set(chkId)).statusCode).toBe(200)
  expect((await harness.login(owner, NEXT)).statusCode).toBe(200)
})

test('what one e-mail has too many of does not use up what all have together', async () => {
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

test('made-up ids from a network are put off, and keep no player there from setting a password', async () => {
  const chkId = await harness.chkIdFor('neighbour@example.com')
  hashed = []
  for (let time = 0; time <= 20; time += 1) await harness.set(`made-up-${time}`, { ip: '10.84.0.1' })
  expect(codeOf(await harness.set('made-up', { ip: '10.84.0.1' }))).toBe('too_many_requests')
  expect(hashed).toEqual([]) // nothing was worked out for an id of nobody
  expect((await harness.set(chkId, { ip: '10.84.0.2' })).statusCode).toBe(200)
})

test('an id that a code was exchanged for goes before strangers, and orders few hashes however often it is sent', async () => {
  const chkId = await harness.chkIdFor('eager@example.com')
  hashed = []
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_none, at) => harness.set(chkId, { ip: `10.85.${at}.1` })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(hashed.length).toBeLessThanOrEqual(identitySettings.throttles['new-password'].max)
  expect(hashed.every(({ goesFirst }) => goesFirst)).toBe(true)
  expect(codeOf(await harness.login('eager@example.com', GOOD))).toBe('wrong_credentials')
})

describe('a stranger behind the carrier of the player', () => {
  /** The player's network, which all of these share. */
  const ip = '10.86.0.1'
  const { throttles } = identitySettings
  const codesTo = (email: string) =>
    harness.mails.filter(({ to }) => to === email).map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1] ?? '')

  test('S6: uses up what the network may ask for, and the player’s own device is mailed to all the same', async () => {
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
    // A device that somebody else signed in on passes, and brings the player no mail that voids the code.
    await harness.request('carried@example.com', { ip, headers: { cookie: stranger } })
    await harness.mailNow()
    expect(codesTo('carried@example.com')).toHaveLength(before)
    for (let time = 0; time < throttles['reset-mail-device'].max; time += 1)
      expect((await harness.request('carried@example.com', { ip, headers: { cookie } })).statusCode).toBe(200)
    await harness.mailNow()
    expect(codesTo('carried@example.com')).toHaveLength(before + throttles['reset-mail-device'].max)
    // It too has an end: a device that was stolen floods nobody.
    const last = await harness.request('carried@example.com', { ip, headers: { cookie } })
    expect(codeOf(last)).toBe('too_many_requests')
  })

  test('S6: guesses codes until the network has no guess left, and the right one passes on the player’s device', async () => {
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

  test('S8: who stole a device guesses five times at a code and no more', async () => {
    const cookie = cookieOf(await harness.register('stolen@example.com', {}, ip))
    await harness.request('stolen@example.com', { ip })
    await harness.mailNow()
    const code = codesTo('stolen@example.com').at(-1) ?? ''
    for (let guess = 0; guess < 5; guess += 1)
      await harness.check('stolen@example.com', another(code), ip, { cookie })
    expect(codeOf(await harness.check('stolen@example.com', code, ip, { cookie }))).toBe('wrong_reset_code')
    // Nor did it use up the guesses of the player elsewhere at home.
    expect((await harness.check('stolen@example.com', code, ip)).statusCode).toBe(200)
  })
})
