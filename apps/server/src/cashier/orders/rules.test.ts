import { describe, expect, test } from 'vitest'
import { policyOf } from '../../protection/index.ts'
import { cashierDefaults } from '../settings.ts'
import type { Order } from './order-queries.ts'
import type { PackageRow } from './package-queries.ts'
import {
  deviationOf,
  endReason,
  bonusGrantFor,
  bonusGrantsOf,
  boughtAmount,
  isOwnPayer,
  isThirdPartyPayer,
  orderStatus,
  soldPackage,
  topUpReason,
  wageringOf,
} from './rules.ts'

const packageOf = (id: string, curreny: PackageRow['curreny'], priceCents: number, bonusGrantCents = 0) => ({
  id,
  curreny,
  priceCents,
  bonusGrantCents,
  sort: 1,
})

const packages = [
  packageOf('brl-100', 'BRL', 10_000),
  packageOf('first-100', 'FCBRL', 10_000, 2_000),
  packageOf('later-100', 'BTBRL', 10_000, 500),
  packageOf('game-100', 'INSBRL', 10_000, 800),
  packageOf('game-30', 'INSBRL', 3_000, 100),
  packageOf('brl-7', 'BRL', 700),
]

const grantsById = (id: string) => {
  const bought = soldPackage(packages, id)
  return bought && bonusGrantsOf(packages, bought)
}

test.each([
  { id: 'brl-100', grants: { firstBonusGrantCents: 2_000, laterBonusGrantCents: 500 } },
  { id: 'game-100', grants: { firstBonusGrantCents: 2_000, laterBonusGrantCents: 800 } },
  { id: 'game-30', grants: { firstBonusGrantCents: 100, laterBonusGrantCents: 100 } },
  { id: 'brl-7', grants: { firstBonusGrantCents: 0, laterBonusGrantCents: 0 } },
  { id: 'first-100', grants: undefined },
  { id: 'nothing', grants: undefined },
])('package $id comes with $grants', ({ id, grants }) => {
  expect(grantsById(id)).toEqual(grants)
})

test('9.29 unless set otherwise a package of the panel is wagered once, and its bonus once', () => {
  const policy = policyOf({ COMPLIANCE_PROFILE: 'spec' })
  expect(wageringOf({ curreny: 'EXPPAY' }, cashierDefaults, policy)).toEqual({ main: 1, bonus: 1 })
  expect(wageringOf({ curreny: 'BRL' }, cashierDefaults, policy)).toEqual({ main: 1, bonus: 2 })
})

const bounds = { ...cashierDefaults, ownAmountMinCents: 1_000, ownAmountMaxCents: 500_000 }

test.each([
  { amountCents: 13_000, bought: { ok: true, value: { id: null, priceCents: 13_000 } } },
  { amountCents: 1_000, bought: { ok: true, value: { id: null } } },
  { amountCents: 500_000, bought: { ok: true, value: { id: null } } },
  // An amount equal to a package's price buys that package, even below the bounds; the in-game prompt sells its own
  // packages.
  { amountCents: 10_000, bought: { ok: true, value: { id: 'brl-100' } } },
  { amountCents: 700, bought: { ok: true, value: { id: 'brl-7' } } },
  { amountCents: 3_000, bought: { ok: true, value: { id: null } } },
  {
    amountCents: 999,
    bought: { refusal: { code: 'topup_out_of_bounds', values: { minCents: 1_000, maxCents: 500_000 } } },
  },
  { amountCents: 500_001, bought: { refusal: { code: 'topup_out_of_bounds' } } },
])('an amount of $amountCents cents of one’s own is $bought', ({ amountCents, bought }) => {
  expect(boughtAmount(packages, amountCents, bounds)).toMatchObject(bought)
})

test('an amount that the player chose brings no gift, even if a package of another list has that price', () => {
  const own = { id: null, curreny: 'BRL', priceCents: 10_000, bonusGrantCents: 0 } as const
  expect(bonusGrantsOf(packages, own)).toEqual({ firstBonusGrantCents: 0, laterBonusGrantCents: 0 })
})

const order: Order = {
  id: 'a',
  payNo: 'b',
  provider: 'pix',
  chargeRef: 'c',
  playerId: 1,
  packageId: 'brl-100',
  amountCents: 10_000,
  discountId: null,
  discountCents: 0,
  wantsBonusGrant: true,
  firstBonusGrantCents: 2_000,
  laterBonusGrantCents: 500,
  mainTimes: 1,
  bonusTimes: 2,
  status: 'open',
  brCode: 'x',
  secondsLeft: 60,
}

const payment = {
  amountCents: 10_000,
  isFirst: true,
  isFirstOfOrder: true,
  isGranted: true,
  hadFirstBonus: false,
  isDiscountUsed: false,
}

test.each([
  { change: {}, wantsBonusGrant: true, grant: 2_000 },
  { change: { isFirst: false }, wantsBonusGrant: true, grant: 500 },
  { change: { isFirstOfOrder: false }, wantsBonusGrant: true, grant: 0 },
  { change: { amountCents: 10_001 }, wantsBonusGrant: true, grant: 0 },
  { change: { isGranted: false }, wantsBonusGrant: true, grant: 0 },
  { change: {}, wantsBonusGrant: false, grant: 0 },
  { change: { hadFirstBonus: true }, wantsBonusGrant: true, grant: 0 },
  { change: { hadFirstBonus: true, isFirst: false }, wantsBonusGrant: true, grant: 500 },
])(
  'gives $grant when $change and the bonus is wanted: $wantsBonusGrant',
  ({ change, wantsBonusGrant, grant }) => {
    expect(bonusGrantFor({ ...order, wantsBonusGrant }, { ...payment, ...change })).toBe(grant)
  },
)

test.each([
  ['12345678909', '12345678909', false],
  ['123.456.789-09', '12345678909', false],
  ['***.456.789-**', '12345678909', false],
  ['***.457.789-**', '12345678909', true],
  ['98765432100', '12345678909', true],
  ['12ABC34501DE35', '12345678909', true],
  [undefined, '12345678909', false],
  ['12345678909', undefined, false],
])('a payer shown as %s is a third party to %s: %s', (shown, cpf, stranger) => {
  expect(isThirdPartyPayer(shown, cpf)).toBe(stranger)
})

test.each([
  { payerTaxId: '123.456.789-09', restrictsPayer: false, isOwn: true },
  { payerTaxId: '***.456.789-**', restrictsPayer: false, isOwn: true },
  { payerTaxId: '***.***.***-**', restrictsPayer: false, isOwn: false },
  { payerTaxId: undefined, restrictsPayer: false, isOwn: false },
  { payerTaxId: undefined, restrictsPayer: true, isOwn: true }, // the bank lets nobody else pay
  { payerTaxId: '98765432100', restrictsPayer: true, isOwn: false },
])(
  'a payer shown as $payerTaxId, by a bank that restricts payers ($restrictsPayer), is the player: $isOwn',
  (shown) => {
    expect(isOwnPayer(shown, '12345678909')).toBe(shown.isOwn)
  },
)

describe('the status of an order on the wire', () => {
  test.each([
    ['created', false, '99'],
    ['created', true, '01'],
    ['open', false, '00'],
    ['open', true, '01'],
    ['credited', true, '10'],
    ['partly_reversed', true, '10'],
    ['reversed', true, '01'],
    ['expired', true, '01'],
    ['cancelled', false, '01'],
    ['rejected', false, '01'],
    ['failed', false, '-01'],
  ] as const)('%s, its time over: %s, is %s', (status, isPast, wire) => {
    expect(orderStatus({ status, isPast })).toBe(wire)
    expect(endReason({ status })).toBe(status === 'rejected' ? 'other_payer' : null)
  })
})

test.each([
  { status: 'credited', came: null, reason: null },
  { status: 'credited', came: 'late', reason: 'late' },
  { status: 'rejected', came: null, reason: 'other_payer' },
  { status: 'partly_reversed', came: 'again', reason: 'partly_taken_back' },
  { status: 'reversed', came: null, reason: 'taken_back' },
] as const)(
  'the record of a $status top-up with deviation $came has the reason $reason',
  ({ reason, ...order }) => {
    expect(topUpReason(order)).toBe(reason)
  },
)

test.each([
  { what: 'as it was asked for', order: {}, paid: {}, how: undefined },
  { what: 'with less', order: {}, paid: { amountCents: 9_999 }, how: 'other_amount' },
  { what: 'with more', order: {}, paid: { amountCents: 10_001 }, how: 'other_amount' },
  { what: 'once more', order: { status: 'credited' }, paid: { isAgain: true }, how: 'again' },
  { what: 'after the order was cancelled', order: { status: 'cancelled' }, paid: {}, how: 'late' },
  { what: 'after its time', order: {}, paid: { paidAt: new Date(1001) }, how: 'late' },
  { what: 'in time, but reported later', order: { status: 'expired' }, paid: {}, how: undefined },
  {
    what: 'under a discount that was used',
    order: {},
    paid: { isDiscountUsed: true },
    how: 'discount_used',
  },
] as const)('a payment $what is recorded as $how', ({ order, paid, how }) => {
  const asked = { amountCents: 10_000, status: 'open', expiresAt: new Date(1000), ...order } as const
  const came = { amountCents: 10_000, paidAt: new Date(1000), isAgain: false, isDiscountUsed: false }
  expect(deviationOf(asked, { ...came, ...paid })).toBe(how)
})
