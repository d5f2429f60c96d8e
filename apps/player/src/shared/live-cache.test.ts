import type { PlayerEvents } from '@palpite/contract'
import { describe, expect, test } from 'vitest'
import { mergeFixture, mergeUser } from './live-cache.ts'
import type { UserInfo } from './session.ts'

const user: UserInfo = {
  uId: '1',
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

  test('never puts its own number on the user', () => {
    expect(mergeUser(user, push({ kyc: 1 }))).not.toHaveProperty('seq')
  })
})

const market = (marketId: string, status: 'open' | 'suspended') => ({
  marketId,
  type: '1x2',
  period: 1,
  lineQuarters: null,
  status,
  outcomes: [],
})
const fixture = {
  fixtureId: '5',
  sport: 'football' as const,
  competition: 'Série A',
  simulated: false,
  home: 'Bahia',
  away: 'Vasco',
  startsAt: '2026-11-20T12:00:00.000Z',
  matchStatus: 1,
  minute: 10,
  homeScore: 0,
  awayScore: 0,
  corners: null,
  cards: null,
  version: 4,
  marketCount: 2,
  markets: [market('a', 'open'), market('b', 'open')],
}

describe('a push about a match', () => {
  test('replaces the markets it brings and keeps the rest', () => {
    const merged = mergeFixture(fixture, {
      ...fixture,
      version: 5,
      homeScore: 1,
      markets: [market('a', 'suspended')],
    })
    expect(merged.homeScore).toBe(1)
    expect(merged.markets.map((each) => each.status)).toEqual(['suspended', 'open'])
  })

  test('is ignored when it is older than what is held', () => {
    expect(mergeFixture(fixture, { ...fixture, version: 4, homeScore: 9 })).toBe(fixture)
  })
})
