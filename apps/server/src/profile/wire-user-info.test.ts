import { expect, test } from 'vitest'
import type { Player } from '../identity/index.ts'
import { toWireUserInfo } from './user-info.ts'

const player: Player = {
  playerId: 1,
  email: 'ana@example.com',
  phone: '+5511987654321',
  name: 'Ana Souza',
  cpf: '52998224725',
  isIdentified: true,
  birthDate: '1990-01-01',
  isConfirmed: true,
  hasDocuments: true,
  personDoubt: null,
  isTest: false,
  avatar: 3,
  invitationCode: 'ABCD2345',
  referrerId: null,
  lx: '0',
  createdAt: new Date('2026-11-20T12:00:00Z'),
  closedAt: null,
}

const known: Parameters<typeof toWireUserInfo>[1] = {
  uId: '0123456789ABC',
  balances: { cashCents: 10_050, bonusCents: 1_025, version: 7 },
  sums: { payAmountCents: 5_000, paySumCents: 15_000, wdSumCents: 6_000 },
  settledCents: 99_999,
  level: { level: 2, nextLevel: { level: 3, gameSumCents: 600_000, paySumCents: 100_000 } },
  invitations: [
    { persons: 3, settledCents: 1_250 },
    { persons: 2, settledCents: 700_000 },
    { persons: 1, settledCents: 70 },
  ],
  packages: [],
  termsDue: '2',
  credentials: undefined,
  wagering: {} as Parameters<typeof toWireUserInfo>[1]['wagering'],
  discount: undefined,
}

test('3.02 cash and bonus together, the last top-up, all top-ups, all withdrawals and settled stakes have a field each, in reais', () => {
  expect(toWireUserInfo(player, known)).toMatchObject({
    balance: 110.75,
    freeBalance: 10.25,
    payAmount: 50,
    paySumAmount: 150,
    wdSumAmount: 60,
    gameSumAmount: 999.99,
  })
})

test('3.04 the invitation code, and the persons and stakes of three levels, have a field each', () => {
  expect(toWireUserInfo(player, known)).toMatchObject({
    yqm: 'ABCD2345',
    level1Person: 3,
    level1Amount: 12.5,
    level2Person: 2,
    level2Amount: 7000,
    level3Person: 1,
    level3Amount: 0.7,
  })
})
