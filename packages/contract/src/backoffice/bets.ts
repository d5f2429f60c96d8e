import * as z from 'zod/mini'
import { freeBetKinds } from '../promotions.ts'
import { sport } from '../sportsbook.ts'
import { instant, nextCursor, requestId } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

const markKind = z.enum(['late', 'big', 'correlated', 'value', 'opposed'])

/** Bounds of a settlement: the outcomes of a large field, and the parts of a stake. */
const MAX_OUTCOMES = 200
const MAX_PARTS = 10_000
const part = z.int().check(z.minimum(0), z.maximum(MAX_PARTS))
/** Of a stake's parts some are won, some refunded, the rest lost: a dead heat of two for a place is 1 won of 2. */
const parts = { won: part, refunded: part, of: z.int().check(z.minimum(1), z.maximum(MAX_PARTS)) }
const marketResult = { code: z.string().check(z.minLength(1), z.maxLength(40)), ...parts }

/** The result of every outcome of a market. */
const marketResults = z
  .array(z.strictObject(marketResult).check(z.refine(({ won, refunded, of }) => won + refunded <= of)))
  .check(z.minLength(1), z.maxLength(MAX_OUTCOMES))

/** A market that operators may settle, with proposal and statements. */
const decidableMarket = z.object({
  marketId: z.int(),
  fixtureId: z.int(),
  feed: z.string(),
  feedKey: z.string(),
  sport,
  competition: z.string(),
  title: z.nullable(z.string()),
  startsAt: instant,
  type: z.string(),
  period: z.string(),
  lineQuarters: z.nullable(z.int()),
  side: z.nullable(z.enum(['home', 'away'])),
  status: z.enum(['open', 'suspended', 'closed', 'settled']),
  /** Operators stated its result. */
  isByOperators: z.boolean(),
  /**
   * `dead_heat`: more are placed than places are paid, and it is unknown who shares the last. `incomplete`: the feed
   * omitted some outcomes. `feeds_differ`: another feed reports another result, or does not void the same bets. Null:
   * not waiting; its result may be corrected.
   */
  why: z.nullable(z.enum(['dead_heat', 'incomplete', 'feeds_differ'])),
  proposedAt: z.nullable(instant),
  /** Every bet on it waits; otherwise only those in the windows. */
  holdsAll: z.boolean(),
  /** When the bets were placed that only this feed voids; null for an open bound. */
  windows: z.array(z.object({ feed: z.string(), from: z.nullable(instant), until: z.nullable(instant) })),
  outcomes: z.array(
    z.object({
      code: z.string(),
      name: z.nullable(z.string()),
      /** The result of a market that is not waiting. */
      proposed: z.nullable(z.object(parts)),
      /** The other feed's result, if feeds differ and it has the market. */
      otherwise: z.nullable(z.object(parts)),
      bets: z.int(),
    }),
  ),
  words: z.array(
    z.object({
      operatorId: z.int(),
      results: z.nullable(z.array(z.object(marketResult))),
      reason: z.string(),
      saidAt: instant,
    }),
  ),
})

/** Flagged bets, and bounds on a player's stakes. */
export const operatorBetCalls = defineOperatorCalls({
  'GET /api/backoffice/bets/marks': {
    summary:
      'Accepted bets flagged for review, newest flag first, with how often the player was flagged; by kind and state',
    permission: 'bets.review',
    query: z.strictObject({
      cursor: idCursor,
      kind: z.optional(markKind),
      status: z.optional(z.enum(['open', 'seen', 'closed'])),
    }),
    data: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          betId: z.int(),
          playerId: z.int(),
          kind: markKind,
          status: z.enum(['open', 'seen', 'closed']),
          /** How far the price fell, or exceeded its fair value, in hundredths of a percent. */
          movedBps: z.nullable(z.int()),
          evidence: z.object({
            lossCents: z.optional(z.int()),
            outcomeIds: z.optional(z.array(z.int())),
            bets: z.optional(z.int()),
            playerIds: z.optional(z.array(z.int())),
            /** What these accounts share. */
            relations: z.optional(z.array(z.string())),
            priceMilli: z.optional(z.int()),
            /** The fair price, and the feed it comes from. */
            fairMilli: z.optional(z.int()),
            feed: z.optional(z.string()),
          }),
          reviewedBy: z.nullable(z.int()),
          reason: z.nullable(z.string()),
          stakeCents: z.int(),
          potentialReturnCents: z.int(),
          placedAt: instant,
          markedAt: instant,
          marksOfPlayer: z.int(),
          averageMovedBps: z.nullable(z.int()),
        }),
      ),
      nextCursor,
    }),
  },
  'GET /api/backoffice/bets/worst': {
    summary:
      'The matches that may cost the house most, each with the score that would, and how much more it may cost; the dearest first',
    permission: 'bets.review',
    data: z.object({
      /** All matches together in their worst scenarios, and the bound. */
      book: z.object({ costCents: z.int(), maxCents: z.int() }),
      matches: z.array(
        z.object({
          fixtureId: z.int(),
          competitionId: z.int(),
          sport,
          competition: z.string(),
          title: z.nullable(z.string()),
          home: z.string(),
          away: z.string(),
          startsAt: instant,
          matchStatus: z.int(),
          /** Negative if the house wins in every ending. */
          costCents: z.int(),
          /** The ending; null if no score determines it. */
          score: z.nullable(z.object({ home: z.int(), away: z.int() })),
          /** The most restrictive bound of match, competition, sport and book. */
          leftCents: z.int(),
        }),
      ),
    }),
  },
  'POST /api/backoffice/bets/marks/:id/review': {
    summary: 'Sets a review flag to seen or closed, with the reason; audited',
    permission: 'bets.review',
    params: z.strictObject({ id: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({
      status: z.enum(['seen', 'closed']),
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.null(),
  },
  'POST /api/backoffice/markets/:marketId/keepPrices': {
    summary:
      'Keeps the prices of a market where they are, whatever is bet on it, or lets them follow again; audited',
    permission: 'prices.keep',
    params: z.strictObject({ marketId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({
      isKept: z.boolean(),
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.null(),
  },
  'GET /api/backoffice/markets/waiting': {
    summary:
      'Markets whose feed does not say who is paid what, with the proposal and the operators’ decisions; nothing is paid meanwhile',
    permission: 'markets.settle',
    query: z.strictObject({ cursor: idCursor }),
    data: z.object({
      items: z.array(decidableMarket),
      nextCursor,
    }),
  },
  'GET /api/backoffice/fixtures/:fixtureId/markets': {
    summary:
      'The closed markets of a fixture, each with its result, or with what it waits for, the proposal and the operators’ decisions',
    permission: 'markets.settle',
    params: z.strictObject({ fixtureId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    data: z.array(decidableMarket),
  },
  'POST /api/backoffice/markets/:marketId/preview': {
    summary:
      'What settling a market by these results would pay, and take back, bet by bet, by the rules that settle it; changes nothing. Bet builders that need the market are not counted',
    permission: 'markets.settle',
    params: z.strictObject({ marketId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({ results: marketResults }),
    data: z.object({
      /** Unsold bets with a leg on the market. */
      bets: z.int(),
      /** Those that would be settled, or settled differently. */
      changed: z.int(),
      corrected: z.int(),
      /** Of the changed ones. */
      stakeCents: z.int(),
      returnCents: z.int(),
      /** Their returns so far. */
      returnedCents: z.int(),
      /** Additional returns of those that would return more, and reductions of the others. */
      paidCents: z.int(),
      takenBackCents: z.int(),
      /** The changed ones, at most a hundred, largest change first; null while a bet is open. */
      items: z.array(
        z.object({
          betId: z.int(),
          stakeCents: z.int(),
          returnedCents: z.nullable(z.int()),
          returnCents: z.nullable(z.int()),
        }),
      ),
      /** Bets placed in a late window: this result does not pay them, its decision does. */
      late: z.int(),
      lateStakeCents: z.int(),
      /** There are more bets than were read. */
      isMore: z.boolean(),
    }),
  },
  'POST /api/backoffice/markets/:marketId/settle': {
    summary:
      'Says what became of a market that takes no bets: of every outcome the parts of a stake that are won and refunded, or nothing to open it again; a second, independent operator has to say the same; audited',
    permission: 'markets.settle',
    needsTwo: true,
    params: z.strictObject({ marketId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({
      requestId,
      results: z.nullable(marketResults),
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.object({
      /**
       * `waits`: for an independent operator; `needs_another`: already stated; `not_possible`: in the current state.
       */
      state: z.enum(['settled', 'waits', 'needs_another', 'not_possible']),
    }),
  },
  'POST /api/backoffice/players/:playerId/stakeFactor': {
    summary:
      'Bounds what a player may stake on a bet to a part of what others may; audited with before and after',
    permission: 'players.bound',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({
      /** In ten-thousandths: 10000 is everything. */
      factorBps: z.int().check(z.minimum(0), z.maximum(10_000)),
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.null(),
  },
  'POST /api/backoffice/players/:playerId/freeBets': {
    summary:
      'Gives a player a stake of the house for one bet, of which the profit is bonus; once by its request id; audited',
    permission: 'freeBets.grant',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({
      requestId,
      stakeCents: z.int().check(z.minimum(100), z.maximum(1_000_000)),
      /** The minimum odds of a bet that uses it, in thousandths. */
      minPriceMilli: z.int().check(z.minimum(1010), z.maximum(100_000)),
      kinds: freeBetKinds,
      endsAt: instant,
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.object({ freeBetId: z.string() }),
  },
  'GET /api/backoffice/players/:playerId/freeBets': {
    summary: 'The free bets granted to a player, newest first, each with its outcome',
    permission: 'freeBets.grant',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    data: z.array(
      z.object({
        freeBetId: z.string(),
        stakeCents: z.int(),
        minPriceMilli: z.int(),
        kinds: freeBetKinds,
        endsAt: instant,
        createdAt: instant,
        /** The bet that used it. */
        betId: z.nullable(z.int()),
        status: z.enum(['open', 'used', 'revoked', 'over']),
      }),
    ),
  },
  'POST /api/backoffice/players/:playerId/freeBets/:freeBetId/revoke': {
    summary: 'Takes a free bet back that no bet uses; one that is used or over stays as it is; audited',
    permission: 'freeBets.grant',
    params: z.strictObject({
      playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
      freeBetId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    }),
    body: z.strictObject({ reason: z.string().check(z.minLength(10), z.maxLength(500)) }),
    data: z.object({ isRevoked: z.boolean() }),
  },
  'GET /api/backoffice/boosts': {
    summary: 'The newest boosted prices, with their matches and what was staked at them',
    permission: 'boosts.give',
    data: z.array(
      z.object({
        boostId: z.string(),
        outcomeId: z.string(),
        /** The match, its market and the outcome. */
        sport,
        title: z.string(),
        startsAt: instant,
        type: z.string(),
        period: z.string(),
        lineQuarters: z.nullable(z.int()),
        side: z.nullable(z.enum(['home', 'away'])),
        code: z.string(),
        /** Of a runner or an entrant. */
        name: z.nullable(z.string()),
        /** Now, without the boost. */
        priceMilli: z.int(),
        bps: z.int(),
        maxStakeCents: z.int(),
        endsAt: instant,
        endedAt: z.nullable(instant),
        createdAt: instant,
        bets: z.int(),
        stakeCents: z.int(),
      }),
    ),
  },
  'POST /api/backoffice/boosts': {
    summary:
      'Boosts the price of an outcome until a moment before its match, up to a stake of each player; once by its request id; audited',
    permission: 'boosts.give',
    body: z.strictObject({
      requestId,
      outcomeId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
      /** The share of its winnings, in hundredths of a percent. */
      bps: z.int().check(z.minimum(1), z.maximum(10_000)),
      maxStakeCents: z.int().check(z.minimum(100), z.maximum(10_000_000)),
      endsAt: instant,
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.object({ boostId: z.string() }),
  },
  'POST /api/backoffice/boosts/:boostId/end': {
    summary: 'Ends a boosted price before its time; bets that were placed keep it; audited',
    permission: 'boosts.give',
    params: z.strictObject({ boostId: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
    body: z.strictObject({ reason: z.string().check(z.minLength(10), z.maxLength(500)) }),
    data: z.object({ isEnded: z.boolean() }),
  },
})
