import * as z from 'zod/mini'
import { instant } from '../call.ts'
import { marketStatus, outcomeStatus, sport } from '../sportsbook.ts'
import { defineOperatorCalls } from './call.ts'

const id = z.string().check(z.regex(/^[1-9]\d{0,14}$/))
/** More than a league's round has matches, or a match has markets. */
const MAX_SUSPENDED = 500
const ids = z.array(id).check(z.maxLength(MAX_SUSPENDED))

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
      outcomes: z.array(
        z.object({
          outcomeId: z.string(),
          code: z.string(),
          name: z.nullable(z.string()),
          priceMilli: z.int(),
          status: outcomeStatus,
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
  'POST /api/backoffice/trading/suspend': {
    summary:
      'Has fixtures and markets take no bets, or take them again as their feed has them; nothing a feed says undoes it; audited, a row for each',
    permission: 'markets.suspend',
    body: z.strictObject({
      fixtureIds: ids,
      marketIds: ids,
      isSuspended: z.boolean(),
      reason: z.string().check(z.minLength(3), z.maxLength(500), z.regex(/\S/)),
    }),
    data: z.object({
      /** How many changed. */
      changed: z.int(),
    }),
  },
})
