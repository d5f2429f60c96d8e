import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedTestAccount } from '../identity/index.ts'
import { codeOf, GOOD, tokenOf } from '../identity/testing/identity-harness.ts'
import { publicIds } from '../platform/public-ids.ts'
import { until } from '../../../../tools/test/until.ts'
import { openProfileHarness } from './testing/profile-harness.ts'

type Harness = Awaited<ReturnType<typeof openProfileHarness>>

let harness: Harness
let lawful: Harness
beforeAll(async () => {
  harness = await openProfileHarness()
  lawful = await openProfileHarness('br-spa')
})
afterAll(() => Promise.all([harness.close(), lawful.close()]))

describe('the player’s own page', () => {
  test('shows the player, the money in reais and the level, and nothing else', async () => {
    const token = await harness.newPlayer('maria@example.com')
    const playerId = await harness.playerIdOf(token)
    await harness.giveCash(playerId, 12_345)
    await harness.settleStakes(playerId, 99_999)
    const { paypackage, wagering, ...info } = await harness.infoOf(token)
    expect(info).toEqual({
      uId: publicIds(harness.deps.config, 'player').show(playerId),
      name: null,
      username: 'maria@example.com',
      email: 'maria@example.com',
      header: 0,
      time: expect.stringMatching(/^20\d\d-.*Z$/) as string,
      balance: 123.45,
      freeBalance: 0,
      balanceVersion: 1,
      payAmount: 0,
      paySumAmount: 0,
      wdSumAmount: 0,
      gameSumAmount: 999.99,
      level: 0,
      nextlevel: { level: 1, gameSumAmount: 400, paySumAmount: 100 },
      yqm: expect.stringMatching(/^[A-Z2-9]{8}$/) as string,
      kyc: 0,
      testFlag: '0',
      termsDue: null,
      lx: '0',
      level1Person: 0,
      level2Person: 0,
      level3Person: 0,
      level1Amount: 0,
      level2Amount: 0,
      level3Amount: 0,
      payDiscount: null,
      extendInfo: null,
    })
    expect(wagering).toMatchObject({
      ownLeftCents: 0,
      ownTotalCents: 0,
      bonusLeftCents: 0,
      bonusTotalCents: 0,
      isBonusAfter: false,
      bonusGrantCents: 0,
      maxBonusStakeCents: 5000,
      sportsBps: 10_000,
      minPriceMilli: 1500,
      studiosBps: 10_000,
      smallGamesBps: 2_000,
      maxChanceBps: 6_667,
      bonusDays: 30,
    })
    expect(paypackage).toContainEqual({
      pkgId: 'brl-100',
      price: 100,
      gift: 0,
      mainTimes: 1,
      giftTimes: 2,
      sort: 30,
      curreny: 'BRL',
    })
  })

  test('shows the balance alone', async () => {
    const token = await harness.newPlayer('saldo@example.com')
    await harness.giveCash(await harness.playerIdOf(token), 13_000)
    const answer = await harness.get('/api/app/user/getBalance?loading=false', token)
    expect(answer.json()).toEqual({
      status: 200,
      message: '',
      data: { balance: 130, freeBalance: 0, balanceVersion: 1 },
    })
  })

  test('shows no level where none is reached by topping up', async () => {
    const token = await lawful.newPlayer('nivel@example.com')
    expect(await lawful.infoOf(token)).toMatchObject({ level: 0, nextlevel: null })
  })

  test('shows who was invited on three levels, and what they staked', async () => {
    const join = async (email: string, referrer?: string) => {
      const token = await harness.newPlayer(
        email,
        referrer === undefined ? {} : { regcode: await harness.codeOf(referrer) },
      )
      return { token, playerId: await harness.playerIdOf(token) }
    }
    const ana = await join('ana@example.com')
    const bia = await join('bia@example.com', 'ana@example.com')
    const bob = await join('bob@example.com', 'ana@example.com')
    await join('caio@example.com', 'bia@example.com')
    const davi = await join('davi@example.com', 'caio@example.com')
    const eva = await join('eva@example.com', 'davi@example.com')
    await harness.settleStakes(bia.playerId, 1_000)
    await harness.settleStakes(bob.playerId, 250)
    await harness.settleStakes(davi.playerId, 70)
    await harness.settleStakes(eva.playerId, 9_999)
    expect(await harness.infoOf(ana.token)).toMatchObject({
      level1Person: 2,
      level1Amount: 12.5,
      level2Person: 1,
      level2Amount: 0,
      level3Person: 1,
      level3Amount: 0.7,
    })
    expect(await harness.infoOf(eva.token)).toMatchObject({ level1Person: 0, level1Amount: 0 })
  })

  test.each(['/api/app/user/userInfo', '/api/app/user/getBalance', '/api/app/user/getUserTest'])(
    '%s is closed to visitors',
    async (url) => {
      expect((await harness.get(url, 'nobody')).statusCode).toBe(401)
    },
  )
})

describe('the test account', () => {
  test('is shown its credentials and balance', async () => {
    const { playerId } = await seedTestAccount(harness.deps)
    await harness.giveCash(playerId, 13_000)
    const { email, password } = harness.testAccount
    const token = tokenOf(await harness.login(email, password))
    expect(await harness.infoOf(token)).toMatchObject({
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
})

describe('a player’s identity', () => {
  const cpf = '52998224725'

  test('is recorded once by name and CPF, and refused if either is invalid', async () => {
    const token = await harness.newPlayer('kyc@example.com')
    const send = (name: string, cardNo: string) =>
      harness.post('/api/app/user/updateKyc', { name, cardNo }, { token })
    expect(codeOf(await send('Jo', cpf))).toBe('invalid_name')
    expect(codeOf(await send('Ana Souza', '12345678900'))).toBe('invalid_cpf')
    expect((await send(' Ana   Souza ', '529.982.247-25')).statusCode).toBe(200)
    expect(codeOf(await send('Bia Souza', cpf))).toBe('kyc_already_done')
    expect(await harness.infoOf(token)).toMatchObject({ kyc: 1, name: 'Ana Souza' })
  })

  test('is recorded once when it is sent 50 times at once, each with an answer of its own', async () => {
    const token = await harness.newPlayer('kyc50@example.com')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_none, at) =>
        harness.post(
          '/api/app/user/updateKyc',
          { name: at % 2 ? 'Ana Souza' : 'Jo', cardNo: cpf },
          { token },
        ),
      ),
    )
    const codes = answers.map((answer) => codeOf(answer) ?? 'ok')
    expect(codes.filter((code) => code === 'invalid_name')).toHaveLength(25)
    expect(codes.filter((code) => code === 'kyc_already_done')).toHaveLength(24)
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
  })

  test('few players are identified from one network, and a try that identifies nobody does not count', async () => {
    const few = await openProfileHarness('spec', { 'kyc-network': { max: 2, seconds: 3600 } })
    const send = async (at: number, more: { cardNo?: string; ip?: string } = {}) => {
      const token = await few.newPlayer(`few-${at}@example.com`)
      const { cardNo = cpf, ip = '10.0.0.1' } = more
      const body = { name: 'Ana Souza', cardNo }
      return codeOf(await few.post('/api/app/user/updateKyc', body, { token, ip }))
    }
    expect(await send(1, { cardNo: '12345678900' })).toBe('invalid_cpf')
    expect([await send(2), await send(3), await send(4)]).toEqual([undefined, undefined, 'too_many_requests'])
    expect(await send(5, { ip: '10.7.0.1' })).toBeUndefined()
    await few.close()
  })

  test('tries that still wait for the register do not use their network’s limit, and are bounded when it answers', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const asked: string[] = []
    const few = await openProfileHarness(
      'spec',
      { 'kyc-network': { max: 2, seconds: 3600 } },
      {
        ask: async ({ name }) => {
          asked.push(name)
          if (name === 'Ana Lenta') await answered
          return { birthDate: '1990-01-01', doubt: null }
        },
      },
    )
    const send = async (at: number, name: string) => {
      const token = await few.newPlayer(`waiting-${at}@example.com`)
      const body = { name, cardNo: cpf }
      return codeOf(await few.post('/api/app/user/updateKyc', body, { token, ip: '10.0.0.1' }))
    }
    const waiting: Promise<string | undefined>[] = []
    for (const at of [1, 2, 3]) {
      waiting.push(send(at, 'Ana Lenta'))
      await until('the register is asked', () => asked.length === at)
    }
    expect(await send(4, 'Ana Souza')).toBeUndefined()
    answer()
    const codes = await Promise.all(waiting)
    expect(codes.filter((code) => code === undefined)).toHaveLength(1)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(2)
    expect(await send(5, 'Ana Souza')).toBe('too_many_requests')
    expect(asked).toHaveLength(4) // where the bound is reached nobody is asked about
    await few.close()
  })
})
