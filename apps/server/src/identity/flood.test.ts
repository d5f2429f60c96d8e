import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTurns, type Rank } from '../platform/costly-work.ts'
import { Busy } from '../platform/errors.ts'
import type { Passwords } from './credentials/passwords.ts'
import { codeOf, cookieOf, GOOD, openIdentityHarness, proofFor, tokenOf } from './testing/identity-harness.ts'

const WAITING = 40

/** Queue turns that end when the test says so: the test counts turns, not time. */
let began: string[] = []
let ordered = 0
const ends: (() => void)[] = []
let isHeld = false
let isFull = false
let crowdedAt = Infinity
const inTurn = inTurns('test', { atOnce: 1, waiting: WAITING, each: Infinity })
const turn = (what: string, isRight: boolean, more?: { rank: Rank }) => {
  ordered += 1
  if (isFull) throw new Busy('the queue is full')
  const work = async () => {
    began.push(what)
    if (isHeld) await new Promise<void>((resolve) => ends.push(resolve))
    return isRight
  }
  return inTurn('anybody', work, more)
}
const passwords: Passwords = {
  hash: async (password, more) => {
    await turn('hash', true, more)
    return `hash of ${password}`
  },
  verify: (kept, password, more) => turn(password, kept === `hash of ${password}`, more),
  isCrowded: () => inTurn.waiting() >= crowdedAt,
}

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness({ passwords })
})
afterAll(() => harness.close())
beforeEach(() => {
  isHeld = false
  began = []
})

const EMAIL = 'owner@example.com'
const orders = async (count: number) => {
  await expect.poll(() => ordered).toBe(count)
}
const letGo = () => {
  isHeld = false
  for (const end of ends.splice(0)) end()
}

/** Sign-ins, each from its own network; a third of them are registrations. */
const crowdOf = (count: number) =>
  Array.from({ length: count }, (_none, at) => {
    const [who, ip] = [`crowd${at}@example.com`, `10.20.${at}.9`]
    return at % 3 === 0 ? harness.register(who, {}, ip) : harness.login(who, 'a guess', ip)
  })

test('S6: in a flood from many networks a known device, a proof of work and a session skip the queue', async () => {
  const registered = await harness.register(EMAIL, {}, '10.9.0.1')
  const cookie = cookieOf(registered)
  for (let time = 0; time < 5; time += 1) await harness.login(EMAIL, 'a slip', '10.9.1.1')
  const proof = proofFor(await harness.login(EMAIL, GOOD, '10.9.1.1'))
  began = []
  ordered = 0
  isHeld = true
  const crowd = crowdOf(WAITING + 20)
  await orders(WAITING + 20)
  expect(began).toHaveLength(1) // all others wait, up to the limit
  const owners = [
    harness.login(EMAIL, GOOD, '10.9.0.1', { cookie }),
    harness.login(EMAIL, GOOD, '10.9.1.1', { proof }),
    harness.post('/api/app/user/verifyPwd', { pwd: GOOD }, { token: tokenOf(registered) }),
  ]
  await orders(WAITING + 23)
  letGo()
  expect((await Promise.all(owners)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(began.slice(1, 4)).toEqual([GOOD, GOOD, GOOD])
  const reported = (await Promise.all(crowd)).map(({ statusCode }) => statusCode)
  expect(reported.filter((status) => status === 503)).toHaveLength(19)
  expect(began).toHaveLength(1 + 3 + WAITING)
})

test('S6: while many wait a sign-in needs a proof of work, before its password is checked, and then goes first', async () => {
  await harness.register('homeless@example.com', {}, '10.9.3.1')
  const wrong = await harness.login('homeless@example.com', 'a guess', '10.9.4.1')
  expect(codeOf(wrong)).toBe('wrong_credentials')
  began = []
  ordered = 0
  isHeld = true
  crowdedAt = 5
  const crowd: ReturnType<typeof harness.login>[] = []
  for (let at = 0; at < 1 + crowdedAt; at += 1) {
    crowd.push(harness.login(`crowd${at}@example.com`, 'a guess', `10.21.${at}.9`))
    await orders(at + 1)
  }
  for (let at = 0; at < 5; at += 1) {
    expect(codeOf(await harness.login('homeless@example.com', 'a guess', `10.22.${at}.9`))).toBe(
      'proof_needed',
    )
  }
  const asked = await harness.login('homeless@example.com', GOOD, '10.22.9.9')
  expect(codeOf(asked)).toBe('proof_needed')
  const entered = harness.login('homeless@example.com', GOOD, '10.22.9.9', { proof: proofFor(asked) })
  await orders(1 + crowdedAt + 1)
  crowdedAt = Infinity
  letGo()
  expect((await entered).statusCode).toBe(200)
  expect(began[1]).toBe(GOOD)
  expect((await Promise.all(crowd)).map(codeOf)).toEqual(crowd.map(() => 'wrong_credentials'))
  expect(ordered).toBe(crowd.length + 1)
})

test('S6: a flood of proofs of work neither delays nor refuses a known device and a session', async () => {
  const email = 'early@example.com'
  const registered = await harness.register(email, {}, '10.9.5.1')
  const cookie = cookieOf(registered)
  began = []
  ordered = 0
  isHeld = true
  // Some cores solve proofs as fast as passwords are hashed: one is at work, and the queue is full.
  const proven = Array.from({ length: 1 + WAITING }, () => turn('by proof', false, { rank: 'proven' }))
  await expect(turn('by proof', false, { rank: 'proven' })).rejects.toBeInstanceOf(Busy)
  const owners = [
    harness.login(email, GOOD, '10.9.5.1', { cookie }),
    harness.post('/api/app/user/verifyPwd', { pwd: GOOD }, { token: tokenOf(registered) }),
  ]
  await orders(1 + WAITING + 1 + owners.length)
  letGo()
  expect((await Promise.all(owners)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(began.slice(0, 4)).toEqual(['by proof', GOOD, GOOD, 'by proof'])
  expect(await Promise.all(proven)).toHaveLength(1 + WAITING)
})

test('S6: a call refused as too busy counts as no guess, and retrying does not lock out', async () => {
  const cookie = cookieOf(await harness.register('patient@example.com', {}, '10.9.2.1'))
  isFull = true
  for (let time = 0; time < 25; time += 1) {
    const answer = await harness.login('patient@example.com', GOOD, '10.9.2.1', { cookie })
    expect(answer.statusCode).toBe(503)
  }
  isFull = false
  expect(codeOf(await harness.login('patient@example.com', GOOD, '10.9.2.1', { cookie }))).toBeUndefined()
})
