import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Passwords } from '../identity/index.ts'
import { inTurns } from '../platform/costly-work.ts'
import { GOOD, openBackofficeHarness } from './testing/harness.ts'

const WAITING = 40

/** Password hashes that end when the test says so: the test counts turns, not time. */
let began: string[] = []
let ordered = 0
const ends: (() => void)[] = []
let isHeld = false
const inTurn = inTurns('test', { atOnce: 1, waiting: WAITING, each: Infinity })
const passwords: Passwords = {
  hash: (password) => Promise.resolve(`hash of ${password}`),
  verify: (kept, password, more) => {
    ordered += 1
    const work = async () => {
      began.push(password)
      if (isHeld) await new Promise<void>((resolve) => ends.push(resolve))
      return kept === `hash of ${password}`
    }
    return inTurn('anybody', work, more)
  },
  isCrowded: () => false,
}

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness({}, passwords)
})
afterAll(() => harness.close())
beforeEach(async () => {
  isHeld = false
  began = []
  ordered = 0
  await harness.deps.db`delete from identity_throttle`
})

/** An operator, and the cookie of a device on which they signed in. */
const operatorOf = async (email: string) => {
  const { operatorId } = await harness.operatorWith(email, [])
  const { cookie } = await harness.signIn(email, GOOD)
  return { operatorId, cookie: cookie ?? '' }
}

test('an operator signs in from a known device while strangers guess the account from a hundred networks', async () => {
  const { cookie } = await operatorOf('owner@house.example')
  for (let at = 0; at <= 100; at += 1) await harness.signIn('owner@house.example', 'a guess', `10.40.${at}.1`)
  // An unknown device is locked out even with the right password, and gets no hint of it.
  expect((await harness.signIn('owner@house.example', GOOD, '10.41.0.1')).code).toBe('wrong_credentials')
  const another = await operatorOf('another@house.example')
  const borrowed = await harness.signIn('owner@house.example', GOOD, '10.41.1.1', another.cookie)
  expect(borrowed.code).toBe('wrong_credentials')
  expect((await harness.signIn('owner@house.example', GOOD, '10.41.0.1', cookie)).http).toBe(200)
})

test('a network with too many guesses does not lock out a known device', async () => {
  const { cookie } = await operatorOf('office@house.example')
  for (let at = 0; at <= 30; at += 1)
    await harness.signIn(`nobody${at}@house.example`, 'a guess', '10.42.0.1')
  expect((await harness.signIn('office@house.example', GOOD, '10.42.0.2')).code).toBe('too_many_requests')
  expect((await harness.signIn('office@house.example', GOOD, '10.42.0.2', cookie)).http).toBe(200)
})

test('guesses from a known device are limited, and lock only that device', async () => {
  const { cookie } = await operatorOf('stolen@house.example')
  for (let at = 0; at < 10; at += 1)
    await harness.signIn('stolen@house.example', 'a guess', `10.43.${at}.1`, cookie)
  expect((await harness.signIn('stolen@house.example', GOOD, '10.43.99.1', cookie)).code).toBe(
    'wrong_credentials',
  )
  expect((await harness.signIn('stolen@house.example', GOOD, '10.43.99.1')).http).toBe(200)
})

test('in a flood of sign-ins from many networks a known device waits for no stranger; excess calls must retry', async () => {
  const { cookie } = await operatorOf('crowded@house.example')
  began = []
  ordered = 0
  isHeld = true
  const count = WAITING + 10
  const crowd = Array.from({ length: count }, (_none, at) =>
    harness.signIn(`crowd${at}@house.example`, 'a guess', `10.44.${at}.1`),
  )
  await expect.poll(() => ordered).toBe(count)
  expect(began).toHaveLength(1) // all others wait, up to the queue limit
  const owner = harness.signIn('crowded@house.example', GOOD, '10.45.0.1', cookie)
  await expect.poll(() => ordered).toBe(count + 1)
  isHeld = false
  for (const end of ends.splice(0)) end()
  expect((await owner).http).toBe(200)
  expect(began[1]).toBe(GOOD)
  const reported = (await Promise.all(crowd)).map(({ http }) => http)
  expect(reported.filter((http) => http === 503)).toHaveLength(count - WAITING - 1)
})

test('an operator has a limited number of known devices: the least recently seen is removed', async () => {
  const { operatorId } = await operatorOf('travels@house.example')
  for (let at = 0; at < 12; at += 1)
    expect((await harness.signIn('travels@house.example', GOOD, `10.46.${at}.1`)).http).toBe(200)
  const rows = await harness.deps.db<{ count: number }[]>`
    select count(*)::integer as count from identity_operator_device where operator_id = ${operatorId}`
  expect(rows).toEqual([{ count: 10 }])
})
