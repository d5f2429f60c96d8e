import type { PlayerEvents } from '@palpite/contract'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  mergeUser,
  pushedMoney,
  watchWagering,
  writeBalance,
  writeGreeting,
  writePlayerEvent,
} from './live-cache.ts'
import { queryClient } from './query.ts'
import { type UserInfo, userInfoKey } from './session.ts'
import { showCall } from './testing/show-call.ts'
import { testUser as user } from './testing/test-user.ts'

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

  test('never reverts the balance, but still applies other fields', () => {
    const merged = mergeUser(user, push({ balance: 500, balanceVersion: 6, kyc: 1 }))
    expect(merged).toMatchObject({ balance: 100, balanceVersion: 7, kyc: 1 })
  })

  test('4.09 sets the discount', () => {
    const payDiscount = { discount: 0.1, expiredTime: 1_800_000_000_000 }
    expect(mergeUser(user, push({ payDiscount }))).toMatchObject({ payDiscount, balance: 100 })
  })

  test('never copies its own number into the user', () => {
    expect(mergeUser(user, push({ kyc: 1 }))).not.toHaveProperty('seq')
  })
})

describe('the withdrawable amount', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    queryClient.clear()
  })

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
      const limits = showCall('GET /api/app/order/getWithdraw')
      const info = showCall('GET /api/app/user/userInfo', stillToWager)
      await settle()
      const before = [limits.asked(), info.asked()]
      for (let times = 0; times < 3; times += 1) writePlayerEvent(name, event)
      await settle()
      expect([limits.asked(), info.asked()]).toEqual(before.map((asked) => asked + 1))
      limits.leave()
      info.leave()
    },
  )

  test('an open game reloads the remaining wagering after a round, once for several at once', async () => {
    queryClient.setQueryData(userInfoKey, stillToWager)
    const info = showCall('GET /api/app/user/userInfo', stillToWager)
    await settle()
    const before = info.asked()
    const leave = watchWagering()
    for (let times = 0; times < 3; times += 1)
      writePlayerEvent('userBetAmount', { seq: 0, bouns: 1, amount: 200 })
    await settle()
    await settle()
    expect(info.asked()).toBe(before + 1)
    leave()
    writePlayerEvent('userBetAmount', { seq: 0, bouns: 1, amount: 300 })
    await settle()
    await settle()
    expect(info.asked()).toBe(before + 1)
    info.leave()
  })

  test('is not reloaded where it is not shown, nor the wagering of a player without any', async () => {
    queryClient.setQueryData(userInfoKey, user)
    const info = showCall('GET /api/app/user/userInfo', user)
    const limits = showCall('GET /api/app/order/getWithdraw')
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

describe('the balance in the first greeting', () => {
  afterEach(() => queryClient.clear())

  const greeted = (balanceVersion: number) => ({ balance: 40, freeBalance: 5, balanceVersion })
  const held = () => queryClient.getQueryData<UserInfo>(userInfoKey)

  test.each([
    { of: 'a newer', version: 8, isBehind: true, balance: 40 },
    { of: 'the same', version: 7, isBehind: false, balance: 100 },
    { of: 'an older', version: 6, isBehind: false, balance: 100 },
  ])('of $of version says whether the page is behind: $isBehind', async ({ version, isBehind, balance }) => {
    queryClient.setQueryData(userInfoKey, user)
    expect(await writeGreeting(greeted(version))).toBe(isBehind)
    expect(held()?.balance).toBe(balance)
  })

  test('says nothing where no user is held', async () => {
    expect(await writeGreeting(greeted(8))).toBe(false)
  })

  /** A pending user answer; the cached user of the last visit is shown meanwhile. */
  const underWay = () => {
    let [resolve, reject] = [(_user: UserInfo) => {}, (_error: Error) => {}]
    const answer = new Promise<UserInfo>((done, fail) => ([resolve, reject] = [done, fail]))
    const observer = new QueryObserver(queryClient, {
      queryKey: userInfoKey,
      queryFn: () => answer,
      initialData: { ...user, balanceVersion: 2 },
      initialDataUpdatedAt: 0,
    })
    return { resolve, reject, leave: observer.subscribe(() => undefined) }
  }

  test.each([
    { answered: 7, isBehind: true, balance: 40 },
    { answered: 8, isBehind: false, balance: 100 },
  ])(
    'is compared with the answer under way, not with the last visit: version $answered is behind: $isBehind',
    async ({ answered, isBehind, balance }) => {
      const { resolve, leave } = underWay()
      const judged = writeGreeting(greeted(8))
      resolve({ ...user, balanceVersion: answered })
      expect(await judged).toBe(isBehind)
      expect(held()?.balance).toBe(balance)
      leave()
    },
  )

  test('is shown if the pending answer fails', async () => {
    const { reject, leave } = underWay()
    const judged = writeGreeting(greeted(8))
    reject(new Error('the line is cut'))
    expect(await judged).toBe(true)
    expect(pushedMoney()).toEqual(greeted(8))
    leave()
  })

  test('leaves the user of the last visit to be reloaded, if it arrives before a screen asks', async () => {
    // A loading screen has read the browser's storage and requests after mounting.
    const kept = { queryKey: userInfoKey, initialData: { ...user, lx: '0' }, initialDataUpdatedAt: 0 }
    queryClient.getQueryCache().build(queryClient, kept)
    await writeGreeting(greeted(8))
    expect(held()?.balance).toBe(40)
    const queryFn = async () => ({ ...user, lx: '20' })
    const leave = new QueryObserver(queryClient, { ...kept, queryFn }).subscribe(() => undefined)
    await queryClient.getQueryCache().find({ queryKey: userInfoKey, exact: true })?.promise
    expect(held()?.lx).toBe('20')
    leave()
  })

  test('does not reach the next player, who came while the answer was pending', async () => {
    const { leave } = underWay()
    const judged = writeGreeting(greeted(8))
    queryClient.clear()
    queryClient.setQueryData(userInfoKey, { ...user, balanceVersion: 1 })
    expect(await judged).toBe(false)
    expect([held()?.balanceVersion, pushedMoney()]).toEqual([1, undefined])
    leave()
  })
})

describe('a pushed balance without a loaded user', () => {
  afterEach(() => queryClient.clear())

  test('is kept by version, only the newest, and only if complete', () => {
    writePlayerEvent('updateUserInfo', push({ balance: 40, freeBalance: 5, balanceVersion: 8 }))
    writePlayerEvent('updateUserInfo', push({ balance: 50, freeBalance: 5, balanceVersion: 7 }))
    writePlayerEvent('updateUserInfo', push({ kyc: 1 }))
    writePlayerEvent('insBalance', { seq: 0, balance: 9, balanceVersion: 9 })
    expect(pushedMoney()).toEqual({ balance: 40, freeBalance: 5, balanceVersion: 8 })
    writeBalance({ balance: 30, freeBalance: 0, balanceVersion: 10 })
    expect(pushedMoney()?.balanceVersion).toBe(10)
  })
})
