import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Passwords } from './passwords.ts'
import { identitySettings } from '../settings.ts'
import { codeOf, GOOD } from '../testing/identity-harness.ts'
import { NEXT, openResetHarness } from '../testing/reset-harness.ts'

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
