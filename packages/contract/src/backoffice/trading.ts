import * as z from 'zod/mini'
import { instant, requestId } from '../call.ts'
import { marketStatus, outcomeStatus, sport } from '../sportsbook.ts'
import { defineOperatorCalls } from './call.ts'

const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/))
/** More than a league's round has matches, or a match has markets. */
const MAX_SUSPENDED = 500
const ids = z.array(id).check(z.maxLength(MAX_SUSPENDED))

const priceMilli = z.int().check(z.minimum(1001), z.maximum(10_000_000))

/** Who set a price by hand, and until when it holds at most. */
const byHand = z.nullable(z.object({ operatorId: z.int(), until: instant }))

/** A share of every limit on stakes of a match, in ten-thousandths: from one percent to the whole limit of the settings. */
const limitBps = z.int().check(z.minimum(100), z.maximum(10_000))

/** The limits of a match for stakes before kick-off, and in play. */
const limits = { beforeStartBps: limitBps, inPlayBps: limitBps }

const reason = z.string().check(z.minLength(3), z.maxLength(500), z.regex(/\S/))

const fixture = z.object({
  fixtureId: z.string(),
  sport,
  competition: z.string(),
  title: z.string(),
  startsAt: instant,
  matchStatus: z.int(),
  minute: z.nullable(z.int()),
  homeScore: z.nullable(z.int()),
  awayScore: z.nullable(z.int()),
  feed: z.string(),
  /** By an operator, with all its markets. */
  isSuspended: z.boolean(),
  /** By operators, individually. */
  suspendedMarkets: z.int(),
  /** Set by an operator; null if it has those of the settings. A change names the version that it saw. */
  limits: z.nullable(
    z.object({ ...limits, version: z.int(), operatorId: z.int(), since: instant, reason: z.string() }),
  ),
  markets: z.array(
    z.object({
      marketId: z.string(),
      type: z.string(),
      period: z.string(),
      lineQuarters: z.nullable(z.int()),
      side: z.nullable(z.enum(['home', 'away'])),
      /** As players see it, suspended by the feed or by operators. */
      status: marketStatus,
      isSuspended: z.boolean(),
      /** An operator keeps its prices: stakes do not move them. */
      isKept: z.boolean(),
      outcomes: z.array(
        z.object({
          outcomeId: z.string(),
          code: z.string(),
          name: z.nullable(z.string()),
          priceMilli: z.int(),
          status: outcomeStatus,
          byHand,
        }),
      ),
    }),
  ),
})

/** Matches and prices for traders, and their suspensions. */
export const operatorTradingCalls = defineOperatorCalls({
  'GET /api/backoffice/trading/sports': {
    summary: 'The sports with how many fixtures are played and to come',
    permission: 'markets.suspend',
    data: z.array(z.object({ sport, live: z.int(), coming: z.int() })),
  },
  'GET /api/backoffice/trading/fixtures': {
    summary:
      'The fixtures of a sport that are played or begin within three days, with their main markets; those that are played first',
    permission: 'markets.suspend',
    query: z.strictObject({ sport }),
    data: z.array(fixture),
  },
  'GET /api/backoffice/trading/fixtures/:fixtureId': {
    summary: 'One fixture with all its markets',
    permission: 'markets.suspend',
    params: z.strictObject({ fixtureId: id }),
    data: fixture,
  },
  'GET /api/backoffice/boosts/fixtures': {
    summary:
      'The fixtures of a sport that begin within three days, with their main markets: what a boost may be given for',
    permission: 'boosts.give',
    query: z.strictObject({ sport }),
    data: z.array(fixture),
  },
  'GET /api/backoffice/boosts/fixtures/:fixtureId': {
    summary: 'One fixture that has not begun, with all its markets, to choose a price to boost',
    permission: 'boosts.give',
    params: z.strictObject({ fixtureId: id }),
    data: fixture,
  },
  'POST /api/backoffice/trading/suspend': {
    summary:
      'Has fixtures and markets take no bets, or take them again as their feed has them; nothing a feed says undoes it; audited, a row for each',
    permission: 'markets.suspend',
    body: z.strictObject({
      fixtureIds: ids,
      marketIds: ids,
      isSuspended: z.boolean(),
      reason,
    }),
    data: z.object({
      /** How many changed. */
      changed: z.int(),
    }),
  },
  'POST /api/backoffice/trading/fixtures/:fixtureId/limits': {
    summary:
      'Sets what share of its limits on stakes, losses and payouts a fixture has, or returns it to those of the settings (null); it counts from the next stake on; audited',
    permission: 'prices.keep',
    params: z.strictObject({ fixtureId: id }),
    body: z.strictObject({
      requestId,
      /** That of the limits the operator saw, 0 for those of the settings; another one is refused. */
      version: z.int().check(z.minimum(0)),
      limits: z.nullable(z.strictObject(limits)),
      reason,
    }),
    data: z.null(),
  },
  'GET /api/backoffice/trading/outcomes/:outcomeId': {
    summary: 'The price of an outcome, its automatic price, and between which prices it may be set by hand',
    permission: 'prices.keep',
    params: z.strictObject({ outcomeId: id }),
    data: z.object({
      outcomeId: z.string(),
      priceMilli: z.int(),
      /** Of its feed or model, without moves by stakes. */
      automaticMilli: z.int(),
      /** Counts its prices: an edit names the version that it saw. */
      version: z.int(),
      isOpen: z.boolean(),
      /** Null if it cannot be priced by hand now. */
      bounds: z.nullable(z.object({ minMilli: z.int(), maxMilli: z.int() })),
      byHand,
    }),
  },
  'POST /api/backoffice/trading/outcomes/:outcomeId/price': {
    summary:
      'Sets the price of an outcome by hand, or returns it to the automatic price (null). It holds against new prices until its time is over, an event or a stop of the match, or an automatic price too far from it; audited',
    permission: 'prices.keep',
    params: z.strictObject({ outcomeId: id }),
    body: z.strictObject({
      requestId,
      /** That of the price the operator saw; another one is refused. */
      version: z.int().check(z.minimum(1)),
      priceMilli: z.nullable(priceMilli),
      reason,
    }),
    data: z.null(),
  },
})
