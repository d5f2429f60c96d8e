import { expect, test } from 'vitest'
import { judgeReceipt } from './receipts.ts'
import type { Receipt, ReceiptLeg } from './receipt-queries.ts'

const leg: ReceiptLeg = {
  outcomeId: 1,
  selections: [],
  isBanker: false,
  requestedPriceMilli: 2000,
  minPriceMilli: null,
  priceMilli: 2000,
  priceVersion: 3,
  standing: null,
}

/** R$ 10 on a double at 2.00 each, in play, as accepted. */
const accepted: Receipt = {
  betId: 7,
  playerId: 8,
  requestId: '0123456789abcdef',
  placedAt: new Date('2026-11-22T15:00:00Z'),
  unitStakeCents: 1000,
  folds: [2],
  isEachWay: false,
  stakeCents: 1000,
  potentialReturnCents: 4000,
  accept: 'better',
  withinBps: null,
  maxStakeCents: 50_000,
  delayMs: 3000,
  requiredDelayMs: 3000,
  isOffered: false,
  freeBetId: null,
  boost: null,
  promises: null,
  legs: [leg, { ...leg, outcomeId: 2 }],
}

const failing = (own: Partial<Receipt>, isSigned = true) =>
  judgeReceipt({ ...accepted, ...own }, isSigned)
    .filter(({ holds }) => !holds)
    .map(({ what }) => what.split(/[:(]/)[0]?.trim())

test('a bet accepted by its rules passes every check', () => {
  expect(failing({})).toEqual([])
  const free = { freeBetId: 'a'.repeat(32), potentialReturnCents: 3000 }
  expect(failing(free)).toEqual([])
  const eachWay = { isEachWay: true, folds: [1], stakeCents: 2000 }
  expect(failing(eachWay)).toEqual([])
})

const legAt = (own: Partial<ReceiptLeg>) => ({
  legs: [
    { ...leg, ...own },
    { ...leg, outcomeId: 2 },
  ],
})

test.each([
  { what: 'unsigned rows', own: {}, isSigned: false, fails: 'the rows are those that were signed' },
  { what: 'a lower price than the one shown', own: legAt({ requestedPriceMilli: 2010 }), fails: 'leg 1' },
  {
    what: 'any price but the one shown',
    own: { accept: 'exact' as const, ...legAt({ requestedPriceMilli: 1990 }) },
    fails: 'leg 1',
  },
  {
    what: 'a price further below than accepted',
    own: { accept: 'within' as const, withinBps: 100, ...legAt({ requestedPriceMilli: 2021 }) },
    fails: 'leg 1',
  },
  {
    what: 'a price below the minimum',
    own: { accept: 'any' as const, ...legAt({ minPriceMilli: 2001 }) },
    fails: 'leg 1',
  },
  {
    what: 'a stake that does not match its combinations',
    own: { stakeCents: 2000 },
    fails: 'the stake is that of all combinations',
  },
  {
    what: 'a stake above the limit',
    own: { maxStakeCents: 999 },
    fails: 'the stake is within the limit of then',
  },
  {
    what: 'a return that does not match its prices',
    own: { potentialReturnCents: 3999 },
    fails: 'the potential return is that of its prices',
  },
  {
    what: 'a shortened delay',
    own: { delayMs: 2999 },
    fails: 'a bet in play had waited out the delay of then',
  },
])('$what fails', ({ own, isSigned = true, fails }) => {
  expect(failing(own, isSigned).join()).toContain(fails)
})
