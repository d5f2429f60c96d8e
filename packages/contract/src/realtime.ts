import * as z from 'zod/mini'
import { defineCalls, payDiscount } from './call.ts'
import { marketName, marketStatus, outcomeStatus, fixtureState } from './sportsbook.ts'
import { closedNow } from './maintenance.ts'
import { messageKinds } from './messages.ts'
import { balances, gameCodes, gameRoom, gameRooms } from './game-rounds.ts'
import { studioGameCode } from './studio-games.ts'

export const realtimeCalls = defineCalls({
  'POST /api/app/realtime/ticket': {
    summary: 'A one-time ticket, good for 30 seconds, for the `token` query of the socket',
    access: 'player',
    isForTestAccount: true,
    data: z.object({ ticket: z.string() }),
  },
  'GET /api/app/realtime/notice': {
    summary:
      'The newest notice since `after`, for the page of a game, which has no connection; without `after` only from where to ask on',
    access: 'player',
    query: z.strictObject({ after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
    data: z.object({ seq: z.int(), text: z.nullable(z.string()) }),
  },
})

/** The socket's address, and its only transport. */
export const socketPath = '/gamecenter-siop'

/**
 * Events to one player. Each carries `seq`, which rises with each of that player's messages, so that a reconnecting
 * client requests everything `after` its last one.
 */
export const playerEvents = {
  /**
   * Sent when connected: the last message's number, to detect gaps, and the current balance. A `balanceVersion` newer
   * than the page's means that money moved after it was loaded.
   */
  ready: z.object({ seq: z.int(), ...balances.shape }),
  /**
   * The answer to `resume`, after each page of missed messages: everything up to `seq` was sent; `whole` on the last
   * page. An interrupted resume continues from the last such `seq`.
   */
  resumed: z.object({ seq: z.int(), whole: z.boolean() }),
  /** The connection closes next and must not reconnect by itself: the player has too many others. */
  closing: z.object({ seq: z.int(), why: z.enum(['too_many_connections']) }),
  /** Changed user fields, others omitted; the balance counts only with a newer `balanceVersion`. */
  updateUserInfo: z.object({
    seq: z.int(),
    balance: z.optional(z.number()),
    freeBalance: z.optional(z.number()),
    balanceVersion: z.optional(z.int()),
    kyc: z.optional(z.int()),
    payAmount: z.optional(z.number()),
    paySumAmount: z.optional(z.number()),
    payDiscount: z.optional(payDiscount),
  }),
  /** The balance after a stake; under 10 the game-deposit prompt opens. */
  insBalance: z.object({ seq: z.int(), balance: z.number(), balanceVersion: z.int() }),
  /** The bonus after a stake that nearly used it up; under 0.51 the deposit opens. */
  freeBalance: z.object({ seq: z.int(), freeBalance: z.number(), balanceVersion: z.int() }),
  /** After a settled stake: the game bonus accrued so far, and its stakes, in reais. */
  userBetAmount: z.object({ seq: z.int(), bouns: z.number(), amount: z.number() }),
  /** A top-up was credited. `czflag` 0 means the first. */
  paySuccess: z.object({ seq: z.int(), orderId: z.string(), amount: z.number(), czflag: z.int() }),
  notice: z.object({ seq: z.int(), text: z.string() }),
  /** A player's bet was settled; `result` is a code of the specification. */
  betSettled: z.object({
    seq: z.int(),
    betId: z.string(),
    result: z.int(),
    returnCents: z.int(),
    /** The part of the return that paid a debt; absent if none did. */
    repaidCents: z.optional(z.int()),
    /** It ended by a full or partial cash-out: no win or loss on the field. */
    isCashedOut: z.optional(z.boolean()),
  }),
  /** A new message in the message centre; `seq` 0: stored there, not here. */
  message: z.object({ seq: z.int(), kind: z.enum(messageKinds) }),
  /** A support chat event; `seq` 0: stored in the chat. */
  support: z.object({
    seq: z.int(),
    what: z.enum(['said', 'read', 'typing', 'closed']),
    by: z.enum(['player', 'operator']),
  }),
  /** A withdrawal changed to a displayable state. */
  withdrawChanged: z.object({ seq: z.int(), orderId: z.string(), status: z.string() }),
  /** Maintenance began, changed or ended: what is closed now. `seq` 0: not stored, the newest counts. */
  maintenance: z.object({ seq: z.int(), closed: closedNow }),
}

/** A changed market. `about` is present if the client may not know it; its codes are those of the outcomes. */
const marketChange = z.object({
  marketId: z.string(),
  status: marketStatus,
  /** Id, price in thousandths, status and, once settled, the result code of the specification. */
  outcomes: z.array(z.tuple([z.string(), z.int(), outcomeStatus, z.optional(z.int())])),
  about: z.optional(z.object({ ...marketName, codes: z.array(z.string()) })),
})

/** Events to watchers; they contain no player data. */
export const publicEvents = {
  /**
   * Changes of a fixture. Scope `whole` has everything after version `since`: a client with an older one missed
   * something and reloads. Scope `main`, for lists, has all main markets with `about`, so nothing can be missed.
   * `isStopped` locks every market except those in `markets`; locked ones are omitted.
   */
  prices: z.object({
    fixtureId: z.string(),
    scope: z.enum(['main', 'whole']),
    since: z.int(),
    version: z.int(),
    isStopped: z.boolean(),
    ...fixtureState,
    marketCount: z.int(),
    markets: z.array(marketChange),
  }),
  /** A shared game's room now: rounds, bets and draws. */
  gameRoom,
  /** The answer to `watch`: the versions of the watched fixtures. */
  watched: z.object({ versions: z.array(z.tuple([z.string(), z.int()])) }),
}

const watchedIds = z.array(z.string().check(z.regex(/^\d{1,18}$/))).check(z.maxLength(100))

/** Messages from a client. */
export const clientEvents = {
  /** The player left a game's screen. */
  offGame: z.strictObject({ gameCode: z.union([z.enum(gameCodes), studioGameCode]) }),
  resume: z.strictObject({ after: z.int().check(z.minimum(0)) }),
  /** Watch this room of a shared game instead of any other; null for none. */
  watchRoom: z.strictObject({ room: z.nullable(z.enum(gameRooms)) }),
  /** Watch these fixtures instead of others: main markets, or all. */
  watch: z.strictObject({ fixtureIds: watchedIds, wholeFixtureIds: watchedIds }),
}

export type PlayerEvents = { [E in keyof typeof playerEvents]: z.output<(typeof playerEvents)[E]> }
export type PublicEvents = { [E in keyof typeof publicEvents]: z.output<(typeof publicEvents)[E]> }
export type ClientEvents = { [E in keyof typeof clientEvents]: z.output<(typeof clientEvents)[E]> }
