import { readUsdtAddress } from '@palpite/money/usdt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { decideUncredited, readOpenExceptions, setUsdtLeft } from '../index.ts'
import { reportOn } from './report-day.ts'
import { testNeeds, startHarness, type Harness } from '../testing/harness.ts'
import { balancesOf, newPlayer, type TestPlayer } from '../testing/players.ts'
import { addressDifferences } from '../usdt-topups/compare-chains.ts'
import { selectUncredited as readUncredited } from '../usdt-topups/uncredited-queries.ts'
import { watchChains } from '../usdt-topups/watch-chains.ts'

const settings = {
  takesUsdtTopUps: true,
  usdtConfirmations: { TRC20: 1, ERC20: 1 },
  usdtWatchEveryMs: 3_600_000,
}

let harness: Harness
let cashier: ReturnType<typeof cashierOf>['cashier']

beforeAll(async () => {
  harness = await startHarness({ needs: { settings }, bankEnv: { SANDBOX_BLOCK_MS: '600000' } })
  ;({ cashier } = cashierOf({ ...harness.deps, metrics: openMetrics() }, { ...testNeeds(), settings }))
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '5.0000' })
  await harness.bank.post('/sandbox/chain/TRC20', { isHeld: true })
})

afterAll(() => harness.close())

const payTo = async ({ playerId }: TestPlayer, micros: number, more: object = {}) => {
  const { data } = await harness.call(playerId, 'POST', '/api/app/order/usdtAddress', { network: 'TRC20' })
  const reading = readUsdtAddress('TRC20', String(data['address']))
  const to = reading.ok ? `0x${reading.hex.slice(-40)}` : ''
  await harness.bank.post('/sandbox/chain/TRC20/pay', { to, micros, ...more })
}

const mine = async () => {
  await harness.bank.post('/sandbox/chain/TRC20', { isHeld: false })
  await harness.bank.post('/sandbox/chain/TRC20/mine', { blocks: 1 })
  await harness.bank.post('/sandbox/chain/TRC20', { isHeld: true })
}

test('USDT below the minimum is credited once an operator decides so; another token never is', async () => {
  const { deps } = harness
  const player = await newPlayer(deps)
  await payTo(player, 2_000_000)
  await payTo(player, 9_000_000, { isOtherToken: true })
  await mine()
  await watchChains(cashier)
  expect((await balancesOf(deps, player.playerId)).cashCents).toBe(0)
  const open = await readUncredited(deps.db, 0, 10)
  expect(open.map(({ status }) => status).sort()).toEqual(['below_min', 'other_token'])
  const decided = await deps.db.begin(async (tx) => {
    const answers = []
    for (const { id } of open) {
      const request = { transferId: id, requestId: `one-by-one-${id}`, operatorId: 1, reason: 'asked' }
      answers.push(await decideUncredited(tx, { ...request, outcome: 'credit' }))
    }
    return answers
  })
  expect(decided.filter(({ ok }) => ok)).toHaveLength(1)
  const { id } = open.find(({ status }) => status === 'below_min') ?? { id: 0 }
  const same = {
    transferId: id,
    requestId: `one-by-one-${id}`,
    operatorId: 1,
    reason: 'asked',
    outcome: 'credit',
  } as const
  const decideAgain = (other: object) => deps.db.begin((tx) => decideUncredited(tx, { ...same, ...other }))
  expect(await decideAgain({})).toMatchObject({ ok: true })
  for (const other of [{ outcome: 'leave' }, { reason: 'seen' }, { operatorId: 2 }])
    expect(await decideAgain(other)).toMatchObject({ refusal: { code: 'request_mismatch' } })
  await watchChains(cashier)
  await watchChains(cashier)
  expect((await balancesOf(deps, player.playerId)).cashCents).toBe(1_000)
  expect(await readUncredited(deps.db, 0, 10)).toMatchObject([{ status: 'other_token' }])
})

test('K35: players’ addresses hold what was received; missing money is recorded as a difference', async () => {
  const { deps } = harness
  expect(await addressDifferences(cashier)).toEqual([])
  await ownerOf(deps.db)`update cashier_usdt_transfer set micros = micros + 500000 where status = 'credited'`
  const [found] = await addressDifferences(cashier)
  expect(found?.what).toBe('2500000 millionths of USDT came by our notes, 2000000 are there: 500000 left')
  const hour = 3_600_000
  const span = { from: new Date(Date.now() - hour), to: new Date(Date.now() + hour) }
  await reportOn(cashier, { day: '2001-01-01', ...span })
  const open = await readOpenExceptions(deps.db, 0, 10)
  expect(open.filter(({ subject }) => subject === found?.id)).toMatchObject([
    { source: 'chain', what: found?.what, ownerId: null, ageHours: 0 },
  ])
})

test('K35: money that an operator recorded as moved from an address is no difference; what leaves later is', async () => {
  const { db } = harness.deps
  const rows = await db<{ account: string }[]>`
    select account from cashier_usdt_transfer where status = 'credited' limit 1`
  const account = rows[0]?.account ?? ''
  const say = (micros: number) =>
    db.begin((tx) => setUsdtLeft(tx, { network: 'TRC20', account, micros, operatorId: 1, reason: 'swept' }))
  expect(await say(500_000)).toBe(true)
  expect(await addressDifferences(cashier)).toEqual([])
  await ownerOf(db)`update cashier_usdt_transfer set micros = micros + 1 where status = 'credited'`
  expect(await addressDifferences(cashier)).toMatchObject([
    {
      what: '2500001 millionths of USDT came by our notes, 500000 left as an operator said, 2000000 are there: 1 left',
    },
  ])
  await say(600_000)
  expect((await addressDifferences(cashier))[0]?.what).toContain('99999 are more')
})
