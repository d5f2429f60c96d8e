import { describe, expect, test } from 'vitest'
import type { Order, PackageRow } from './order-queries.ts'
import { endReason, giftFor, giftsOf, isStranger, orderStatus, soldPackage } from './rules.ts'

const packageOf = (id: string, curreny: PackageRow['curreny'], priceCents: number, giftCents = 0) => ({
  id,
  curreny,
  priceCents,
  giftCents,
  sort: 1,
})

const packages = [
  packageOf('brl-100', 'BRL', 10_000),
  packageOf('first-100', 'FCBRL', 10_000, 2_000),
  packageOf('later-100', 'BTBRL', 10_000, 500),
  packageOf('game-100', 'INSBRL', 10_000, 800),
  packageOf('brl-7', 'BRL', 700),
]

const giftsById = (id: string) => {
  const bought = soldPackage(packages, id)
  return bought && giftsOf(packages, bought)
}

test.each([
  { id: 'brl-100', gifts: { firstGiftCents: 2_000, laterGiftCents: 500 } },
  { id: 'game-100', gifts: { firstGiftCents: 800, laterGiftCents: 800 } },
  { id: 'brl-7', gifts: { firstGiftCents: 0, laterGiftCents: 0 } },
  { id: 'first-100', gifts: undefined },
  { id: 'nothing', gifts: undefined },
])('package $id comes with $gifts', ({ id, gifts }) => {
  expect(giftsById(id)).toEqual(gifts)
})

const order: Order = {
  id: 'a',
  payNo: 'b',
  txid: 'c',
  playerId: 1,
  packageId: 'brl-100',
  amountCents: 10_000,
  wantsGift: true,
  firstGiftCents: 2_000,
  laterGiftCents: 500,
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
  grantsGift: true,
  hadFirstGift: false,
}

test.each([
  { change: {}, wantsGift: true, gift: 2_000 },
  { change: { isFirst: false }, wantsGift: true, gift: 500 },
  { change: { isFirstOfOrder: false }, wantsGift: true, gift: 0 },
  { change: { amountCents: 10_001 }, wantsGift: true, gift: 0 },
  { change: { grantsGift: false }, wantsGift: true, gift: 0 },
  { change: {}, wantsGift: false, gift: 0 },
  { change: { hadFirstGift: true }, wantsGift: true, gift: 0 },
  { change: { hadFirstGift: true, isFirst: false }, wantsGift: true, gift: 500 },
])('gives $gift when $change and the gift is wanted: $wantsGift', ({ change, wantsGift, gift }) => {
  expect(giftFor({ ...order, wantsGift }, { ...arrival, ...change })).toBe(gift)
})

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
    ['created', false, '00'],
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
