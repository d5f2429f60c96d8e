import type { PlayerEvents } from '@palpite/contract'
import { describe, expect, test } from 'vitest'
import { mergeUser } from './live-cache.ts'
import type { UserInfo } from './session.ts'

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
