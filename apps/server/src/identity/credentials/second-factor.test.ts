import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, cookieOf, GOOD, openIdentityHarness, tokenOf } from '../testing/identity-harness.ts'
import { identitySettings } from '../settings.ts'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { testDevice } from '../../../../../tools/test/test-device.ts'
import { mailChanges } from './change-email.ts'
import { mailLinks } from '../sessions/sign-in.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
afterAll(() => harness.close())

type Answer = Awaited<ReturnType<typeof harness.post>>
const dataOf = <T>(answer: Answer) => answer.json<{ data: T }>().data

/** The app's code this many periods from now, by the database's clock. */
async function appCode(secret: string, periods = 0): Promise<string> {
  const [row] = await harness.deps.db<{ now: Date }[]>`select clock_timestamp() as now`
  const timestamp = (row?.now.getTime() ?? 0) + periods * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}
/** Makes the app's next code valid at once: no code was used yet. */
const forgetSteps = () => harness.deps.db`update identity_player_factor set last_step = null`

const turnOff = (token: string, code: string, pwd = GOOD) =>
  harness.post('/api/app/user/removeSecondFactor', { pwd, code }, { token })
const finish = (
  ticket: string,
  code: string,
  more: { trust?: boolean; cookie?: string; ip?: string } = {},
) => {
  const { cookie, ip = '10.0.0.1', ...body } = more
  const headers = cookie === undefined ? {} : { cookie }
  return harness.post('/api/auth/user/secondFactor', { ticket, code, ...body }, { ip, headers })
}
/** The ticket returned for a right password. */
const ticketOf = (answer: Answer) => {
  expect(codeOf(answer)).toBe('second_factor_needed')
  return dataOf<{ ticket: string }>(answer).ticket
}

/** A player with a second factor, the app's secret and the recovery codes. */
async function playerWithFactor(email: string) {
  const registered = await harness.register(email)
  const token = tokenOf(registered)
  const asked = await harness.post('/api/app/user/newSecondFactor', { pwd: GOOD }, { token })
  const { secret, uri } = dataOf<{ secret: string; uri: string }>(asked)
  const code = await appCode(secret)
  const confirmed = await harness.post('/api/app/user/confirmSecondFactor', { code }, { token })
  const { recoveryCodes } = dataOf<{ recoveryCodes: string[] }>(confirmed)
  await forgetSteps()
  return { token, secret, uri, recoveryCodes, firstCode: code, cookie: cookieOf(registered) }
}

describe('a player', () => {
  test('enables the second factor with the app’s first code, and signs in with password and code', async () => {
    const { token, secret, uri, recoveryCodes } = await playerWithFactor('on@example.com')
    expect(uri).toContain('otpauth://totp/Palpite:on%40example.com')
    expect(new Set(recoveryCodes).size).toBe(10)
    const state = await harness.get('/api/app/user/secondFactor', token)
    const { since, recoveryCodesLeft } = dataOf<{ recoveryCodesLeft: number; since: string | null }>(state)
    expect([since?.at(-1), recoveryCodesLeft]).toEqual(['Z', 10])
    const ticket = ticketOf(await harness.login('on@example.com', GOOD))
    const signedIn = await finish(ticket, await appCode(secret))
    expect(await harness.identity.authenticate(tokenOf(signedIn))).toBeDefined()
  })

  test('without a second factor signs in as before', async () => {
    await harness.register('plain@example.com')
    expect((await harness.login('plain@example.com', GOOD)).statusCode).toBe(200)
  })

  test('with an unconfirmed app signs in as before', async () => {
    const token = await harness.newPlayer('unconfirmed@example.com')
    await harness.post('/api/app/user/newSecondFactor', { pwd: GOOD }, { token })
    const wrong = await harness.post('/api/app/user/confirmSecondFactor', { code: '000000x' }, { token })
    expect(codeOf(wrong)).toBe('wrong_second_factor')
    expect((await harness.login('unconfirmed@example.com', GOOD)).statusCode).toBe(200)
  })

  test('needs the password to start, and cannot start while it is enabled', async () => {
    const { token } = await playerWithFactor('twice@example.com')
    const ask = (pwd: string) => harness.post('/api/app/user/newSecondFactor', { pwd }, { token })
    expect(codeOf(await ask('a wrong password'))).toBe('wrong_password')
    expect(codeOf(await ask(GOOD))).toBe('second_factor_on')
  })

  test('signs in with a recovery code, once, however it is typed', async () => {
    const { recoveryCodes } = await playerWithFactor('recovery@example.com')
    const typed = recoveryCodes[0]?.toLowerCase().replace('-', ' ') ?? ''
    const ticket = ticketOf(await harness.login('recovery@example.com', GOOD))
    expect((await finish(ticket, typed)).statusCode).toBe(200)
    const next = ticketOf(await harness.login('recovery@example.com', GOOD))
    expect(codeOf(await finish(next, typed))).toBe('wrong_second_factor')
  })

  test('creates new recovery codes, and the previous ones become invalid', async () => {
    const { token, secret, recoveryCodes } = await playerWithFactor('renew@example.com')
    const body = { pwd: GOOD, code: await appCode(secret) }
    const renewed = await harness.post('/api/app/user/newRecoveryCodes', body, { token })
    const fresh = dataOf<{ recoveryCodes: string[] }>(renewed).recoveryCodes
    expect(fresh).toHaveLength(10)
    const ticket = ticketOf(await harness.login('renew@example.com', GOOD))
    expect(codeOf(await finish(ticket, recoveryCodes[0] ?? ''))).toBe('wrong_second_factor')
    expect((await finish(ticket, fresh[0] ?? '')).statusCode).toBe(200)
  })

  test('S42: disables it with password and code, not with either alone', async () => {
    const { token, secret, recoveryCodes } = await playerWithFactor('off@example.com')
    expect(codeOf(await turnOff(token, await appCode(secret), 'a wrong password'))).toBe('wrong_password')
    expect(codeOf(await turnOff(token, recoveryCodes[0]?.replaceAll(/./g, 'A') ?? ''))).toBe(
      'wrong_second_factor',
    )
    expect((await turnOff(token, await appCode(secret))).statusCode).toBe(200)
    expect((await harness.login('off@example.com', GOOD)).statusCode).toBe(200)
  })

  test('S42: is notified by mail of each change, which is also in the audit chain', async () => {
    const { token, recoveryCodes } = await playerWithFactor('told@example.com')
    const ticket = ticketOf(await harness.login('told@example.com', GOOD))
    await finish(ticket, recoveryCodes[0] ?? '')
    const body = { pwd: GOOD, code: recoveryCodes[1] }
    await harness.post('/api/app/user/newRecoveryCodes', body, { token })
    await forgetSteps()
    const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
    const { deps } = harness
    await mailChanges({
      deps,
      settings: identitySettings.reset,
      sendMail: async (mail) => void harness.mails.push(mail),
    })
    const subjects = harness.mails.filter(({ to }) => to === 'told@example.com').map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([
      'Palpite: a recovery code was used',
      'Palpite: a recovery code was used',
      'Palpite: login on a new device',
      'Palpite: new recovery codes',
      'Palpite: two-step verification is on',
    ])
    const actions = await deps.db<{ action: string }[]>`
      select action from platform_audit where subject = ${`player:${playerId}`} order by id`
    expect(actions.map(({ action }) => action)).toEqual([
      'second_factor.turned_on',
      'second_factor.recovery_code_used',
      'second_factor.recovery_code_used',
      'second_factor.recovery_codes_renewed',
    ])
  })

  test('a closed account is reported as closed after the second factor, not after the password alone', async () => {
    const { recoveryCodes } = await playerWithFactor('closed@example.com')
    await ownerOf(harness.deps.db)`
      update identity_player set closed_at = now() where email = 'closed@example.com'`
    const ticket = ticketOf(await harness.login('closed@example.com', GOOD))
    expect(codeOf(await finish(ticket, 'AAAAAAAAAA'))).toBe('wrong_second_factor')
    const again = ticketOf(await harness.login('closed@example.com', GOOD))
    expect(codeOf(await finish(again, recoveryCodes[0] ?? ''))).toBe('account_closed')
  })

  test('is not asked on a trusted device, until the password changes', async () => {
    const { token, recoveryCodes } = await playerWithFactor('trust@example.com')
    const ticket = ticketOf(await harness.login('trust@example.com', GOOD))
    const cookie = cookieOf(await finish(ticket, recoveryCodes[0] ?? '', { trust: true }))
    expect((await harness.login('trust@example.com', GOOD, '10.0.0.1', { cookie })).statusCode).toBe(200)
    ticketOf(await harness.login('trust@example.com', GOOD))
    const next = 'another good password'
    await harness.deps.db`update identity_session set stepped_up_until = now() + interval '1 minute'`
    await harness.post('/api/app/user/changePwd', { oPwd: GOOD, nPwd: next, nPwd1: next }, { token })
    ticketOf(await harness.login('trust@example.com', next, '10.0.0.1', { cookie }))
  })
})

test('S42: a passkey, which counts as both factors, needs the password and a code', async () => {
  const { token, secret } = await playerWithFactor('passkeyed@example.com')
  const ask = (body: object) => harness.post('/api/app/user/newPasskey', { pwd: GOOD, ...body }, { token })
  expect(codeOf(await ask({}))).toBe('wrong_second_factor')
  expect(codeOf(await ask({ code: '000000x' }))).toBe('wrong_second_factor')
  expect((await ask({ code: await appCode(secret) })).statusCode).toBe(200)
  const plain = await harness.newPlayer('passkey-alone@example.com')
  expect((await harness.post('/api/app/user/newPasskey', { pwd: GOOD }, { token: plain })).statusCode).toBe(
    200,
  )
})

test('S42: ending a session on another device makes all devices ask for the code', async () => {
  const { token, recoveryCodes } = await playerWithFactor('lost@example.com')
  const ticket = ticketOf(await harness.login('lost@example.com', GOOD))
  const there = await finish(ticket, recoveryCodes[0] ?? '', { trust: true })
  const cookie = cookieOf(there)
  expect((await harness.login('lost@example.com', GOOD, '10.0.0.1', { cookie })).statusCode).toBe(200)
  const { api_key: key } = dataOf<{ api_key: string }>(there)
  expect((await harness.post('/api/app/user/endSession', { key }, { token })).statusCode).toBe(200)
  ticketOf(await harness.login('lost@example.com', GOOD, '10.0.0.1', { cookie }))
})

test('S42: guesses within sessions are limited per day, however many sessions the password opens', async () => {
  const { secret, cookie } = await playerWithFactor('sessions@example.com')
  const trusted = ticketOf(await harness.login('sessions@example.com', GOOD, '10.0.0.1', { cookie }))
  const trusting = cookieOf(await finish(trusted, await appCode(secret), { trust: true, cookie }))
  const codes: string[] = []
  for (let session = 0; session < 5; session += 1) {
    const opened = await harness.login('sessions@example.com', GOOD, '10.0.0.1', { cookie: trusting })
    for (let guess = 0; guess < 5; guess += 1)
      codes.push(codeOf(await turnOff(tokenOf(opened), '000000x')) ?? 'off')
  }
  expect(codes.filter((code) => code === 'wrong_second_factor')).toHaveLength(20)
  expect(codes.slice(20)).toEqual(Array(5).fill('too_many_requests'))
})

describe('the second factor', () => {
  test('is asked after a sign-in link', async () => {
    const { secret } = await playerWithFactor('link2@example.com')
    await harness.post('/api/auth/user/signInLink', { email: 'link2@example.com' })
    await mailLinks({
      deps: harness.deps,
      settings: identitySettings,
      sendMail: async (mail) => void harness.mails.push(mail),
    })
    const mail = harness.mails.findLast(({ to }) => to === 'link2@example.com')
    const link = /\/zgo([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const ticket = ticketOf(await harness.post('/api/auth/user/zgo', { token: link }))
    expect((await finish(ticket, await appCode(secret))).statusCode).toBe(200)
  })

  test('is not revealed after a wrong password', async () => {
    await playerWithFactor('wrong@example.com')
    expect(codeOf(await harness.login('wrong@example.com', 'a wrong password'))).toBe('wrong_credentials')
  })

  test('S42: accepts each code once, also the one that enabled it', async () => {
    const { firstCode, secret } = await playerWithFactor('once@example.com')
    await harness.deps.db`
      update identity_player_factor set last_step = floor(extract(epoch from clock_timestamp()) / 30) + 1`
    const ticket = ticketOf(await harness.login('once@example.com', GOOD))
    expect(codeOf(await finish(ticket, firstCode))).toBe('wrong_second_factor')
    await forgetSteps()
    const code = await appCode(secret)
    expect((await finish(ticket, code)).statusCode).toBe(200)
    const next = ticketOf(await harness.login('once@example.com', GOOD))
    expect(codeOf(await finish(next, code))).toBe('wrong_second_factor')
  })

  test('S42: sent right 200 times at once opens one session', async () => {
    const { secret } = await playerWithFactor('race2@example.com')
    const ticket = ticketOf(await harness.login('race2@example.com', GOOD))
    const code = await appCode(secret)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_none, at) => finish(ticket, code, { ip: `10.61.${at}.1` })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('of a ticket allows five guesses, and the right code is too late then', async () => {
    const { secret } = await playerWithFactor('five@example.com')
    const ticket = ticketOf(await harness.login('five@example.com', GOOD))
    for (let time = 0; time < 5; time += 1) {
      expect(codeOf(await finish(ticket, 'AAAAA-AAAAA'))).toBe('wrong_second_factor')
    }
    expect(codeOf(await finish(ticket, await appCode(secret)))).toBe('second_factor_over')
  })

  test('S42: guesses from unknown devices are limited per day, and its player continues from a known device', async () => {
    const { secret, cookie } = await playerWithFactor('strangers@example.com')
    const guess = async (ip: string, ticket: string) => finish(ticket, 'AAAAA-AAAAA', { ip })
    for (let round = 0; round < 4; round += 1) {
      const ticket = ticketOf(await harness.login('strangers@example.com', GOOD, `10.62.${round}.1`))
      for (let time = 0; time < 5; time += 1) await guess(`10.63.${time}.1`, ticket)
    }
    const ticket = ticketOf(await harness.login('strangers@example.com', GOOD, '10.64.0.1'))
    expect(codeOf(await finish(ticket, await appCode(secret)))).toBe('too_many_requests')
    expect((await finish(ticket, await appCode(secret), { cookie })).statusCode).toBe(200)
  })

  test('S42: refuses an expired ticket, and one from before a password change', async () => {
    const { token, recoveryCodes } = await playerWithFactor('over@example.com')
    const late = ticketOf(await harness.login('over@example.com', GOOD))
    await harness.deps.db`update identity_sign_in_ticket set ends_at = now()`
    expect(codeOf(await finish(late, recoveryCodes[0] ?? ''))).toBe('second_factor_over')
    const outdated = ticketOf(await harness.login('over@example.com', GOOD))
    const next = 'another good password'
    await harness.deps.db`update identity_session set stepped_up_until = now() + interval '1 minute'`
    await harness.post('/api/app/user/changePwd', { oPwd: GOOD, nPwd: next, nPwd1: next }, { token })
    expect(codeOf(await finish(outdated, recoveryCodes[0] ?? ''))).toBe('second_factor_over')
    expect(codeOf(await finish('a'.repeat(43), recoveryCodes[0] ?? ''))).toBe('second_factor_over')
  })

  test('answers that it is enabled if the answer to its first code was lost, and creates recovery codes then', async () => {
    const { token, secret, firstCode } = await playerWithFactor('unheard@example.com')
    const confirm = (code: string) => harness.post('/api/app/user/confirmSecondFactor', { code }, { token })
    // Nothing can be guessed by it, so nothing is counted.
    for (let time = 0; time < 7; time += 1) expect(codeOf(await confirm(firstCode))).toBe('second_factor_on')
    const body = { pwd: GOOD, code: await appCode(secret) }
    const renewed = await harness.post('/api/app/user/newRecoveryCodes', body, { token })
    expect(dataOf<{ recoveryCodes: string[] }>(renewed).recoveryCodes).toHaveLength(10)
  })

  test('S42: is not used up by a sign-in that fails on the way: the same code then opens the session', async () => {
    const { secret } = await playerWithFactor('fault@example.com')
    const ticket = ticketOf(await harness.login('fault@example.com', GOOD))
    const code = await appCode(secret)
    const owner = ownerOf(harness.deps.db)
    await owner`create function test_fail() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`
    await owner`
      create trigger test_fails before insert on identity_session for each row
      when (new.factor = 'code') execute function test_fail()`
    expect((await finish(ticket, code)).statusCode).toBe(500)
    await owner`drop trigger test_fails on identity_session`
    expect((await finish(ticket, code)).statusCode).toBe(200)
  })

  test('S42: disabled during a sign-in: the code does one of the two', async () => {
    const { token, recoveryCodes } = await playerWithFactor('beside@example.com')
    const ticket = ticketOf(await harness.login('beside@example.com', GOOD))
    const code = recoveryCodes[0] ?? ''
    const answers = await Promise.all([finish(ticket, code), turnOff(token, code)])
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('is stored so that a reader of the database cannot use it', async () => {
    const { secret, recoveryCodes } = await playerWithFactor('sealed@example.com')
    const rows = await harness.deps.db<{ kept: string }[]>`
      select sealed_secret as kept from identity_player_factor union all
      select code_hash from identity_recovery_code`
    for (const { kept } of rows) {
      expect(kept).not.toContain(secret)
      expect(recoveryCodes).not.toContain(kept)
    }
  })

  test('S42: prevents an older server version from opening a session', async () => {
    const { token } = await playerWithFactor('before@example.com')
    const { playerId = 0 } = (await harness.identity.authenticate(token)) ?? {}
    const insert = () => harness.deps.db`
      insert into identity_session (token_hash, player_id, ip, user_agent, device_kind, device_id, zone)
      values (${'a'.repeat(43)}, ${playerId}, '10.0.0.1', ${testDevice.userAgent}, '', '', '')`
    await expect(insert()).rejects.toThrow(/signs in with a second factor/)
  })

  test('changing one thing back and forth mails five times an hour, and other changes are still mailed', async () => {
    const own = await playerWithFactor('mailed-much@example.com')
    let { recoveryCodes } = own
    for (let at = 0; at < 8; at += 1) {
      const body = { pwd: GOOD, code: recoveryCodes[0] }
      const renewed = await harness.post('/api/app/user/newRecoveryCodes', body, { token: own.token })
      ;({ recoveryCodes } = dataOf<{ recoveryCodes: string[] }>(renewed))
    }
    expect((await turnOff(own.token, recoveryCodes[0] ?? '')).statusCode).toBe(200)
    const reported = await harness.deps.db<{ what: string; times: number }[]>`
      select what, count(*)::int as times from identity_secured_notice
       where email = 'mailed-much@example.com' group by what order by what`
    expect(Object.fromEntries(reported.map(({ what, times }) => [what, times]))).toEqual({
      factor_on: 1,
      factor_off: 1,
      recovery_used: 5,
      recovery_renewed: 5,
    })
  })
})
