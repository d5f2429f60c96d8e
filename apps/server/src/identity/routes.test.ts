import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPlayers, recordKyc, seedTestAccount } from './index.ts'
import { identitySettings } from './settings.ts'
import { codeOf, GOOD, openIdentityHarness, tokenOf } from './testing/identity-harness.ts'

const pricePackage = { pkgId: 'brl-20', price: 20, gift: 2, sort: 1, curreny: 'BRL' } as const

let harness: Awaited<ReturnType<typeof openIdentityHarness>>
beforeAll(async () => {
  harness = await openIdentityHarness({
    readInvitations: async () => [
      { persons: 2, settledCents: 1_050 },
      { persons: 1, settledCents: 0 },
    ],
    readPackages: async () => [pricePackage],
    readLevel: async () => ({
      level: 2,
      nextLevel: { level: 3, gameSumCents: 600_000, paySumCents: 100_000 },
    }),
  })
})
afterAll(() => harness.close())

const playerIdOf = async (token: string) => (await harness.identity.authenticate(token))?.playerId ?? 0
type Info = Record<string, unknown>
const infoOf = async (token: string) =>
  (await harness.get('/api/app/user/userInfo', token)).json<{ data: Info }>().data

describe('the player’s own page', () => {
  test('shows the player, the money in reais and the level, and nothing else', async () => {
    const token = await harness.newPlayer('maria@example.com')
    const info = await infoOf(token)
    expect(info).toEqual({
      uId: String(await playerIdOf(token)),
      name: null,
      username: 'maria@example.com',
      email: 'maria@example.com',
      header: 0,
      time: expect.stringMatching(/^20\d\d-.*Z$/) as string,
      balance: 130,
      freeBalance: 6.55,
      balanceVersion: 9,
      payAmount: 100,
      paySumAmount: 250.5,
      wdSumAmount: 0.01,
      gameSumAmount: 999.99,
      level: 2,
      nextlevel: { level: 3, gameSumAmount: 6000, paySumAmount: 1000 },
      yqm: expect.stringMatching(/^[A-Z2-9]{8}$/) as string,
      kyc: 0,
      testFlag: '0',
      lx: '0',
      level1Person: 2,
      level2Person: 1,
      level3Person: 0,
      level1Amount: 10.5,
      level2Amount: 0,
      level3Amount: 0,
      payDiscount: null,
      extendInfo: null,
      paypackage: [pricePackage],
    })
  })
  test('shows the balance alone', async () => {
    const token = await harness.newPlayer('saldo@example.com')
    const answer = await harness.get('/api/app/user/getBalance?loading=false', token)
    expect(answer.json()).toEqual({
      status: 200,
      message: '',
      data: { balance: 130, freeBalance: 6.55, balanceVersion: 9 },
    })
  })
  test.each(['/api/app/user/userInfo', '/api/app/user/getBalance', '/api/app/user/setHeader/3'])(
    '%s is closed to visitors',
    async (url) => {
      expect((await harness.get(url, 'nobody')).statusCode).toBe(401)
    },
  )
})

describe('an avatar', () => {
  test('is one of 36', async () => {
    const token = await harness.newPlayer('avatar@example.com')
    expect((await harness.get('/api/app/user/setHeader/35', token)).statusCode).toBe(200)
    expect(await infoOf(token)).toMatchObject({ header: 35 })
    for (const wrong of ['36', '-1', '1.5', 'x', '05']) {
      expect((await harness.get(`/api/app/user/setHeader/${wrong}`, token)).statusCode).toBe(400)
    }
    expect(await infoOf(token)).toMatchObject({ header: 35 })
  })
  test('is not changed by a page of somebody else, nor without the header', async () => {
    const token = await harness.newPlayer('csrf@example.com')
    const url = '/api/app/user/setHeader/7'
    const crossSite = await harness.app.inject({
      url,
      headers: { authorization: token, 'sec-fetch-site': 'cross-site' },
    })
    expect(codeOf(crossSite)).toBe('blocked_by_policy')
    const byCookie = await harness.app.inject({
      url,
      headers: { cookie: `token=${token}; authorization=${token}` },
    })
    expect(byCookie.statusCode).toBe(401)
    expect(await infoOf(token)).toMatchObject({ header: 0 })
  })
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
    expect(await infoOf(token)).toMatchObject({ kyc: 1, name: 'Maria da Silva' })
    const events = JSON.stringify(
      await harness.deps.db`select events::json from platform_outbox where topic = 'player.identified'`,
    )
    expect(events).toContain(`"playerId":${playerId}`)
    expect(events).not.toMatch(/52998224725|Maria/)
  })
  test('asked for 200 times at once is recorded once', async () => {
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
  test('is a name and a CPF or neither: the database refuses half of it', async () => {
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
  test('is shown its credentials and balance', async () => {
    await seedTestAccount(harness.deps)
    const token = tokenOf(await harness.login(email, password))
    expect(await infoOf(token)).toMatchObject({
      testFlag: '1',
      extendInfo: { username: email, pwd: password, balance: 130 },
    })
    expect((await harness.get('/api/app/user/getUserTest', token)).json()).toMatchObject({
      data: { username: email, pwd: password, balance: 130 },
    })
  })
  test('is not shown to players, and no player’s password ever is', async () => {
    const token = await harness.newPlayer('curious@example.com')
    const answer = await harness.get('/api/app/user/getUserTest', token)
    expect(codeOf(answer)).toBe('not_a_test_account')
    expect(answer.body).not.toContain(GOOD)
  })
  test('keeps its password, and gets no reset mail', async () => {
    await seedTestAccount(harness.deps)
    const token = tokenOf(await harness.login(email, password))
    const form = { oPwd: password, nPwd: GOOD, nPwd1: GOOD }
    expect(codeOf(await harness.post('/api/app/user/changePwd', form, { token }))).toBe('blocked_by_policy')
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
  test('is never made of a player who has its e-mail', async () => {
    const other = await openIdentityHarness()
    await other.newPlayer(email)
    await expect(seedTestAccount(other.deps)).rejects.toThrow('belongs to a player')
    await other.close()
  })
})
