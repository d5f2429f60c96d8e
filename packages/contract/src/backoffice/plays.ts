import * as z from 'zod/mini'
import { wireBet } from '../bets.ts'
import { instant, nextCursor } from '../call.ts'
import { gameCodes, gameRound } from '../game-rounds.ts'
import { sport } from '../sportsbook.ts'
import { defineOperatorCalls } from './call.ts'

/** An internal number, or the public id: thirteen letters and digits. */
const anyId = z.string().check(z.regex(/^([1-9]\d{0,11}|[0-9A-HJKMNP-TV-Z]{13})$/))
const number = z.string().check(z.regex(/^[1-9]\d{0,11}$/))
const centsInAddress = z.string().check(z.regex(/^\d{1,12}$/))

/** The search parameters of both lists. */
const search = {
  cursor: z.optional(z.string().check(z.regex(/^\d{1,16}\.\d{1,16}$/))),
  id: z.optional(anyId),
  playerId: z.optional(anyId),
  from: z.optional(instant),
  until: z.optional(instant),
  fromCents: z.optional(centsInAddress),
  untilCents: z.optional(centsInAddress),
}

const listedRound = z.object({
  id: z.int(),
  roundId: z.string(),
  playerId: z.int(),
  game: z.enum(gameCodes),
  status: z.enum(['open', 'won', 'lost', 'refunded']),
  stakeCents: z.int(),
  payoutCents: z.int(),
  multiplierE4: z.int(),
  at: instant,
  closedAt: z.nullable(instant),
})

/** The usual range of payouts. */
const band = z.object({ leastCents: z.int(), mostCents: z.int() })

/** All players' bets and small-game rounds, and the small games. */
export const operatorPlayCalls = defineOperatorCalls({
  'GET /api/backoffice/bets': {
    summary:
      'Bets of all players, the newest first: by id, player, match, sport, state, stake and time. A page that looked at its most is shorter, and the next one goes on; a look at the bets of one player is audited',
    permission: 'bets.read',
    query: z.strictObject({
      ...search,
      fixtureId: z.optional(number),
      sport: z.optional(sport),
      status: z.optional(z.enum(['open', 'settled', 'won', 'lost', 'cashed_out', 'refunded'])),
    }),
    data: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          betId: z.string(),
          playerId: z.int(),
          status: wireBet.shape.status,
          kind: wireBet.shape.kind,
          /** Its first leg, and the number of legs. */
          title: z.string(),
          sport,
          legs: z.int(),
          stakeCents: z.int(),
          potentialReturnCents: z.int(),
          returnCents: z.nullable(z.int()),
          placedAt: instant,
          settledAt: z.nullable(instant),
        }),
      ),
      nextCursor,
    }),
  },
  'GET /api/backoffice/bets/:betId': {
    summary: 'A bet as its player sees it, and whether the receipt that it was accepted by holds; audited',
    permission: 'bets.read',
    params: z.strictObject({ betId: anyId }),
    data: z.object({ id: z.int(), playerId: z.int(), bet: wireBet, isReceiptRight: z.boolean() }),
  },
  'GET /api/backoffice/rounds': {
    summary:
      'Rounds of small games of all players, the newest first: by id, player, game, draw, state, stake and time. A page that looked at its most is shorter, and the next one goes on; a look at the rounds of one player is audited',
    permission: 'rounds.read',
    query: z.strictObject({
      ...search,
      game: z.optional(z.enum(gameCodes)),
      sharedRoundId: z.optional(number),
      status: z.optional(z.enum(['open', 'won', 'lost', 'refunded'])),
    }),
    data: z.object({ items: z.array(listedRound), nextCursor }),
  },
  'GET /api/backoffice/games': {
    summary:
      'Every small game: its bounds, what is open, what it paid today, in seven days and since its first round beside its pay table, with the bands beyond which that is rare, and the chains its draws come from',
    permission: 'rounds.read',
    query: z.strictObject({}),
    data: z.object({
      /** Rounds ended since are not included. */
      countedUntil: z.nullable(instant),
      games: z.array(
        z.object({
          game: z.enum(gameCodes),
          isOpen: z.boolean(),
          minStakeCents: z.int(),
          maxStakeCents: z.int(),
          maxPayoutCents: z.int(),
          publishedBps: z.int(),
          leastBps: z.int(),
          mostBps: z.int(),
          openRounds: z.int(),
          oldestOpenAt: z.nullable(instant),
          returns: z.array(
            z.object({
              period: z.enum(['day', 'week', 'all']),
              rounds: z.int(),
              stakedCents: z.int(),
              paidCents: z.int(),
              expectedCents: z.int(),
              state: z.enum(['usual', 'watch', 'alarm']),
              watch: band,
              alarm: band,
            }),
          ),
          chains: z.array(
            z.object({
              room: z.string(),
              number: z.int(),
              length: z.int(),
              played: z.int(),
              commitment: z.string(),
            }),
          ),
        }),
      ),
    }),
  },
  'GET /api/backoffice/games/abnormalRounds': {
    summary:
      'Rounds to look at, the newest first: open ones that should be over, those given back, or those that paid R$ 10.000 or more',
    permission: 'rounds.read',
    query: z.strictObject({ kind: z.enum(['stuck', 'refunded', 'large']), cursor: search.cursor }),
    data: z.object({ items: z.array(listedRound), nextCursor }),
  },
  'GET /api/backoffice/rounds/:roundId': {
    summary:
      'A round as its player sees it, with what decides it: a secret seed only once it is revealed; audited',
    permission: 'rounds.read',
    params: z.strictObject({ roundId: anyId }),
    data: z.object({
      id: z.int(),
      playerId: z.int(),
      round: gameRound,
      /** Whether a replay from its seeds matches; null while open. */
      isProven: z.nullable(z.boolean()),
    }),
  },
})
