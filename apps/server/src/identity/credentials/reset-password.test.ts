import { updateEmail } from '../accounts/queries.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identitySettings } from '../settings.ts'
import { codeOf, GOOD, tokenOf, workOf, NEXT, openResetHarness } from '../testing/identity-harness.ts'

let harness: Awaited<ReturnType<typeof openResetHarness>>
beforeAll(async () => {
  harness = await openResetHarness()
})
beforeEach(() => harness.forgetTries())
afterAll(() => harness.close())

describe('a forgotten password', () => {
  test('is reset with the mailed code, once, and ends all sessions', async () => {
    const token = await harness.newPlayer('forgot@example.com')
    const code = await harness.mailedCode('Forgot@example.com'.toLowerCase())
    expect(code).toMatch(/^\d{6}$/)
    const chkId = harness.chkIdOf(await harness.check('FORGOT@example.com', code))
    expect(chkId).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const set = await harness.set(chkId)
    expect(set.statusCode).toBe(200)
    // Displayed unchanged (SPEC §7).
    expect(set.json<{ message: string }>().message).toMatch(/password/i)
    expect(await harness.identity.authenticate(token)).toBeUndefined()
    expect(codeOf(await harness.login('forgot@example.com', GOOD))).toBe('wrong_credentials')
    expect((await harness.login('forgot@example.com', NEXT)).statusCode).toBe(200)
    expect(codeOf(await harness.set(chkId))).toBe('wrong_reset_code')
    expect(codeOf(await harness.check('forgot@example.com', code))).toBe('wrong_reset_code')
  })

  test('is mailed in the language of the player, with texts of the locale files', async () => {
    await harness.newPlayer('lingua@example.com')
    await harness.mailedCode('lingua@example.com', 'pt_BR')
    const portuguese = harness.mails.at(-1)
    expect(portuguese?.subject).toMatch(/^Palpite: seu código é \d{6}$/)
    expect(portuguese?.text).toContain('vale por 10 minutos')
    await harness.mailedCode('lingua@example.com', 'en_US')
    expect(harness.mails.at(-1)?.text).toContain('valid for 10 minutes')
  })

  test('may be sent as a form too', async () => {
    const answer = await harness.app.inject({
      method: 'POST',
      url: '/api/app/main/RESETPWD/sendEmail',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=form%40example.com',
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('S42: a second factor, after its player resets the password by mail,', () => {
  const turnOn = (email: string, days: number) => harness.deps.db`
    update identity_player set second_factor_at = now() - make_interval(days => ${days}) where email = ${email}`

  test('is removed if enabled within the last days: a thief of the password may have done so', async () => {
    const chkId = await harness.chkIdFor('stolen@example.com')
    await turnOn('stolen@example.com', 6)
    expect((await harness.set(chkId)).statusCode).toBe(200)
    expect((await harness.login('stolen@example.com', NEXT)).statusCode).toBe(200)
  })

  test('stays if the e-mail changed after it: a thief with session and password may have set their own', async () => {
    const chkId = await harness.chkIdFor('before@example.com')
    const players = await harness.deps.db<{ id: number }[]>`
      select id from identity_player where email = 'before@example.com'`
    await turnOn('before@example.com', 6)
    await harness.deps.db.begin((tx) => updateEmail(tx, players[0]?.id ?? 0, 'after@example.com'))
    expect((await harness.set(chkId)).statusCode).toBe(200)
    expect(codeOf(await harness.login('after@example.com', NEXT))).toBe('second_factor_needed')
  })

  test('stays if it is older: the mailbox alone opens nothing', async () => {
    const chkId = await harness.chkIdFor('kept@example.com')
    await turnOn('kept@example.com', 8)
    expect((await harness.set(chkId)).statusCode).toBe(200)
    expect(codeOf(await harness.login('kept@example.com', NEXT))).toBe('second_factor_needed')
  })
})

describe('asking for a code', () => {
  test('answers and works the same for an unknown e-mail, and mails nobody', async () => {
    await harness.newPlayer('there@example.com')
    const before = harness.mails.length
    const known = await harness.request('there@example.com')
    const unknown = await harness.request('nowhere@example.com')
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    const rows = await harness.deps.db<{ email: string; player: number | null }[]>`
      select email, player_id as player from identity_reset
       where email in ('there@example.com', 'nowhere@example.com') order by email`
    // Until the job runs, neither has been looked up.
    expect(rows).toEqual([
      { email: 'nowhere@example.com', player: null },
      { email: 'there@example.com', player: null },
    ])
    await harness.mailNow()
    expect(harness.mails.slice(before).map(({ to }) => to)).toEqual(['there@example.com'])
    expect(codeOf(await harness.check('nowhere@example.com', '000000'))).toBe('wrong_reset_code')
  })

  test('S5: looks nobody up, and does the same for a known and an unknown e-mail', async () => {
    await harness.newPlayer('counted@example.com')
    const of = (email: string) => workOf(harness.deps, () => harness.request(email))
    const known = await of('counted@example.com')
    expect(known.length).toBeGreaterThan(0)
    expect(await of('uncounted@example.com')).toEqual(known)
    expect(known.join(' ')).not.toContain('identity_player')
  })

  test('S5: a wrong code costs and counts the same for a known and an unknown e-mail', async () => {
    await harness.newPlayer('tried@example.com')
    const [known, unknown] = ['tried@example.com', 'untried@example.com']
    const of = (email: string) => workOf(harness.deps, () => harness.check(email, '000000'))
    expect(await of(unknown)).toEqual(await of(known)) // before a code was requested
    for (const email of [known, unknown]) await harness.request(email)
    await harness.mailNow()
    expect(harness.mails.filter(({ to }) => to === unknown)).toEqual([])
    expect(await of(unknown)).toEqual(await of(known))
    const rows = await harness.deps.db<{ tries: number }[]>`
      select code_tries + known_tries as tries from identity_reset where email in (${known}, ${unknown})`
    expect(rows).toEqual([{ tries: 1 }, { tries: 1 }])
  })

  test('with an invalid e-mail is refused', async () => {
    expect(codeOf(await harness.request('nobody at home'))).toBe('invalid_email')
  })

  const mailsTo = (email: string) => harness.mails.filter(({ to }) => to === email)

  test('repeatedly mails five a day to one network, without saying so', async () => {
    await harness.newPlayer('again@example.com')
    const bodies = new Set<string>()
    for (let time = 0; time < 7; time += 1) {
      bodies.add((await harness.request('again@example.com', { ip: '10.20.0.1' })).body)
      await harness.mailNow()
    }
    expect(bodies.size).toBe(1)
    expect(mailsTo('again@example.com')).toHaveLength(5)
  })

  test('by others, however often, does not keep the player from their own code', async () => {
    await harness.newPlayer('silenced@example.com')
    const { max } = identitySettings.throttles['reset-mail-email']
    for (let time = 0; time < max + 5; time += 1) {
      await harness.request('silenced@example.com', { ip: '10.22.0.1' })
    }
    await harness.mailNow()
    expect(mailsTo('silenced@example.com')).toHaveLength(5)
    await harness.request('silenced@example.com', { ip: '10.23.0.1' })
    await harness.mailNow()
    expect(mailsTo('silenced@example.com')).toHaveLength(6)
  })

  test('from many networks mails no more than an e-mail’s total, known or not, without saying so', async () => {
    await harness.newPlayer('flooded@example.com')
    const { max } = identitySettings.throttles['reset-mail-email']
    const bodies = new Set<string>()
    for (let time = 0; time < max + 2; time += 1) {
      bodies.add((await harness.request('flooded@example.com', { ip: `10.24.${time}.1` })).body)
      bodies.add((await harness.request('stranger-to-us@example.com', { ip: `10.24.${time}.1` })).body)
      await harness.mailNow()
    }
    expect(mailsTo('flooded@example.com')).toHaveLength(max)
    bodies.add((await harness.request('flooded@example.com')).body) // from where the player registered
    await harness.mailNow()
    expect(mailsTo('flooded@example.com')).toHaveLength(max + 1)
    expect(bodies.size).toBe(1)
  })

  test('for many e-mails from one network is limited', async () => {
    const { max } = identitySettings.throttles['reset-mail-network']
    const codes: (string | undefined)[] = []
    for (let time = 0; time <= max; time += 1) {
      codes.push(codeOf(await harness.request(`many-${time}@example.com`, { ip: '10.21.0.1' })))
    }
    expect(codes.at(max - 1)).toBeUndefined()
    expect(codes.at(max)).toBe('too_many_requests')
  })
})

describe('the id that allows a new password', () => {
  test('is not used up by a weak password', async () => {
    const chkId = await harness.chkIdFor('weak@example.com')
    expect(codeOf(await harness.set(chkId, { nPwd: 'flamengo' }))).toBe('weak_password')
    expect((await harness.set(chkId)).statusCode).toBe(200)
  })
  test('S8: expires, like the code, once the password is changed in another way', async () => {
    const chkId = await harness.chkIdFor('changed@example.com')
    const other = tokenOf(await harness.login('changed@example.com', GOOD))
    const code = await harness.mailedCode('changed@example.com')
    const change = { oPwd: GOOD, nPwd: 'a third password', nPwd1: 'a third password' }
    expect((await harness.post('/api/app/user/changePwd', change, { token: other })).statusCode).toBe(200)
    expect(codeOf(await harness.set(chkId))).toBe('wrong_reset_code')
    expect(codeOf(await harness.check('changed@example.com', code))).toBe('wrong_reset_code')
    expect((await harness.login('changed@example.com', 'a third password')).statusCode).toBe(200)
  })
  test('S8: with changes by mail and in the account at once, one of the two passwords holds and nothing else opens', async () => {
    for (let time = 0; time < 5; time += 1) {
      const email = `both-${time}@example.com`
      const chkId = await harness.chkIdFor(email)
      const token = tokenOf(await harness.login(email, GOOD))
      const change = { oPwd: GOOD, nPwd: 'a third password', nPwd1: 'a third password' }
      const [set, changed] = await Promise.all([
        harness.set(chkId),
        harness.post('/api/app/user/changePwd', change, { token }),
      ])
      expect([set.statusCode, changed.statusCode].filter((status) => status === 200)).toHaveLength(1)
      const isSet = set.statusCode === 200
      expect(codeOf(await harness.login(email, isSet ? 'a third password' : NEXT))).toBe('wrong_credentials')
      expect((await harness.login(email, isSet ? NEXT : 'a third password')).statusCode).toBe(200)
      await harness.forgetTries()
    }
  })
  test('expires after ten minutes', async () => {
    const chkId = await harness.chkIdFor('slow@example.com')
    await harness.deps.db`update identity_reset set chk_ends_at = now() where email = 'slow@example.com'`
    expect(codeOf(await harness.set(chkId))).toBe('wrong_reset_code')
  })
  test('sent 200 times at once sets one password', async () => {
    const chkId = await harness.chkIdFor('once@example.com')
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_none, at) =>
        harness.set(chkId, { nPwd: `${NEXT} ${at}`, ip: `10.70.${at}.1` }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })
  test('made up sets nothing', async () => {
    expect(codeOf(await harness.set('made-up'))).toBe('wrong_reset_code')
  })
  test('cannot be guessed without limit', async () => {
    const codes: (string | undefined)[] = []
    for (let guess = 0; guess < 21; guess += 1) {
      const answer = await harness.set(String(guess), { ip: '10.71.0.1' })
      codes.push(codeOf(answer))
    }
    expect(codes.at(-1)).toBe('too_many_requests')
  })
  test('lets a player in who was locked out by guessing', async () => {
    await harness.newPlayer('locked@example.com')
    for (let guess = 0; guess < 6; guess += 1) await harness.login('locked@example.com', 'x')
    expect(codeOf(await harness.login('locked@example.com', GOOD))).toBe('proof_needed')
    const chkId = harness.chkIdOf(
      await harness.check('locked@example.com', await harness.mailedCode('locked@example.com')),
    )
    expect((await harness.set(chkId)).statusCode).toBe(200)
    expect((await harness.login('locked@example.com', NEXT)).statusCode).toBe(200)
  })
})
