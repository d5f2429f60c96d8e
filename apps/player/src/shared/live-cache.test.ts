import type { CallKey, PlayerEvents } from '@palpite/contract'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { callKey } from './api/use-call.ts'
import { mergeUser, writePlayerEvent } from './live-cache.ts'
import { queryClient } from './query.ts'
import { type UserInfo, userInfoKey } from './session.ts'

const user: UserInfo = {
  uId: '0123456789ABC',
  name: null,
  username: 'ana@example.com',
  email: 'ana@example.com',
  header: 3,
  time: '2026-11-20T12:00:00.000Z',
  balance: 100,
  freeBalance: 10,
  balanceVersion: 7,
  payAmount: 100,
  paySumAmount: 100,
  wdSumAmount: 0,
  gameSumAmount: 0,
  level: 0,
  nextlevel: null,
  yqm: 'ABC',
  kyc: 0,
  testFlag: '0',
  lx: '0',
  level1Person: 0,
  level2Person: 0,
  level3Person: 0,
  level1Amount: 0,
  level2Amount: 0,
  level3Amount: 0,
  payDiscount: null,
  extendInfo: null,
  paypackage: [],
  wagering: {
    ownLeftCents: 0,
    ownTotalCents: 0,
    bonusLeftCents: 0,
    bonusTotalCents: 0,
    bonusGrantCents: 0,
    bonusExpiresAt: null,
    minPriceMilli: 1300,
    maxBonusStakeCents: 5000,
    contributions: [],
  },
}

const push = (fields: Omit<PlayerEvents['updateUserInfo'], 'seq'>): PlayerEvents['updateUserInfo'] => ({
  seq: 1,
  ...fields,
})

describe('a push about the player', () => {
  test('brings a newer balance', () => {
    expect(mergeUser(user, push({ balance: 40, balanceVersion: 8 }))).toMatchObject({
      balance: 40,
      balanceVersion: 8,
    })
  })

  test('never turns the balance back, while other fields still count', () => {
    const merged = mergeUser(user, push({ balance: 500, balanceVersion: 6, kyc: 1 }))
    expect(merged).toMatchObject({ balance: 100, balanceVersion: 7, kyc: 1 })
  })

  test('4.09 sets the discount', () => {
    const payDiscount = { discount: 0.1, expiredTime: 1_800_000_000_000 }
    expect(mergeUser(user, push({ payDiscount }))).toMatchObject({ payDiscount, balance: 100 })
  })

  test('never puts its own number on the user', () => {
    expect(mergeUser(user, push({ kyc: 1 }))).not.toHaveProperty('seq')
  })
})

describe('what may be withdrawn', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    queryClient.clear()
  })

  /** A screen that shows this; answers how often it was asked for, and how to leave the screen. */
  const shown = (key: CallKey, answer: unknown = {}) => {
    const queryFn = vi.fn(async () => answer)
    const observer = new QueryObserver(queryClient, { queryKey: callKey(key), queryFn })
    return { asked: () => queryFn.mock.calls.length, leave: observer.subscribe(() => undefined) }
  }
  const stillToWager = { ...user, wagering: { ...user.wagering, ownLeftCents: 5_000 } }
  const settle = () => vi.advanceTimersByTimeAsync(1_000)

  test.each([
    ['updateUserInfo', push({ balance: 40, balanceVersion: 8 })],
    ['betSettled', { seq: 2, betId: 'one', result: 20, returnCents: 0 }],
    ['userBetAmount', { seq: 0, bouns: 1, amount: 200 }],
  ] as const)(
    'is asked anew after %s while it is in sight, once for several at once',
    async (name, event) => {
      queryClient.setQueryData(userInfoKey, stillToWager)
      const limits = shown('GET /api/app/order/getWithdraw')
      const info = shown('GET /api/app/user/userInfo', stillToWager)
      await settle()
      const before = [limits.asked(), info.asked()]
      for (let times = 0; times < 3; times += 1) writePlayerEvent(name, event)
      await settle()
      expect([limits.asked(), info.asked()]).toEqual(before.map((asked) => asked + 1))
      limits.leave()
      info.leave()
    },
  )

  test('is not asked for where it is not in sight, nor what is to be wagered by whoever has nothing open', async () => {
    queryClient.setQueryData(userInfoKey, user)
    const info = shown('GET /api/app/user/userInfo', user)
    const limits = shown('GET /api/app/order/getWithdraw')
    await settle()
    const before = [limits.asked(), info.asked()]
    writePlayerEvent('updateUserInfo', push({ balance: 40, balanceVersion: 8 }))
    await settle()
    expect([limits.asked(), info.asked()]).toEqual([(before[0] ?? 0) + 1, before[1]])
    limits.leave()
    writePlayerEvent('updateUserInfo', push({ balance: 30, balanceVersion: 9 }))
    await settle()
    expect([limits.asked(), info.asked()]).toEqual([(before[0] ?? 0) + 1, before[1]])
    info.leave()
  })
})
