import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, another, openResetHarness } from '../testing/identity-harness.ts'

let harness: Awaited<ReturnType<typeof openResetHarness>>
beforeAll(async () => {
  harness = await openResetHarness()
})
beforeEach(() => harness.forgetTries())
afterAll(() => harness.close())

describe('a mailed code', () => {
  test('allows five guesses; then the right one is too late', async () => {
    await harness.newPlayer('guess@example.com')
    const code = await harness.mailedCode('guess@example.com')
    for (let guess = 0; guess < 5; guess += 1) {
      expect(codeOf(await harness.check('guess@example.com', another(code)))).toBe('wrong_reset_code')
    }
    expect(codeOf(await harness.check('guess@example.com', code))).toBe('wrong_reset_code')
  })

  test('guessed 200 times at once is tried five times', async () => {
    await harness.newPlayer('burst@example.com')
    const code = await harness.mailedCode('burst@example.com')
    const guesses = await Promise.all(
      Array.from({ length: 200 }, (_none, at) =>
        harness.check('burst@example.com', another(code), `10.30.${at}.1`),
      ),
    )
    expect(guesses.every((answer) => codeOf(answer) === 'wrong_reset_code')).toBe(true)
    const [row] = await harness.deps.db<{ tries: number }[]>`
      select code_tries as tries from identity_reset where email = 'burst@example.com'`
    expect(row?.tries).toBe(5)
  })

  test('allows fifteen guesses a day over all new codes', async () => {
    await harness.newPlayer('daily@example.com')
    let code = ''
    for (let round = 0; round < 4; round += 1) {
      code = await harness.mailedCode('daily@example.com')
      for (let guess = 0; guess < 4; guess += 1) {
        await harness.check('daily@example.com', another(code), `10.40.${round}.1`)
      }
    }
    expect(codeOf(await harness.check('daily@example.com', code, '10.41.0.1'))).toBe('wrong_reset_code')
  })

  test('remains usable by the player, however often others guess', async () => {
    await harness.newPlayer('besieged@example.com')
    let code = ''
    for (let round = 0; round < 4; round += 1) {
      code = await harness.mailedCode('besieged@example.com')
      for (let guess = 0; guess < 6; guess += 1) {
        await harness.check('besieged@example.com', another(code), `10.42.${round}.1`)
      }
    }
    expect(codeOf(await harness.check('besieged@example.com', code, '10.43.0.1'))).toBe('wrong_reset_code')
    expect((await harness.check('besieged@example.com', code)).statusCode).toBe(200) // from where the player registered
  })

  test('sent right 200 times at once is exchanged once', async () => {
    await harness.newPlayer('race@example.com')
    const code = await harness.mailedCode('race@example.com')
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_none, at) => harness.check('race@example.com', code, `10.50.${at}.1`)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(1)
  })

  test('is void once a newer one was mailed', async () => {
    await harness.newPlayer('newer@example.com')
    const first = await harness.mailedCode('newer@example.com')
    const second = await harness.mailedCode('newer@example.com')
    const codes = first === second ? [] : [codeOf(await harness.check('newer@example.com', first))]
    expect(codes.every((code) => code === 'wrong_reset_code')).toBe(true)
    expect((await harness.check('newer@example.com', second)).statusCode).toBe(200)
    expect(codeOf(await harness.check('newer@example.com', first))).toBe('wrong_reset_code')
  })

  test('expires after ten minutes, by the clock of the database', async () => {
    await harness.newPlayer('late@example.com')
    const code = await harness.mailedCode('late@example.com')
    const [row] = await harness.deps.db<{ seconds: number }[]>`
      select extract(epoch from code_ends_at - now())::int as seconds
        from identity_reset where email = 'late@example.com'`
    expect(row?.seconds).toBeGreaterThan(590)
    expect(row?.seconds).toBeLessThanOrEqual(600)
    await harness.deps.db`update identity_reset set code_ends_at = now() where email = 'late@example.com'`
    expect(codeOf(await harness.check('late@example.com', code))).toBe('wrong_reset_code')
  })

  test('of one player opens nothing for another', async () => {
    await harness.newPlayer('mine@example.com')
    await harness.newPlayer('theirs@example.com')
    await harness.mailedCode('theirs@example.com')
    const code = await harness.mailedCode('mine@example.com')
    expect(codeOf(await harness.check('theirs@example.com', code))).toBe('wrong_reset_code')
  })

  test('and the id it is exchanged for are stored as hashes', async () => {
    await harness.newPlayer('kept@example.com')
    const code = await harness.mailedCode('kept@example.com')
    const chkId = harness.chkIdOf(await harness.check('kept@example.com', code))
    const [row] = await harness.deps.db<{ all: string }[]>`
      select concat_ws(' ', code_hash, chk_hash) as all from identity_reset where email = 'kept@example.com'`
    expect(row?.all).toMatch(/^\S{43} \S{43}$/)
    expect(row?.all).not.toContain(chkId)
  })
})
