import * as z from 'zod/mini'
import { defineCalls, payDiscount } from './call.ts'
import { marketName, marketStatus, outcomeStatus, standing } from './sportsbook.ts'
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

/** Where the socket lives, and its one transport. */
export const socketPath = '/gamecenter-siop'

/**
 * What the server sends to one player. Each carries `seq`, which counts that player's messages, so that a
 * client that lost the connection asks for what came `after` the last it got.
 */
export const playerEvents = {
  /**
   * Sent once a connection stands: the number of the last message, so that a gap after it is known, and the balance as
   * it is now. A newer `balanceVersion` than the page holds says that money moved after the page was read.
   */
  ready: z.object({ seq: z.int(), ...balances.shape }),
  /**
   * Sent in answer to `resume`, after each page of what was missed: everything up to `seq` has been sent. `whole`
   * at the last page. A connection that is cut on the way is resumed from the last such `seq`.
   */
  resumed: z.object({ seq: z.int(), whole: z.boolean() }),
  /**
   * This connection is closed next, and should not be opened again by itself: the player has opened too many others.
   */
  closing: z.object({ seq: z.int(), why: z.enum(['too_many_connections']) }),
  /**
   * Fields of the user info that changed, the others are left out; the balance counts only with a newer
   * `balanceVersion`.
   */
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
  /** The bonus part after a stake that drew on it and left next to nothing; under 0.51 the deposit opens. */
  freeBalance: z.object({ seq: z.int(), freeBalance: z.number(), balanceVersion: z.int() }),
  /** After a settled stake: the game bonus accrued so far, and the stakes it came from, in reais. */
  userBetAmount: z.object({ seq: z.int(), bouns: z.number(), amount: z.number() }),
  /** A top-up was credited. `czflag` 0 means it is the first. */
  paySuccess: z.object({ seq: z.int(), orderId: z.string(), amount: z.number(), czflag: z.int() }),
  notice: z.object({ seq: z.int(), text: z.string() }),
  /** A bet of the player was settled; `result` is a code of the specification. */
  betSettled: z.object({
    seq: z.int(),
    betId: z.string(),
    result: z.int(),
    returnCents: z.int(),
    /** It ended by a cash-out, or a part of it did: nothing was won or lost on the field. */
    isCashedOut: z.optional(z.boolean()),
  }),
  /** A message stands in the message centre; `seq` 0: it is not stored here, the centre has it. */
  message: z.object({ seq: z.int(), kind: z.enum(messageKinds) }),
  /** Something happened in the chat with the house; `seq` 0: the chat has it. */
  support: z.object({
    seq: z.int(),
    what: z.enum(['said', 'read', 'typing', 'closed']),
    by: z.enum(['player', 'operator']),
  }),
  /** A withdrawal reached a state worth showing. */
  withdrawChanged: z.object({ seq: z.int(), orderId: z.string(), status: z.string() }),
}

/** A changed market. `about` is there when the client may not know it yet; its codes are those of the outcomes. */
const marketChange = z.object({
  marketId: z.string(),
  status: marketStatus,
  /** Id, price in thousandths, status and, once settled, the result code of the specification. */
  outcomes: z.array(z.tuple([z.string(), z.int(), outcomeStatus, z.optional(z.int())])),
  about: z.optional(z.object({ ...marketName, codes: z.array(z.string()) })),
})

/** What the server sends to whoever watches: nothing in it belongs to one player. */
export const publicEvents = {
  /**
   * What changed of a fixture. With scope `whole` it is what came after version `since`: who holds an older one has
   * missed something and asks for the fixture. With scope `main`, for lists, `markets` are all main markets with
   * `about`, so nothing can be missed. `isStopped` locks every market in one go but those in `markets`; locked ones are left out.
   */
  prices: z.object({
    fixtureId: z.string(),
    scope: z.enum(['main', 'whole']),
    since: z.int(),
    version: z.int(),
    isStopped: z.boolean(),
    ...standing,
    marketCount: z.int(),
    markets: z.array(marketChange),
  }),
  /** A room of a shared game, as it is now: its rounds, bets and draws. */
  gameRoom,
  /** Sent in answer to `watch`: the versions of the whole fixtures that are watched from now on. */
  watched: z.object({ versions: z.array(z.tuple([z.string(), z.int()])) }),
}

const watchedIds = z.array(z.string().check(z.regex(/^\d{1,18}$/))).check(z.maxLength(100))

/** What a client may send. */
export const clientEvents = {
  /** The player left the screen of a game. */
  offGame: z.strictObject({ gameCode: z.union([z.enum(gameCodes), studioGameCode]) }),
  resume: z.strictObject({ after: z.int().check(z.minimum(0)) }),
  /** This room of a shared game from now on, and no other; null for none. */
  watchRoom: z.strictObject({ room: z.nullable(z.enum(gameRooms)) }),
  /** These fixtures from now on, and no others: with their main markets, or with all. */
  watch: z.strictObject({ fixtureIds: watchedIds, wholeFixtureIds: watchedIds }),
}

export type PlayerEvents = { [E in keyof typeof playerEvents]: z.output<(typeof playerEvents)[E]> }
export type PublicEvents = { [E in keyof typeof publicEvents]: z.output<(typeof publicEvents)[E]> }
export type ClientEvents = { [E in keyof typeof clientEvents]: z.output<(typeof clientEvents)[E]> }
