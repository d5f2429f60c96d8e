import * as z from 'zod/mini'
import {
  centsAbove0,
  day,
  defineCalls,
  instant,
  nextCursor,
  publicId,
  priceMilli,
  requestId,
} from './call.ts'
import { period, sport, fixtureState, wireId as id } from './sportsbook.ts'

/** More than the legal maximum of legs, so that a longer bet is refused by name. */
export const maxSlipLegs = 20

/** A bet for its owner. `result` is a code of the specification, 0 while open. */
export const wireBet = z.object({
  betId: publicId,
  /** Cashed out: sold back to the house. */
  status: z.enum(['open', 'settled', 'cashed_out']),
  result: z.int(),
  /** One leg; all legs together; combinations of them. */
  kind: z.enum(['single', 'parlay', 'system']),
  /** Combination sizes of the non-banker legs. */
  folds: z.array(z.int()),
  /** Two bets in one: the first half of its legs to win, the second half the same runners to be placed. */
  isEachWay: z.boolean(),
  /** Per combination; `stakeCents` is the total. */
  unitStakeCents: centsAbove0,
  stakeCents: centsAbove0,
  /** A free bet: the house paid the stake, and it returns only the profit. */
  isFree: z.boolean(),
  /** A boost of a parlay's winnings or of a single's price, and its amount. */
  boost: z.nullable(
    z.object({
      kind: z.enum(['winnings', 'price']),
      /** The share added to the winnings, in hundredths of a percent. */
      bps: z.int(),
      addsCents: z.int(),
      /** The price without the boost. */
      plainPriceMilli: z.nullable(priceMilli),
    }),
  ),
  /** The promised refund of a parlay that loses exactly one leg; and the refund paid. */
  insurance: z.nullable(z.object({ maxCents: z.int(), paidCents: z.int() })),
  /**
   * Its legs on the winner of a match that had not started when the bet was placed count as won once that side led by
   * this much.
   */
  earlyPayout: z.nullable(z.object({ lead: z.int() })),
  /** The sold stake and its price; the rest stays. A fully sold bet returns this. */
  sold: z.nullable(z.object({ stakeCents: z.int(), paidCents: z.int() })),
  returnCents: z.nullable(z.int()),
  potentialReturnCents: z.int(),
  placedAt: instant,
  settledAt: z.nullable(instant),
  legs: z.array(
    z.object({
      outcomeId: z.string(),
      /** A banker of the system. */
      isBanker: z.boolean(),
      fixtureId: z.string(),
      sport,
      title: z.nullable(z.string()),
      home: z.string(),
      away: z.string(),
      startsAt: instant,
      /** The start time is unknown, only the day. */
      isDayOnly: z.boolean(),
      marketType: z.string(),
      period,
      periodCode: z.nullable(z.int()),
      lineQuarters: z.nullable(z.int()),
      side: z.nullable(z.enum(['home', 'away'])),
      code: z.string(),
      name: z.nullable(z.string()),
      priceMilli,
      result: z.int(),
      /** Counted as won for a lead, before its match ended; final. */
      isPaidEarly: z.boolean(),
      /** A bet builder's selections with results; `outcomeId` is theirs joined by `-`. */
      selections: z.nullable(
        z.array(
          z.object({
            outcomeId: z.string(),
            marketType: z.string(),
            period,
            periodCode: z.nullable(z.int()),
            lineQuarters: z.nullable(z.int()),
            side: z.nullable(z.enum(['home', 'away'])),
            code: z.string(),
            name: z.nullable(z.string()),
            result: z.int(),
          }),
        ),
      ),
      ...fixtureState,
      /** The match is invented. */
      simulated: z.boolean(),
    }),
  ),
})

/** An outcome, or a bet builder: two to eight of one match, joined by `-`. */
export const outcomeIds = z.string().check(z.regex(/^\d{1,19}(-\d{1,19}){0,7}$/))

/** A bet request. */
const ticket = {
  requestId,
  /** Per combination. */
  unitStakeCents: centsAbove0,
  /** Combination sizes of the non-banker legs; without it all legs in one. */
  folds: z.optional(
    z
      .array(z.int().check(z.minimum(0), z.maximum(maxSlipLegs)))
      .check(z.minLength(1), z.maxLength(maxSlipLegs)),
  ),
  /**
   * Two bets in one, each for the unit stake: the first half of the legs to win, the second half the same runners, in
   * order, in their each-way market. The folds are those of a half.
   */
  isEachWay: z.optional(z.boolean()),
  legs: z
    .array(
      z.strictObject({
        outcomeId: outcomeIds,
        priceMilli,
        isBanker: z.optional(z.boolean()),
        /** The player's minimum price, whatever the policy. */
        minPriceMilli: z.optional(priceMilli),
      }),
    )
    .check(z.minLength(1), z.maxLength(2 * maxSlipLegs)),
  /** The price policy: exact, better, slightly lower too, or any. */
  accept: z.enum(['exact', 'better', 'within', 'any']),
  /** The accepted decrease, in hundredths of a percent. */
  withinBps: z.optional(z.int().check(z.minimum(1), z.maximum(5000))),
  /** The free bet that pays its whole stake. */
  freeBetId: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
  /** The boosted price it uses: one leg, at that price. */
  priceBoostId: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
  /** The accepted offer, under its own request id, from a refusal. */
  offerId: z.optional(z.string().check(z.regex(/^[0-9a-z]{1,11}\.[\w-]{22}$/))),
}

/** The maximum bets per request. */
const maxTickets = 20

/** Odds in an address, in thousandths. */
const oddsInAddress = z.string().check(z.regex(/^[1-9]\d{3,9}$/))

/** Bets and their records. */
export const betCalls = defineCalls({
  'POST /api/app/sportsbook/betPlay': {
    summary: 'Places a bet of one leg or several at the prices shown, or refuses when one moved or closed',
    access: 'player',
    isForTestAccount: true,
    body: z.strictObject(ticket),
    isWithinLicence: true,
    begins: 'bets',
    decidesMaintenance: true,
    data: wireBet,
  },
  'POST /api/app/sportsbook/betSlip': {
    summary: 'Places several bets, each by itself: one that is refused stops no other',
    access: 'player',
    countsEach: 'tickets',
    isForTestAccount: true,
    body: z.strictObject({
      tickets: z.array(z.strictObject(ticket)).check(z.minLength(1), z.maxLength(maxTickets)),
    }),
    isWithinLicence: true,
    begins: 'bets',
    decidesMaintenance: true,
    data: z.object({
      /** In request order: the bet, or its refusal. */
      answers: z.array(
        z.object({
          requestId: z.string(),
          bet: z.nullable(wireBet),
          refusal: z.nullable(
            z.object({ status: z.int(), message: z.string(), data: z.record(z.string(), z.unknown()) }),
          ),
        }),
      ),
    }),
  },
  'POST /api/app/sportsbook/referBet': {
    summary:
      'Places a bet, or asks a trader to accept it if only its stake is above the maximum; what became of it says betRequest',
    access: 'player',
    isForTestAccount: true,
    body: z.strictObject({
      requestId: ticket.requestId,
      unitStakeCents: ticket.unitStakeCents,
      folds: ticket.folds,
      isEachWay: ticket.isEachWay,
      legs: ticket.legs,
      accept: ticket.accept,
      withinBps: ticket.withinBps,
    }),
    isWithinLicence: true,
    begins: 'bets',
    decidesMaintenance: true,
    data: z.object({
      /** The bet, if it was placed at once. */
      bet: z.nullable(wireBet),
      /** Until when a trader may accept it. */
      until: z.nullable(instant),
    }),
  },
  'POST /api/app/sportsbook/maxStake': {
    summary: 'The most that may be staked on a bet now, all its combinations together',
    access: 'player',
    isForTestAccount: true,
    body: z.strictObject({
      folds: ticket.folds,
      isEachWay: ticket.isEachWay,
      legs: ticket.legs,
      priceBoostId: ticket.priceBoostId,
    }),
    data: z.object({ maxStakeCents: z.int() }),
  },
  'POST /api/app/sportsbook/builderPrice': {
    summary: 'The price of several outcomes of one match together, or which of them cannot be combined',
    access: 'visitor',
    body: z.strictObject({ outcomeIds: z.array(id).check(z.minLength(2), z.maxLength(8)) }),
    data: z.object({
      /** The bet's name for the request. */
      outcomeId: z.string(),
      priceMilli,
    }),
  },
  'GET /api/app/sportsbook/betRequest/:requestId': {
    summary: 'What became of a request for a bet: in play it waits before it is decided',
    access: 'player',
    params: z.strictObject({ requestId }),
    data: z.object({
      status: z.enum(['waiting', 'placed', 'refused', 'cancelled', 'unknown']),
      /** When a pending bet is decided. */
      dueAt: z.nullable(instant),
      /** Until when a pending bet can be cancelled: the first part of its delay. */
      cancelUntil: z.nullable(instant),
      /** It waits for a trader, who may accept it until it is due. */
      isReferred: z.boolean(),
      bet: z.nullable(wireBet),
      /** Why there is no bet, as code and sentence: refused or cancelled. */
      code: z.nullable(z.string()),
      message: z.nullable(z.string()),
      /** The refusal's details: selection, bound, offer. */
      detail: z.nullable(z.record(z.string(), z.unknown())),
    }),
  },
  'POST /api/app/sportsbook/cancelBet': {
    summary: 'Calls off a bet in play in the first part of its delay, or one that no trader has decided',
    access: 'player',
    isForTestAccount: true,
    body: z.strictObject({ requestId }),
    data: z.object({ cancelled: z.literal(true) }),
  },
  'GET /api/app/sportsbook/bets/:betId/receipt': {
    summary: 'All that a bet was accepted by, signed by the house',
    access: 'player',
    params: z.strictObject({ betId: publicId }),
    data: z.object({ receipt: z.string(), signature: z.string() }),
  },
  'GET /api/app/sportsbook/cashOuts': {
    summary:
      'The current cash-out offers for these open bets of the player, none for a bet that cannot be cashed out now; and their triggers',
    access: 'player',
    query: z.strictObject({
      /** Up to twenty, comma-separated. */
      betIds: z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{13}(,[0-9A-HJKMNP-TV-Z]{13}){0,19}$/)),
    }),
    data: z.object({
      offers: z.array(
        z.object({
          betId: publicId,
          quoteId: z.string(),
          /** For the whole bet; its value without the house's share. */
          offerCents: z.int(),
          fairCents: z.int(),
          /** The minimum for a part; a whole bet has none. */
          minPartCents: z.int(),
          expiresAt: instant,
        }),
      ),
      /**
       * The value at which a bet is sold automatically or its player notified; also for bets that cannot be sold now.
       */
      levels: z.array(
        z.object({ betId: publicId, kind: z.enum(['sell', 'notify']), levelCents: centsAbove0 }),
      ),
    }),
  },
  'POST /api/app/sportsbook/cashOutRule': {
    summary:
      'Cashes out an open bet automatically at this value, or notifies its player; without a value the trigger is removed',
    access: 'player',
    isForTestAccount: true,
    body: z.strictObject({
      betId: publicId,
      kind: z.enum(['sell', 'notify']),
      levelCents: z.optional(centsAbove0),
    }),
    begins: 'bets',
    decidesMaintenance: true,
    data: z.object({ set: z.boolean() }),
  },
  'POST /api/app/sportsbook/cashOut': {
    summary: 'Sells an open bet or a part of it back at what it is worth now',
    access: 'player',
    body: z.strictObject({
      requestId,
      quoteId: z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{13}(-[0-9a-z]{1,11}){2}\.[\w-]{22}$/)),
      /** The part of the unit stake; without it everything. */
      unitStakeCents: z.optional(centsAbove0),
      /** The minimum accepted, in hundredths of a percent of the offer; without it the full offer. */
      minShareBps: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
    }),
    begins: 'bets',
    decidesMaintenance: true,
    data: z.object({ paidCents: z.int(), bet: wireBet }),
  },
  'GET /api/app/sportsbook/bets': {
    summary: "The player's bets, newest first",
    access: 'player',
    query: z.strictObject({
      status: z.optional(z.enum(['open', 'settled', 'won', 'lost', 'cashed_out', 'refunded'])),
      /** Placed within this many days, or in a date range, by Brasília time. */
      days: z.optional(z.enum(['7', '30', '90'])),
      from: z.optional(day),
      until: z.optional(day),
      /** With a leg of this sport. */
      sport: z.optional(sport),
      /** The return per real if everything wins, in thousandths: minimum, and exclusive maximum. */
      fromOddsMilli: z.optional(oddsInAddress),
      belowOddsMilli: z.optional(oddsInAddress),
      cursor: z.optional(publicId),
    }),
    data: z.object({ bets: z.array(wireBet), next: nextCursor }),
  },
  'GET /api/app/sportsbook/bets/:betId': {
    summary: 'One bet of the player',
    access: 'player',
    params: z.strictObject({ betId: publicId }),
    data: wireBet,
  },
})
