import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPlayers, recordKyc, seedTestAccount } from './index.ts'
import { identitySettings } from './settings.ts'
import { codeOf, GOOD, openIdentityHarness, tokenOf } from './testing/identity-harness.ts'

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness()
})
afterAll(() => harness.close())

const playerIdOf = async (token: string) => (await harness.identity.authenticate(token))?.playerId ?? 0
const kept = async (token: string) => {
  const playerId = await playerIdOf(token)
  return (await readPlayers(harness.deps.db, [playerId])).get(playerId)
}

describe('an avatar', () => {
  test('is closed to visitors', async () => {
    expect((await harness.get('/api/app/user/setHeader/3', 'nobody')).statusCode).toBe(401)
  })
  test('is one of 36', async () => {
    const token = await harness.newPlayer('avatar@example.com')
    expect((await harness.get('/api/app/user/setHeader/35', token)).statusCode).toBe(200)
    expect(await kept(token)).toMatchObject({ avatar: 35 })
    for (const wrong of ['36', '-1', '1.5', 'x', '05']) {
      expect((await harness.get(`/api/app/user/setHeader/${wrong}`, token)).statusCode).toBe(400)
    }
    expect(await kept(token)).toMatchObject({ avatar: 35 })
  })
  test.each(['GET', 'POST'] as const)(
    'S13: cannot be changed by a page of another origin, nor without the header, by %s',
    async (method) => {
      const token = await harness.newPlayer(`csrf-${method}@example.com`)
      const url = '/api/app/user/setHeader/7'
      const crossSite = await harness.app.inject({
        method,
        url,
        headers: { authorization: token, 'sec-fetch-site': 'cross-site' },
      })
      expect(codeOf(crossSite)).toBe('blocked_by_policy')
      const byCookie = await harness.app.inject({
        method,
        url,
        headers: { cookie: `token=${token}; authorization=${token}` },
      })
      expect(byCookie.statusCode).toBe(401)
      expect(await kept(token)).toMatchObject({ avatar: 0 })
      const chosen = await harness.app.inject({ method, url, headers: { authorization: token } })
      expect([chosen.statusCode, chosen.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(await kept(token)).toMatchObject({ avatar: 7 })
    },
  )
})

describe('an identity', () => {
  const record = (playerId: number, cpf = '52998224725') =>
    harness.deps.db.begin((tx) => recordKyc(tx, [{ playerId, name: 'Maria da Silva', cpf }]))

  test('is recorded once', async () => {
    const token = await harness.newPlayer('kyc@example.com')
    const playerId = await playerIdOf(token)
    expect(await record(playerId)).toEqual([{ ok: true, value: null }])
    expect(await record(playerId, '11144477735')).toEqual([
      { ok: false, refusal: { code: 'kyc_already_done' } },
    ])
    expect((await readPlayers(harness.deps.db, [playerId])).get(playerId)).toMatchObject({
      name: 'Maria da Silva',
      cpf: '52998224725',
      isIdentified: true,
    })
    const events = JSON.stringify(
      await harness.deps.db`select events::json from platform_outbox where topic = 'player.identified'`,
    )
    expect(events).toContain(`"playerId":${playerId}`)
    expect(events).not.toMatch(/52998224725|Maria/)
  })
  test('requested 200 times at once is recorded once', async () => {
    const playerId = await playerIdOf(await harness.newPlayer('kyc200@example.com'))
    const answers = await Promise.all(Array.from({ length: 200 }, () => record(playerId)))
    expect(answers.flat().filter(({ ok }) => ok)).toHaveLength(1)
  })
  test('of a list is decided in turn', async () => {
    const playerId = await playerIdOf(await harness.newPlayer('kyclist@example.com'))
    const one = { playerId, name: 'A', cpf: '52998224725' }
    const answers = await harness.deps.db.begin((tx) =>
      recordKyc(tx, [one, { ...one, name: 'B' }, { ...one, playerId: 99_999_999 }]),
    )
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refusal.code))).toEqual([
      'ok',
      'kyc_already_done',
      'not_found',
    ])
  })
  test('is a name and a CPF or neither: the database rejects half of it', async () => {
    const playerId = await playerIdOf(await harness.newPlayer('half@example.com'))
    await expect(
      harness.deps.db`update identity_player set name = 'X' where id = ${playerId}`,
    ).rejects.toThrow('identity_player_identity_is_whole')
  })
})

describe('the test account', () => {
  const { email, password } = identitySettings.testAccount

  test('is seeded once, and again with the password of the settings', async () => {
    const first = await seedTestAccount(harness.deps)
    expect(first.isFresh).toBe(true)
    expect(await seedTestAccount(harness.deps)).toEqual({ playerId: first.playerId, isFresh: false })
    await seedTestAccount(harness.deps, {
      ...identitySettings,
      testAccount: { email, password: 'another test password' },
    })
    expect((await harness.login(email, 'another test password')).statusCode).toBe(200)
    await seedTestAccount(harness.deps)
    expect((await harness.login(email, password)).statusCode).toBe(200)
  })
  test('keeps its password, and gets no reset mail', async () => {
    await seedTestAccount(harness.deps)
    const token = tokenOf(await harness.login(email, password))
    const form = { oPwd: password, nPwd: GOOD, nPwd1: GOOD }
    expect(codeOf(await harness.post('/api/app/user/changePwd', form, { token }))).toBe('shared_account')
    harness.startJobs()
    await harness.post('/api/app/main/RESETPWD/sendEmail', { email })
    await expect
      .poll(
        async () =>
          (
            await harness.deps
              .db`select id from identity_reset where email = ${email} and next_mail_at is null`
          ).length,
      )
      .toBe(1)
    expect(harness.mails).toHaveLength(0)
  })
  test('never replaces a player with its e-mail', async () => {
    const other = await openIdentityHarness()
    await other.newPlayer(email)
    await expect(seedTestAccount(other.deps)).rejects.toThrow('belongs to a player')
    await other.close()
  })
})
