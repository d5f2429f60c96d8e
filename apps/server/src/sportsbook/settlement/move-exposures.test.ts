import { LOST, multipleReturn, type Resolution, VOID, WON } from '@palpite/odds'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ticketOf as placedTicketOf } from '../betting/ticket-rules.ts'
import { exposuresOf } from './move-exposures.ts'
import { ticketOf } from './rules.ts'

const legOf = (priceMilli: number, resolution?: Resolution) => ({
  outcomeId: 1,
  marketId: 1,
  isBanker: false,
  priceMilli,
  exposedStakeCents: 0,
  exposedReturnCents: 0,
  won: resolution?.won ?? null,
  refunded: resolution?.refunded ?? null,
  parts: resolution?.of ?? null,
  withdrawnPrices: [],
  isHeldUp: false,
})

const betOf = (unitStakeCents: number, folds: number[], legs: ReturnType<typeof legOf>[]) => ({
  unitStakeCents,
  folds,
  isEachWay: false,
  boost: null,
  freeBetId: null,
  legs,
})

const price = fc.integer({ min: 1010, max: 9000 })
const resolution = fc.option(fc.constantFrom<Resolution>(WON, LOST, VOID, { won: 1, refunded: 1, of: 2 }), {
  nil: undefined,
})

/** Any bet on several legs, some of them decided. */
const anyBet = fc
  .array(fc.tuple(price, resolution), { minLength: 2, maxLength: 6 })
  .chain((legs) =>
    fc.record({
      unitStakeCents: fc.integer({ min: 1, max: 100_000 }),
      legs: fc.constant(legs.map(([milli, became]) => legOf(milli, became))),
      folds: fc.uniqueArray(fc.integer({ min: 1, max: legs.length }), { minLength: 1 }),
    }),
  )
  .map(({ unitStakeCents, folds, legs }) => betOf(unitStakeCents, folds, legs))

const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

test.each([
  { decided: [], each: 2000 },
  { decided: [WON], each: 4000 },
  { decided: [WON, WON], each: 8000 },
  { decided: [VOID, WON], each: 4000 },
  { decided: [{ won: 1, refunded: 0, of: 2 }], each: 2000 },
])('of a parlay of R$ 10 on three at 2.00 with $decided each open leg carries $each', ({ decided, each }) => {
  const legs = [0, 1, 2].map((at) => legOf(2000, decided[at]))
  const exposures = exposuresOf(betOf(1000, [3], legs))
  const open = 3 - decided.length
  expect(exposures.map(({ returnCents }) => returnCents)).toEqual([
    ...decided.map(() => 0),
    ...Array.from({ length: open }, () => each),
  ])
  expect(sum(exposures.map(({ stakeCents }) => stakeCents))).toBe(1000)
})

test('without a decided leg the exposure is that of the placement', () => {
  fc.assert(
    fc.property(anyBet, (bet) => {
      const open = { ...bet, legs: bet.legs.map(({ priceMilli }) => legOf(priceMilli)) }
      const placed = placedTicketOf(
        open,
        open.legs.map(({ priceMilli }) => priceMilli),
      )
      expect(exposuresOf(open)).toEqual(placed.exposures)
    }),
  )
})

test('a bet waiting for one leg puts its whole possible return and stake on that leg', () => {
  fc.assert(
    fc.property(anyBet, fc.nat(5), ({ legs, ...bet }, at) => {
      const place = at % legs.length
      const waiting = {
        ...bet,
        legs: legs.map((leg, each) =>
          each === place
            ? legOf(leg.priceMilli)
            : { ...leg, won: leg.won ?? 1, refunded: leg.refunded ?? 0, parts: leg.parts ?? 1 },
        ),
      }
      const won = ticketOf(waiting)
      const returnCents = multipleReturn({
        ...won,
        legs: won.legs.map((leg) => ({ ...leg, resolution: leg.resolution ?? WON })),
      })
      const placed = placedTicketOf(
        waiting,
        waiting.legs.map(({ priceMilli }) => priceMilli),
      )
      const exposures = exposuresOf(waiting)
      expect(exposures[place]).toEqual({
        stakeCents: placed.stakeCents,
        returnCents: Math.max(placed.stakeCents, returnCents ?? 0),
      })
      expect(sum(exposures.map((one) => one.returnCents))).toBe(exposures[place]?.returnCents)
    }),
  )
})

test('stakes on outcomes equal the stake of the bet, whatever is decided; those of a gift are zero', () => {
  fc.assert(
    fc.property(anyBet, ({ legs, ...bet }) => {
      const waiting = { ...bet, legs: [...legs, legOf(2000)] }
      const stakeCents = sum(exposuresOf(waiting).map((one) => one.stakeCents))
      const { stakeCents: placed } = placedTicketOf(
        waiting,
        waiting.legs.map(({ priceMilli }) => priceMilli),
      )
      expect(stakeCents).toBe(placed)
      const free = exposuresOf({ ...waiting, freeBetId: 'f' })
      expect(sum(free.map((one) => one.stakeCents))).toBe(0)
    }),
  )
})

test('a boost of the winnings moves to the remaining legs', () => {
  const boost = {
    kind: 'winnings' as const,
    minPriceMilli: 1500,
    maxCents: 100_000,
    steps: [{ legs: 3, bps: 1000 }],
  }
  const legs = [legOf(2000, WON), legOf(2000, WON), legOf(2000)]
  // Of R$ 10 at 8.00, R$ 70 are winnings, and a tenth of that is added.
  expect(exposuresOf({ ...betOf(1000, [3], legs), boost })[2]).toEqual({
    stakeCents: 1000,
    returnCents: 8700,
  })
})
