import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  payableCents,
  sharesOf,
  type Sharing,
  reversedShareE4,
  reversalDebits,
  relationsOf,
  repeatedPersons,
  type Trait,
} from './rules.ts'

const rates = [
  { level: 1, rateBps: 30 },
  { level: 2, rateBps: 10 },
  { level: 3, rateBps: 5 },
]
const sharing = (more: Partial<Sharing> = {}): Sharing => ({
  rates,
  referrers: new Map([[4, [3, 2, 1]]]),
  isTest: () => false,
  relations: () => [],
  ...more,
})

test('1.23 a settled stake of R$ 100 brings 0.30, 0.10 and 0.05 % to the three above', () => {
  const shares = sharesOf([{ playerId: 4, earningCents: 10_000 }], sharing())
  expect(shares.map(({ earnerId, level, amountE4 }) => [earnerId, level, amountE4 / 10_000])).toEqual([
    [3, 1, 30],
    [2, 2, 10],
    [1, 3, 5],
  ])
})

test('accounts for tests neither earn commission nor bring it', () => {
  const earning = [{ playerId: 4, earningCents: 10_000 }]
  expect(sharesOf(earning, sharing({ isTest: (id) => id === 4 }))).toEqual([])
  expect(sharesOf(earning, sharing({ isTest: (id) => id === 3 })).map(({ earnerId }) => earnerId)).toEqual([
    2, 1,
  ])
})

test('commission from a related account is held, with the reasons', () => {
  const traits: Trait[] = [
    { playerId: 3, kind: 'device', value: 'one' },
    { playerId: 4, kind: 'device', value: 'one' },
    { playerId: 3, kind: 'cpf', value: '1' },
    { playerId: 4, kind: 'cpf', value: '1' },
    { playerId: 2, kind: 'cpf', value: '2' },
  ]
  const shares = sharesOf([{ playerId: 4, earningCents: 100 }], sharing({ relations: relationsOf(traits) }))
  expect(shares.map(({ earnerId, status, reasons }) => ({ earnerId, status, reasons }))).toEqual([
    { earnerId: 3, status: 'held', reasons: ['cpf', 'device'] },
    { earnerId: 2, status: 'waiting', reasons: [] },
    { earnerId: 1, status: 'waiting', reasons: [] },
  ])
})

describe.each(['cpf', 'payer', 'payout_key', 'device', 'address'] as const)('the same %s', (kind) => {
  test('relates two accounts, another does not', () => {
    const pair = { earnerId: 1, playerId: 2 }
    const of = (other: string) =>
      relationsOf([
        { playerId: 1, kind, value: 'same' },
        { playerId: 2, kind, value: other },
      ])(pair)
    expect(of('same')).toEqual([kind])
    expect(of('other')).toEqual([])
  })
})

test.each(['cpf', 'payer', 'payout_key', 'device'] as const)(
  'of accounts with the same %s only the first counts, in whatever order they come',
  (kind) => {
    const traits = [5, 6, 7].map((playerId) => ({ playerId, kind, value: playerId === 7 ? 'own' : 'same' }))
    expect(repeatedPersons([7, 6, 5], traits)).toEqual(new Set([6]))
  },
)

test('an address alone makes no two accounts one person, and a chain of shared traits makes all one', () => {
  const at = [5, 6].map((playerId) => ({ playerId, kind: 'address' as const, value: '203.0.113.7' }))
  expect(repeatedPersons([5, 6], at)).toEqual(new Set())
  const chain = [
    { playerId: 5, kind: 'device' as const, value: 'a' },
    { playerId: 6, kind: 'device' as const, value: 'a' },
    { playerId: 6, kind: 'payer' as const, value: 'b' },
    { playerId: 7, kind: 'payer' as const, value: 'b' },
  ]
  expect(repeatedPersons([5, 6, 7], chain)).toEqual(new Set([6, 7]))
})

test('pays whole cents, and nothing below zero', () => {
  expect([9_999, 10_000, 25_000, -1].map(payableCents)).toEqual([0, 1, 2, 0])
})

test('a reversal debits no more than the balances hold, bonus first', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000_000, max: 100_000_000 }),
      cents,
      cents,
      (e4, cashCents, bonusCents) => {
        const taken = reversalDebits(e4, { cashCents, bonusCents })
        expect(taken.bonus).toBeLessThanOrEqual(bonusCents)
        expect(taken.cash).toBeLessThanOrEqual(cashCents)
        expect(taken.bonus + taken.cash).toBeLessThanOrEqual(Math.max(0, Math.ceil(-e4 / 10_000)))
        expect(taken.cash === 0 || taken.bonus === bonusCents).toBe(true)
      },
    ),
  )
})

test.each([
  { reversed: 5_000, toppedUp: 10_000, back: 150 }, // half of the top-ups, half of the commission
  { reversed: 10_000, toppedUp: 10_000, back: 300 },
  { reversed: 20_000, toppedUp: 10_000, back: 300 },
  { reversed: 1, toppedUp: 0, back: 300 },
])(
  'reversing $reversed of $toppedUp topped up takes back $back of 300 earned',
  ({ reversed, toppedUp, back }) => {
    expect(reversedShareE4(300, reversed, toppedUp)).toBe(back)
  },
)
