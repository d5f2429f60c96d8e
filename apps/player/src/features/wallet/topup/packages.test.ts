import { describe, expect, test } from 'vitest'
import {
  discounted,
  gameOffers,
  mainOffers,
  ownOffer,
  preselected,
  type PricePackage,
  receivedCents,
  stillMissingCents,
  toWager,
} from './packages.ts'

const pack = (pkgId: string, curreny: PricePackage['curreny'], price: number, gift = 0) =>
  ({ pkgId, curreny, price, gift, mainTimes: 1, giftTimes: 2, sort: price }) satisfies PricePackage

const list = [
  pack('brl-100', 'BRL', 100),
  pack('brl-20', 'BRL', 20),
  pack('mini', '', 10),
  pack('big', 'EXTPAY', 5000),
  pack('first-100', 'FCBRL', 100, 20),
  pack('later-100', 'BTBRL', 100, 5),
  pack('game', 'INSBRL', 20, 1),
  pack('panel', 'EXPPAY', 50, 5),
]

describe('the main list', () => {
  test('sells BRL, EXTPAY and currency-less packages, in order', () => {
    expect(mainOffers(list, true).map(({ pkgId }) => pkgId)).toEqual(['mini', 'brl-20', 'brl-100', 'big'])
  })

  test('has the gift of a first top-up, matched by price', () => {
    expect(preselected(mainOffers(list, true))).toEqual({
      pkgId: 'brl-100',
      priceCents: 10_000,
      paidCents: 10_000,
      giftCents: 2_000,
      mainTimes: 1,
      giftTimes: 2,
    })
  })

  test('has the gift of later top-ups for a returning player', () => {
    expect(preselected(mainOffers(list, false))?.giftCents).toBe(500)
  })

  test('has no gift where the list has none for the price', () => {
    expect(mainOffers(list, true).find(({ pkgId }) => pkgId === 'brl-20')?.giftCents).toBe(0)
  })

  test('selects nothing by default without a package of R$ 100', () => {
    expect(preselected(mainOffers([pack('brl-20', 'BRL', 20)], true))).toBeUndefined()
  })
})

test('what a planned discount takes off is not paid, nor what a larger discount of one’s own does', () => {
  const offers = mainOffers([{ ...pack('brl-100', 'BRL', 100), off: 1.01 }, pack('brl-20', 'BRL', 20)], false)
  const paid = (share: number) => discounted(offers, share).map(({ paidCents }) => paidCents)
  expect(paid(0)).toEqual([2_000, 9_899])
  expect(paid(0.005)).toEqual([1_990, 9_899])
  expect(paid(0.1)).toEqual([1_800, 9_000])
})

test('the in-game prompt shows the first four, with their own gifts', () => {
  const many = [50, 20, 200, 100, 500].map((price) => pack(`game-${price}`, 'INSBRL', price, price / 10))
  expect(gameOffers(many).map(({ pkgId }) => pkgId)).toEqual(['game-20', 'game-50', 'game-100', 'game-200'])
  expect(gameOffers(many)[0]?.giftCents).toBe(200)
})

test('without promotions only the payment is credited', () => {
  const offer = {
    pkgId: 'brl-100',
    priceCents: 10_000,
    paidCents: 10_000,
    giftCents: 2_000,
    mainTimes: 1,
    giftTimes: 2,
  }
  expect(receivedCents(offer, true)).toBe(12_000)
  expect(receivedCents(offer, false)).toBe(10_000)
})

test.each([
  { mainTimes: 1, giftTimes: 2, toStake: { mainCents: 10_000, giftCents: 4_000 } },
  { mainTimes: 0, giftTimes: 5, toStake: { mainCents: 0, giftCents: 10_000 } },
])('a deposit is staked $mainTimes times and its bonus $giftTimes, as the package says', (times) => {
  const { toStake, ...offer } = {
    pkgId: 'brl-100',
    priceCents: 10_000,
    paidCents: 10_000,
    giftCents: 2_000,
    ...times,
  }
  expect(toWager(offer, true)).toEqual(toStake)
  expect(toWager(offer, false)).toEqual({ ...toStake, giftCents: 0 })
})

test.each([
  { missingCents: 1, chosen: 'mini', stillMissing: 0 },
  { missingCents: 1_000, chosen: 'mini', stillMissing: 0 },
  { missingCents: 1_001, chosen: 'brl-20', stillMissing: 0 },
  { missingCents: 10_001, chosen: 'big', stillMissing: 0 },
  { missingCents: 990_000, chosen: 'big', stillMissing: 490_000 },
])(
  'for a player short of $missingCents cents the package $chosen is selected, and $stillMissing is still missing',
  ({ missingCents, chosen, stillMissing }) => {
    const offers = mainOffers(list, true)
    expect(preselected(offers, missingCents)?.pkgId).toBe(chosen)
    expect(stillMissingCents(offers, missingCents)).toBe(stillMissing)
  },
)

describe('a free amount', () => {
  const offers = mainOffers(list, true)
  const bounds = { minCents: 2_500, maxCents: 400_000, mainTimes: 1, giftTimes: 2 }

  test('has no package and no gift, and is wagered like any deposit', () => {
    expect(ownOffer(offers, bounds, 13_000)).toEqual({
      pkgId: null,
      priceCents: 13_000,
      paidCents: 13_000,
      giftCents: 0,
      mainTimes: 1,
      giftTimes: 2,
    })
  })

  test("equal to a package's price is that package, even outside the bounds", () => {
    expect(ownOffer(offers, bounds, 10_000)).toMatchObject({ pkgId: 'brl-100', giftCents: 2_000 })
    expect(ownOffer(offers, bounds, 1_000)?.pkgId).toBe('mini')
  })

  test.each([
    { amountCents: 0, is: false },
    { amountCents: 2_499, is: false },
    { amountCents: 2_500, is: true },
    { amountCents: 400_000, is: true },
    { amountCents: 400_001, is: false },
  ])('of $amountCents cents may be paid: $is', ({ amountCents, is }) => {
    expect(ownOffer(offers, bounds, amountCents) !== undefined).toBe(is)
  })

  test('may exceed the largest package', () => {
    expect(stillMissingCents(offers, 600_000, { ...bounds, maxCents: 550_000 })).toBe(50_000)
  })
})
