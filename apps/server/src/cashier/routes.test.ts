import { afterAll, beforeAll, expect, test } from 'vitest'
import { sameTerms, startHarness, type Harness } from './testing/harness.ts'
import { giveCash, newPlayer } from './testing/players.ts'
import { prePay } from './testing/orders.ts'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({
    jobs: false,
    needs: {
      readVipTerms: sameTerms({ withdrawalsADay: 30, feeBps: 300 }),
      settings: {
        recordsPage: 4,
        openOrdersMax: 9,
        wagering: { main: 3, bonus: 7 },
        panelWagering: { main: 1, bonus: 2 },
      },
    },
  })
})

afterAll(() => harness.close())

type Listed = {
  pkgId: string
  price: number
  gift: number
  mainTimes: number
  giftTimes: number
  curreny: string
}
const pricesOf = async (playerId: number, query = '') =>
  (await harness.call(playerId, 'GET', `/api/app/order/getPrices${query}`)).data as unknown as Listed[]

test('lists all packages, with R$ 100 among those for sale and a bonus for each of its kinds', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const prices = await pricesOf(playerId)
  const at100 = prices.filter(({ price }) => price === 100)
  expect(at100.map(({ curreny, gift }) => `${curreny} ${gift}`).sort()).toEqual([
    'BRL 0',
    'BTBRL 1',
    'FCBRL 20',
    'INSBRL 20',
  ])
  expect((await pricesOf(playerId, '?curreny=INSBRL')).map(({ price }) => price)).toEqual([20, 50, 100, 200])
  expect(await pricesOf(playerId, '?curreny=EXPPAY')).toHaveLength(1)
  const wrong = await harness.call(playerId, 'GET', '/api/app/order/getPrices?curreny=USD')
  expect(wrong).toMatchObject({ http: 400, data: { field: 'curreny' } })
})

test.each(['BRL', 'EXTPAY', 'BTBRL', 'FCBRL', 'INSBRL', 'EXPPAY', ''])(
  '3.11 lists the packages whose currency is "%s" on their own',
  async (curreny) => {
    const { playerId } = await newPlayer(harness.deps)
    const sold = await harness.deps.db<{ id: string }[]>`
      select id from cashier_package where curreny = ${curreny} and is_sold`
    const prices = await pricesOf(playerId, `?curreny=${curreny}`)
    expect(prices.map(({ pkgId }) => pkgId).sort()).toEqual(sold.map(({ id }) => id).sort())
  },
)

test('shows with each package how often it must be wagered, as the operator has set it', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const times = (prices: Listed[]) =>
    new Set(prices.map(({ mainTimes, giftTimes }) => `${mainTimes} and ${giftTimes}`))
  expect(times(await pricesOf(playerId, '?curreny=INSBRL'))).toEqual(new Set(['3 and 7']))
  expect(times(await pricesOf(playerId, '?curreny=BRL'))).toEqual(new Set(['3 and 7']))
  expect(times(await pricesOf(playerId, '?curreny=EXPPAY'))).toEqual(new Set(['1 and 2']))
})

test('shows the rules of payments to everyone, and keeps the criteria of reviews secret', async () => {
  const response = await fetch(`${harness.url}/api/app/order/rules`)
  const { data } = (await response.json()) as { data: object }
  expect(data).toEqual({
    orderLifeSeconds: 1800,
    ownAmountMinCents: 1000,
    ownAmountMaxCents: 500_000,
    mainTimes: 3,
    bonusTimes: 7,
    withdrawMinCents: 5000,
    withdrawMaxCents: 1_000_000,
    payoutPromiseSeconds: 600,
    reviewPromiseSeconds: 7200,
    newKeyWaitSeconds: 86_400,
    newSecretWaitSeconds: 86_400,
  })
})

const wish = (cpf: string, more: object) => ({
  payCardBank: 'CPF',
  payCardNo: cpf,
  ifsc: cpf,
  name: 'Ana',
  amount: 60,
  whatsapp: '',
  ...more,
})

test.each([
  { amount: -50 },
  { amount: 50.001 },
  { amount: '50' },
  { amount: 1e21 },
  { amount: null },
  { payCardBank: 'TED' },
  { payCardNo: '' },
  { usdtRate: 5 },
  { uId: '1' },
])('refuses a withdrawal with %j, and nothing changes', async (more) => {
  const { playerId, cpf } = await newPlayer(harness.deps)
  await giveCash(harness.deps, playerId, 10_000)
  const answer = await harness.call(playerId, 'POST', '/api/app/order/withdraw', wish(cpf, more))
  expect(answer).toMatchObject({ http: 400, data: { field: Object.keys(more)[0] } })
  const limits = await harness.call(playerId, 'GET', '/api/app/order/getWithdraw')
  expect(limits.data).toMatchObject({ wdAmount: 100, number: 30 })
})

test.each([0, ''])(
  '5.14 5.16 an amount of %j is refused as below the minimum, after the earlier checks',
  async (amount) => {
    const { playerId, cpf } = await newPlayer(harness.deps)
    const ask = () => harness.call(playerId, 'POST', '/api/app/order/withdraw', wish(cpf, { amount }))
    expect(await ask()).toMatchObject({ http: 500, message: 'Sem valor de levantamento' })
    await giveCash(harness.deps, playerId, 10_000)
    expect(await ask()).toMatchObject({ http: 500, message: 'Montante mínimo de retirada:R$50' })
  },
)

test.each([{ gift: '5' }, { gift: 1 }, { price: 1 }, { isapp: '2' }])(
  'refuses an order with %j',
  async (more) => {
    const { playerId } = await newPlayer(harness.deps)
    const body = { gift: '1', pkgId: 'brl-100', ...more }
    const answer = await harness.call(playerId, 'POST', '/api/app/order/prePay/brl-100', body)
    expect(answer).toMatchObject({ http: 400, data: { field: Object.keys(more)[0] } })
  },
)

type Page = {
  records: { orderId: string; type: string; status: string; amountCents: number }[]
  next: string | null
}

test('pages through the player’s own records, newest first', async () => {
  const { playerId, cpf } = await newPlayer(harness.deps)
  await giveCash(harness.deps, playerId, 100_000)
  const made: string[] = []
  for (const [at, pkgId] of ['brl-20', 'brl-50', 'brl-100', 'brl-200', 'brl-500'].entries()) {
    made.push((await prePay(harness, playerId, pkgId)).orderId)
    const amount = 60 + at
    const answer = await harness.call(playerId, 'POST', '/api/app/order/withdraw', wish(cpf, { amount }))
    made.push(String(answer.data['orderId']))
  }
  const seen: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const query: string = next === '' ? '' : `?cursor=${next}`
    const { data } = await harness.call(playerId, 'GET', `/api/app/order/records${query}`)
    const page = data as unknown as Page
    seen.push(...page.records.map(({ orderId }) => orderId))
    next = page.next
    expect(page.records.length).toBeLessThanOrEqual(4)
  }
  expect(seen).toEqual(made.toReversed())
  const other = await newPlayer(harness.deps)
  const empty = await harness.call(other.playerId, 'GET', '/api/app/order/records')
  expect(empty.data).toEqual({ records: [], next: null })
  const wrong = await harness.call(playerId, 'GET', '/api/app/order/records?cursor=1_2')
  expect(wrong).toMatchObject({ http: 400, data: { field: 'cursor' } })
})

test.each([0, 1, '0', '1'])('accepts an order with the app wrapper flag as %j', async (isapp) => {
  const { playerId } = await newPlayer(harness.deps)
  const body = { gift: '0', pkgId: 'brl-20', isapp }
  const answer = await harness.call(playerId, 'POST', '/api/app/order/prePay/brl-20', body)
  expect(answer).toMatchObject({ http: 200 })
})

test('accepts a form as well as JSON for an order', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const response = await fetch(`${harness.url}/api/app/order/prePay/brl-20`, {
    method: 'POST',
    headers: { authorization: String(playerId), 'content-type': 'application/x-www-form-urlencoded' },
    body: 'gift=0&pkgId=brl-20&isapp=1',
  })
  expect(response.status).toBe(200)
})
