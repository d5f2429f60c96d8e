import { describe, expect, test } from 'vitest'
import type { Order, PackageRow } from './order-queries.ts'
import {
  arrivedHow,
  endReason,
  bonusGrantFor,
  bonusGrantsOf,
  isStranger,
  orderStatus,
  soldPackage,
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

const arrival = {
  amountCents: 10_000,
  isFirst: true,
  isFirstOfOrder: true,
  isGranted: true,
  hadFirstBonus: false,
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
    expect(bonusGrantFor({ ...order, wantsBonusGrant }, { ...arrival, ...change })).toBe(grant)
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
])('a payer shown as %s is a stranger to %s: %s', (shown, cpf, stranger) => {
  expect(isStranger(shown, cpf)).toBe(stranger)
})

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
  { what: 'as it was asked for', order: {}, paid: {}, how: undefined },
  { what: 'with less', order: {}, paid: { amountCents: 9_999 }, how: 'other_amount' },
  { what: 'with more', order: {}, paid: { amountCents: 10_001 }, how: 'other_amount' },
  { what: 'once more', order: { status: 'credited' }, paid: { isAgain: true }, how: 'again' },
  { what: 'after the order was cancelled', order: { status: 'cancelled' }, paid: {}, how: 'late' },
  { what: 'after its time', order: { secondsLeft: -1 }, paid: {}, how: 'late' },
] as const)('money that comes $what is told as such', ({ order, paid, how }) => {
  const asked = { amountCents: 10_000, status: 'open', secondsLeft: 60, ...order } as const
  expect(arrivedHow(asked, { amountCents: 10_000, isAgain: false, ...paid })).toBe(how)
})
