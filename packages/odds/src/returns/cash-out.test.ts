import { cents } from '@palpite/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceMilli } from '../price.ts'
import { applyMargin } from '../margin/apply-margin.ts'
import { HALF_LOST, HALF_WON, LOST, VOID, WON } from '../resolution.ts'
import { cashOutOffer, partialCashOut } from './cash-out.ts'
import { chancesFromOdds, leastShares, refundBounds, sharesOf } from './leg-worth.ts'
import { potentialMultipleReturn } from './parlay.ts'

const leg = (odds: number, chance?: number) => ({ priceMilli: priceMilli(odds), chance })

describe('cash-out', () => {
  test('a single is worth its potential return times its chance, minus the reduction', () => {
    const bet = { unitStakeCents: cents(1000), folds: [1], legs: [leg(2000, 0.8)] }
    expect(cashOutOffer(bet, 500)).toEqual({ ok: true, value: { fairCents: 1600, offerCents: 1520 } })
  })

  test('settled legs count as settled', () => {
    const legs = [{ ...leg(2000), resolution: WON }, leg(3000, 0.5)]
    expect(cashOutOffer({ unitStakeCents: cents(1000), folds: [2], legs }, 0)).toMatchObject({
      value: { fairCents: 3000 },
    })
    const lost = [{ ...leg(2000), resolution: LOST }, leg(3000, 0.5)]
    expect(cashOutOffer({ unitStakeCents: cents(1000), folds: [2], legs: lost }, 0)).toEqual({
      ok: false,
      reason: 'nothing_to_offer',
    })
  })

  test('is refused while an open leg is suspended, or has no chance', () => {
    const bet = { unitStakeCents: cents(1000), folds: [2], legs: [leg(2000, 0.5), leg(3000)] }
    expect(cashOutOffer(bet, 0)).toEqual({ ok: false, reason: 'leg_suspended' })
    const odd = { ...bet, legs: [leg(2000, 0.5), leg(3000, 1.5)] }
    expect(cashOutOffer(odd, 0)).toEqual({ ok: false, reason: 'chance_out_of_range' })
    expect(() => cashOutOffer(bet, -1)).toThrow('reduction')
    expect(() => cashOutOffer(bet, 10_001)).toThrow('reduction: 10001 bps')
    expect(() => cashOutOffer(bet, Number.NaN)).toThrow('reduction')
    expect(() => cashOutOffer({ ...bet, folds: [] }, 0)).toThrow('not a bet: no_folds')
  })

  test.each([
    [0.5, 0.5, true],
    [0, 1, true],
    [1, 0, true],
    [-0.1, 0.5, false],
    [0.5, -0.1, false],
    [0.6, 0.5, false],
  ])('a leg won in %d and refunded in %d of all cases has an offer: %s', (chance, refundChance, ok) => {
    const legs = [{ ...leg(2000, chance), refundChance }]
    const offer = cashOutOffer({ unitStakeCents: cents(1000), folds: [1], legs }, 0)
    expect(offer).toEqual(
      ok
        ? {
            ok,
            value: {
              fairCents: 1000 * (2 * chance + refundChance),
              offerCents: 1000 * (2 * chance + refundChance),
            },
          }
        : { ok, reason: 'chance_out_of_range' },
    )
  })

  test('the whole value may be withheld, and then there is no offer', () => {
    const bet = { unitStakeCents: cents(1000), folds: [1], legs: [leg(2000, 0.5)] }
    expect(cashOutOffer(bet, 10_000)).toEqual({ ok: false, reason: 'nothing_to_offer' })
    expect(cashOutOffer(bet, 9999)).toEqual({ ok: false, reason: 'nothing_to_offer' }) // a tenth of a cent
    expect(cashOutOffer(bet, 9990)).toEqual({ ok: true, value: { fairCents: 1000, offerCents: 1 } })
  })

  test('a system with a banker is worth its combinations', () => {
    // 2.00 at 0.8 is 1.6 as a banker; 3.00 half won is 2.0, 4.00 at 0.25 is 1.0: 1.6 × (1 + 2 + 1 + 2 × 1).
    const legs = [
      { ...leg(2000, 0.8), banker: true },
      { ...leg(3000), resolution: HALF_WON },
      leg(4000, 0.25),
    ]
    const bet = { unitStakeCents: cents(100), folds: [0, 1, 2], legs }
    expect(cashOutOffer(bet, 0)).toMatchObject({ value: { offerCents: 960 } })
    // Each way: the same again, with every leg that is placed worth 1.
    const placed = legs.map((one) => ({ ...one, resolution: VOID }))
    const both = { ...bet, legs: [...legs, ...placed], isEachWay: true }
    expect(cashOutOffer(both, 0)).toMatchObject({ value: { offerCents: 960 + 400 } })
  })

  test('never offers more than the bet can return', () => {
    const anyLeg = fc.record({
      priceMilli: fc.integer({ min: 1001, max: 20_000 }).map(priceMilli),
      chance: fc.double({ min: 0.001, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.array(anyLeg, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 9000 }),
        (legs, bps) => {
          const bet = {
            unitStakeCents: cents(100),
            folds: [1, legs.length].slice(legs.length === 1 ? 1 : 0),
            legs,
          }
          const offer = cashOutOffer(bet, bps)
          expect(offer.ok ? offer.value.offerCents : 0).toBeLessThanOrEqual(potentialMultipleReturn(bet))
        },
      ),
    )
  })

  test('a partial cash-out keeps every cent of the stake, and pays at most its share', () => {
    const amount = fc.nat(10_000_000)
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 9999 }), (stake, offer, share) => {
        const part = partialCashOut(cents(stake), cents(offer), share)
        if (!part.ok) return
        const { cashedStakeCents, keptStakeCents, offerCents } = part.value
        expect(cashedStakeCents + keptStakeCents).toBe(stake)
        expect(Math.min(cashedStakeCents, keptStakeCents, offerCents)).toBeGreaterThan(0)
        expect(BigInt(cashedStakeCents) * 10_000n).toBeGreaterThanOrEqual(BigInt(stake) * BigInt(share))
        expect(BigInt(offerCents) * BigInt(stake)).toBeLessThanOrEqual(
          BigInt(offer) * BigInt(cashedStakeCents),
        )
      }),
    )
    expect(() => partialCashOut(cents(1), cents(1), 10_000)).toThrow('share')
    expect(() => partialCashOut(cents(1), cents(1), 0)).toThrow('share: 0 bps')
    expect(() => partialCashOut(cents(1), cents(1), 0.5)).toThrow('share')
    expect(() => partialCashOut(cents(-1), cents(1), 100)).toThrow('negative')
    expect(() => partialCashOut(cents(1), cents(-1), 100)).toThrow('negative')
  })

  test('any sequence of partial cash-outs pays at most one whole', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 9999 }), { maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.nat(1_000_000), shares, (stake, worth, list) => {
        const worthOf = (left: number) => cents(Math.floor((worth * left) / stake))
        let left = cents(stake)
        let given = 0
        for (const share of list) {
          const part = partialCashOut(left, worthOf(left), share)
          if (!part.ok) continue
          left = part.value.keptStakeCents
          given += part.value.offerCents
        }
        expect(given + worthOf(left)).toBeLessThanOrEqual(worth)
      }),
    )
  })

  test.each([
    [50, 100_000, 100, { cashedStakeCents: 1, keptStakeCents: 49, offerCents: 2000 }],
    [100, 1000, 90, { cashedStakeCents: 1, keptStakeCents: 99, offerCents: 10 }],
    [1000, 1520, 2500, { cashedStakeCents: 250, keptStakeCents: 750, offerCents: 380 }],
  ] as const)('of %d cents of stake worth %d, %d bps give %j', (stake, offer, share, value) => {
    expect(partialCashOut(cents(stake), cents(offer), share)).toEqual({ ok: true, value })
  })

  test('is refused where no stake would remain, or nothing be paid', () => {
    expect(partialCashOut(cents(1), cents(500), 100)).toEqual({ ok: false, reason: 'nothing_kept' })
    expect(partialCashOut(cents(0), cents(0), 100)).toEqual({ ok: false, reason: 'nothing_kept' })
    expect(partialCashOut(cents(10), cents(5), 100)).toEqual({ ok: false, reason: 'nothing_to_offer' })
  })
})

describe("a leg's value", () => {
  const quarterOver = { price: 2, chance: 0.8, possible: [WON, HALF_LOST, LOST] }
  const leadNoDraw = { price: 2, chance: 0.8, possible: [WON, VOID] }

  test('the margin is removed as it was applied: long shots carry more of it', () => {
    const fair = [0.6, 0.3, 0.1]
    const odds = applyMargin(fair, 600).map((implied) => 1 / implied)
    for (const [at, chance] of chancesFromOdds(odds, { shape: 'power' }).entries())
      expect(chance).toBeCloseTo(fair[at] ?? 0, 9)
    const double = applyMargin([0.45, 0.35, 0.2], 600).map((implied) => 1 / (2 * implied))
    const [first] = chancesFromOdds(double, { shape: 'power', winners: 2 })
    expect(first).toBeCloseTo(0.9, 9)
  })

  test('no chance pays more than a stake at its price', () => {
    const market = fc.array(fc.integer({ min: 1010, max: 50_000 }), { minLength: 2, maxLength: 12 })
    const shapes = fc.constantFrom('power' as const, 'shin' as const)
    fc.assert(
      fc.property(market, shapes, fc.integer({ min: 1, max: 2 }), (prices, shape, winners) => {
        const odds = prices.map((price) => price / 1000)
        for (const [at, chance] of chancesFromOdds(odds, { shape, winners }).entries()) {
          expect(chance).toBeLessThanOrEqual(1)
          expect(chance * (odds[at] ?? 0)).toBeLessThanOrEqual(1 + 1e-9)
        }
      }),
    )
  })

  test('unoffered outcomes keep their part of the book', () => {
    const odds = applyMargin([0.5, 0.3, 0.2], 1000).map((implied) => 1 / implied)
    const [first, second] = chancesFromOdds(odds.slice(0, 2), { shape: 'power', fullBook: 1.1 })
    expect(first).toBeCloseTo(0.5, 9)
    expect(second).toBeCloseTo(0.3, 9)
  })

  test.each([
    // Two goals, under 2.25: half won or lost. It wins, as its price says, 153.00 of 206.00.
    {
      what: 'under 2.25 at two goals',
      price: 2.06,
      chance: 0.95,
      possible: [HALF_WON, LOST],
      worth: 0.95 * 1.53,
    },
    { what: 'under 2 at two goals', price: 1.9, chance: 0.9, possible: [VOID, LOST], worth: 0.9 },
    { what: 'a half line', price: 2, chance: 0.8, possible: [WON, LOST], worth: 1.6 },
    // Nobody knows how often a draw refunds it: it may be always.
    { what: 'no bet on a draw', price: 2, chance: 0.8, possible: [WON, VOID, LOST], worth: 1 },
    {
      what: 'no bet on a draw, of which prices say a quarter at most',
      price: 2,
      chance: 0.8,
      possible: [WON, VOID, LOST],
      refunds: { min: 0, max: 0.25 },
      worth: 1.45,
    },
    {
      what: 'a chance that fell below its price',
      price: 2,
      chance: 0.3,
      possible: [WON, VOID, LOST],
      refunds: { min: 0.1, max: 0.25 },
      worth: 0.64,
    },
    // Half lost, or not won at all: 1 ÷ 6 is given back where nothing is lost whole, and 2 ÷ 3 won.
    { what: 'over 2.25 at one goal', ...quarterOver, worth: 1.5 },
    {
      what: 'a line of which prices say a tenth',
      ...quarterOver,
      refunds: { min: 0.1, max: 0.1 },
      worth: 1.54,
    },
    {
      what: 'a line whose neighbours contradict its price',
      ...quarterOver,
      refunds: { min: 0.5, max: 0.6 },
      worth: 1.5,
    },
    { what: 'no bet on a draw that cannot be lost any more', ...leadNoDraw, worth: 1 },
    // Nothing of it is won: the price is that of other endings, and has the best of these as often as a win.
    { what: 'what is half lost at best', price: 2, chance: 0.8, possible: [HALF_LOST, LOST], worth: 0.4 },
    {
      what: 'under 2.25 at two goals, its endings the other way round',
      price: 2.06,
      chance: 0.95,
      possible: [LOST, HALF_WON],
      worth: 0.95 * 1.53,
    },
    { what: 'a bet that is decided', price: 2, chance: 0.3, possible: [WON], worth: 2 },
    { what: 'a bet that is lost', price: 2, chance: 0.3, possible: [LOST], worth: 0 },
  ])('$what is valued by its least shares', ({ worth, ...leg }) => {
    const { won, refunded } = leastShares(leg)
    expect(won * leg.price + refunded).toBeCloseTo(worth, 9)
  })

  test('half lines bound the refunds of the line between them', () => {
    const total = (lineQuarters: number, over: number, under: number) => ({
      market: { type: 'football.total', period: 'full', lineQuarters } as const,
      outcomes: [
        { outcome: 'over', odds: over },
        { outcome: 'under', odds: under },
      ],
    })
    const beside = [total(6, 1.25, 4), total(10, 2, 1.9)]
    const whole = refundBounds({ type: 'football.total', period: 'full', lineQuarters: 8 }, beside)
    expect(whole.min).toBeCloseTo(1 - 1 / 4 - 1 / 2, 9)
    expect(whole.max).toBeCloseTo(1 / 1.25 + 1 / 1.9 - 1, 9)
    const quarter = refundBounds({ type: 'football.total', period: 'full', lineQuarters: 9 }, beside)
    expect(quarter.max).toBeCloseTo(whole.max / 2, 9)
    expect(refundBounds({ type: 'football.total', period: 'full', lineQuarters: 10 }, beside)).toEqual({
      min: 0,
      max: 0,
    })
  })

  test.each([
    [-4, 1 - 1 / 2.1 - 1 / 3, 1 / 1.8 + 1 / 1.4 - 1],
    [-3, (1 - 1 / 2.1 - 1 / 3) / 2, (1 / 1.8 + 1 / 1.4 - 1) / 2], // half of it lies on the whole line beside
    [-5, (1 - 1 / 2.1 - 1 / 3) / 2, (1 / 1.8 + 1 / 1.4 - 1) / 2],
  ])('half lines bound the handicap of %d quarters too', (lineQuarters, min, max) => {
    const type = 'football.asian_handicap'
    const handicap = (quarters: number, home: number, away: number) => ({
      market: { type, period: 'full', lineQuarters: quarters } as const,
      outcomes: [
        { outcome: 'home', odds: home },
        { outcome: 'away', odds: away },
      ],
    })
    const bounds = refundBounds({ type, period: 'full', lineQuarters }, [
      handicap(-2, 1.8, 2.1),
      handicap(-6, 3, 1.4),
    ])
    expect(bounds.min).toBeCloseTo(min, 9)
    expect(bounds.max).toBeCloseTo(max, 9)
  })

  const threeWay = (type: string, period: 'full' | 'half1') => ({
    market: { type, period },
    outcomes: [
      { outcome: 'home', odds: 2 },
      { outcome: 'draw', odds: 3.2 },
      { outcome: 'away', odds: 4 },
    ],
  })

  test.each([
    ['football.draw_no_bet', 'full', { min: 1 - 1 / 2 - 1 / 4, max: 1 / 3.2 }],
    ['football.draw_no_bet', 'half1', { min: 0, max: 1 }], // nothing says how often
    ['basketball.winner', 'all', { min: 0, max: 1 / 3.2 }], // played on where it is level
  ] as const)('three-way prices bound how often %s of %s gives stakes back', (type, period, bounds) => {
    const beside = [threeWay('football.1x2', 'full'), threeWay('basketball.1x2', 'full')]
    expect(refundBounds({ type, period }, beside)).toEqual(bounds)
  })

  test('only three-way prices of the same sport bound a refund, and an unknown market has none', () => {
    const other = { ...threeWay('basketball.1x2', 'full'), outcomes: [{ outcome: 'draw', odds: 50 }] }
    const beside = [other, threeWay('football.1x2', 'full')]
    const bounds = refundBounds({ type: 'football.draw_no_bet', period: 'full' }, beside)
    expect(bounds).toEqual({ min: 1 - 1 / 2 - 1 / 4, max: 1 / 3.2 })
    const unknown = { type: 'chess.winner', period: 'full' } as const
    expect(refundBounds(unknown, beside)).toEqual({ min: 0, max: 1 })
    expect(refundBounds({ ...unknown, lineQuarters: 4 }, beside)).toEqual({ min: 0, max: 1 })
  })

  test('lines of the other side, another period or market bound nothing', () => {
    const outcomes = [
      { outcome: 'over', odds: 2 },
      { outcome: 'under', odds: 1.9 },
    ]
    const ref = { type: 'football.team_total', period: 'full', lineQuarters: 4, side: 'home' } as const
    const beside = [
      { market: { ...ref, lineQuarters: 2, side: 'away' } as const, outcomes },
      { market: { ...ref, lineQuarters: 2, period: 'half1' } as const, outcomes },
      { market: { ...ref, lineQuarters: 2, type: 'football.total' }, outcomes },
    ]
    expect(refundBounds(ref, beside)).toEqual({ min: 0, max: 1 })
    expect(refundBounds(ref, [...beside, { market: { ...ref, lineQuarters: 2 }, outcomes }])).toEqual({
      min: 0,
      max: 0.5,
    })
  })

  test('a book below one is read as is, and a rounding remainder is no outcome', () => {
    expect(chancesFromOdds([2.5, 2.5], { shape: 'power' })).toEqual([0.4, 0.4])
    expect(chancesFromOdds([2, 2], { shape: 'power', fullBook: 1.004 })).toEqual([0.5, 0.5])
    // As much missing as a certainty: an outcome next to one, not none.
    const [first = 1] = chancesFromOdds([2, 4], { shape: 'power', fullBook: 2 })
    expect(first).toBeLessThan(0.4)
  })

  test('resolutions in parts of one', () => {
    expect([WON, HALF_WON, VOID, LOST].map(sharesOf)).toEqual([
      { won: 1, refunded: 0 },
      { won: 0.5, refunded: 0.5 },
      { won: 0, refunded: 1 },
      { won: 0, refunded: 0 },
    ])
    expect(leastShares({ price: 2, chance: 0.5, possible: [] })).toEqual({ won: 0, refunded: 0 })
  })

  test("an offer is at most the bet's best possible return", () => {
    const open = { ...leg(2060, 0.9), refundChance: 0.1, best: HALF_WON }
    const bet = { unitStakeCents: cents(10_000), folds: [1], legs: [open] }
    expect(cashOutOffer(bet, 0)).toMatchObject({ value: { offerCents: 15_300 } })
  })
})
