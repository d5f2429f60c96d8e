import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identitySettings } from '../settings.ts'
import { codeOf, GOOD } from '../trial-room.ts'
import { NEXT, openTrialReset } from './trial-reset.ts'

let trial: Awaited<ReturnType<typeof openTrialReset>>
beforeAll(async () => {
  trial = await openTrialReset()
})
beforeEach(() => trial.forgetTries())
afterAll(() => trial.close())

describe('a forgotten password', () => {
  test('is set anew with the mailed code, once, and ends all sessions', async () => {
    const token = await trial.newPlayer('forgot@example.com')
    const code = await trial.mailedCode('Forgot@example.com'.toLowerCase())
    expect(code).toMatch(/^\d{6}$/)
    const chkId = trial.chkIdOf(await trial.check('FORGOT@example.com', code))
    expect(chkId).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect((await trial.set(chkId)).statusCode).toBe(200)
    expect(await trial.identity.authenticate(token)).toBeUndefined()
    expect(codeOf(await trial.login('forgot@example.com', GOOD))).toBe('wrong_credentials')
    expect((await trial.login('forgot@example.com', NEXT)).statusCode).toBe(200)
    expect(codeOf(await trial.set(chkId))).toBe('wrong_reset_code')
    expect(codeOf(await trial.check('forgot@example.com', code))).toBe('wrong_reset_code')
  })

  test('is mailed in the language of the player, by texts of the locale files', async () => {
    await trial.newPlayer('lingua@example.com')
    await trial.mailedCode('lingua@example.com', 'pt_BR')
    const portuguese = trial.mails.at(-1)
    expect(portuguese?.subject).toMatch(/^Palpite: seu código é \d{6}$/)
    expect(portuguese?.text).toContain('vale por 10 minutos')
    await trial.mailedCode('lingua@example.com', 'en_US')
    expect(trial.mails.at(-1)?.text).toContain('valid for 10 minutes')
  })

  test('may be sent as a form too', async () => {
    const answer = await trial.app.inject({
      method: 'POST',
      url: '/api/app/main/RESETPWD/sendEmail',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=form%40example.com',
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('asking for a code', () => {
  test('answers the same for an unknown e-mail, does the same, and mails nobody', async () => {
    await trial.newPlayer('there@example.com')
    const before = trial.mails.length
    const known = await trial.ask('there@example.com')
    const unknown = await trial.ask('nowhere@example.com')
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    const rows = await trial.house.db<{ email: string; player: number | null }[]>`
      select email, player_id as player from identity_reset
       where email in ('there@example.com', 'nowhere@example.com') order by email`
    // Until the job comes, nobody has looked either of them up.
    expect(rows).toEqual([
      { email: 'nowhere@example.com', player: null },
      { email: 'there@example.com', player: null },
    ])
    await trial.mailNow()
    expect(trial.mails.slice(before).map(({ to }) => to)).toEqual(['there@example.com'])
    expect(codeOf(await trial.check('nowhere@example.com', '000000'))).toBe('wrong_reset_code')
  })

  test('with what cannot be an e-mail is refused', async () => {
    expect(codeOf(await trial.ask('nobody at home'))).toBe('invalid_email')
  })

  const mailsTo = (email: string) => trial.mails.filter(({ to }) => to === email)

  test('again and again mails five a day to one network, and says nothing of it', async () => {
    await trial.newPlayer('again@example.com')
    const bodies = new Set<string>()
    for (let time = 0; time < 7; time += 1) {
      bodies.add((await trial.ask('again@example.com', { ip: '10.20.0.1' })).body)
      await trial.mailNow()
    }
    expect(bodies.size).toBe(1)
    expect(mailsTo('again@example.com')).toHaveLength(5)
  })

  test('by a stranger, however often, does not keep the player from the own code', async () => {
    await trial.newPlayer('silenced@example.com')
    const { most } = identitySettings.throttles['reset-mail-email']
    for (let time = 0; time < most + 5; time += 1) {
      await trial.ask('silenced@example.com', { ip: '10.22.0.1' })
    }
    await trial.mailNow()
    expect(mailsTo('silenced@example.com')).toHaveLength(5)
    await trial.ask('silenced@example.com', { ip: '10.23.0.1' })
    await trial.mailNow()
    expect(mailsTo('silenced@example.com')).toHaveLength(6)
  })

  test('from many networks mails no more than the total of an e-mail, known or not, and says nothing', async () => {
    await trial.newPlayer('flooded@example.com')
    const { most } = identitySettings.throttles['reset-mail-email']
    const bodies = new Set<string>()
    for (let time = 0; time < most + 2; time += 1) {
      bodies.add((await trial.ask('flooded@example.com', { ip: `10.24.${time}.1` })).body)
      bodies.add((await trial.ask('stranger-to-us@example.com', { ip: `10.24.${time}.1` })).body)
      await trial.mailNow()
    }
    expect(mailsTo('flooded@example.com')).toHaveLength(most)
    bodies.add((await trial.ask('flooded@example.com')).body) // from where the player registered
    await trial.mailNow()
    expect(mailsTo('flooded@example.com')).toHaveLength(most + 1)
    expect(bodies.size).toBe(1)
  })

  test('for many e-mails from one network is put off', async () => {
    const { most } = identitySettings.throttles['reset-mail-network']
    const codes: (string | undefined)[] = []
    for (let time = 0; time <= most; time += 1) {
      codes.push(codeOf(await trial.ask(`many-${time}@example.com`, { ip: '10.21.0.1' })))
    }
    expect(codes.at(most - 1)).toBeUndefined()
    expect(codes.at(most)).toBe('too_many_requests')
  })
})

describe('the id that allows a new password', () => {
  test('is not used up by a weak password', async () => {
    const chkId = await trial.chkIdFor('weak@example.com')
    expect(codeOf(await trial.set(chkId, { nPwd: 'flamengo' }))).toBe('weak_password')
    expect((await trial.set(chkId)).statusCode).toBe(200)
  })
  test('is too late after ten minutes', async () => {
    const chkId = await trial.chkIdFor('slow@example.com')
    await trial.house.db`update identity_reset set chk_ends_at = now() where email = 'slow@example.com'`
    expect(codeOf(await trial.set(chkId))).toBe('wrong_reset_code')
  })
  test('sent 200 times at once sets one password', async () => {
    const chkId = await trial.chkIdFor('once@example.com')
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_none, at) =>
        trial.set(chkId, { nPwd: `${NEXT} ${at}`, ip: `10.70.${at}.1` }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })
  test('that was made up sets nothing', async () => {
    expect(codeOf(await trial.set('made-up'))).toBe('wrong_reset_code')
  })
  test('may not be guessed without end', async () => {
    const codes: (string | undefined)[] = []
    for (let guess = 0; guess < 21; guess += 1) {
      const answer = await trial.set(String(guess), { ip: '10.71.0.1' })
      codes.push(codeOf(answer))
    }
    expect(codes.at(-1)).toBe('too_many_requests')
  })
  test('lets a player in who was locked out by guessing', async () => {
    await trial.newPlayer('locked@example.com')
    for (let guess = 0; guess < 6; guess += 1) await trial.login('locked@example.com', 'x')
    expect(codeOf(await trial.login('locked@example.com', GOOD))).toBe('wrong_credentials')
    const chkId = trial.chkIdOf(
      await trial.check('locked@example.com', await trial.mailedCode('locked@example.com')),
    )
    expect((await trial.set(chkId)).statusCode).toBe(200)
    expect((await trial.login('locked@example.com', NEXT)).statusCode).toBe(200)
  })
})
