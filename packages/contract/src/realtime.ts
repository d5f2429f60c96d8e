import * as z from 'zod/mini'
import { defineCalls } from './call.ts'
import { gameCodes } from './games.ts'
import { fixture } from './sportsbook.ts'

export const realtimeCalls = defineCalls({
  'POST /api/app/realtime/ticket': {
    summary: 'A one-time ticket, good for 30 seconds, for the `token` query of the socket',
    access: 'player',
    data: z.object({ ticket: z.string() }),
  },
})

/** Where the socket lives, and its one transport. */
export const socketPath = '/gamecenter-siop'

/**
 * What the server says to one player. Each carries `seq`, which counts that player's messages, so that a
 * client that lost the line asks for what came `after` the last it saw.
 */
export const playerEvents = {
  /** Said once a connection stands: the number of the last message, so that a gap after it is known. */
  ready: z.object({ seq: z.int() }),
  /**
   * Said in answer to `resume`, after each page of what was missed: everything up to `seq` has been told. `whole`
   * at the last page. A line that is cut on the way is resumed from the last such `seq`.
   */
  resumed: z.object({ seq: z.int(), whole: z.boolean() }),
  /**
   * This line is closed next, and should not be opened again by itself: the player has opened too many others.
   */
  closing: z.object({ seq: z.int(), why: z.enum(['too_many_lines']) }),
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
  }),
  /** The balance after a stake; under 10 the game-deposit prompt opens. */
  insBalance: z.object({ seq: z.int(), balance: z.number(), balanceVersion: z.int() }),
  /** A top-up was credited. `czflag` 0 means it is the first. */
  paySuccess: z.object({ seq: z.int(), orderId: z.string(), amount: z.number(), czflag: z.int() }),
  notice: z.object({ seq: z.int(), text: z.string() }),
  /** A bet of the player was settled; `result` is a code of the specification. */
  betSettled: z.object({ seq: z.int(), betId: z.string(), result: z.int(), returnCents: z.int() }),
  /** A withdrawal reached a state worth showing. */
  withdrawChanged: z.object({ seq: z.int(), orderId: z.string(), status: z.string() }),
}

/** What the server says to whoever watches: nothing in it belongs to one player. */
export const publicEvents = {
  /** A fixture or its prices changed; `markets` holds the main ones. */
  fixture: fixture,
}

/** What a client may say. */
export const clientEvents = {
  /** The player left the screen of a game. */
  offGame: z.strictObject({ gameCode: z.enum(gameCodes) }),
  resume: z.strictObject({ after: z.int().check(z.minimum(0)) }),
  watch: z.strictObject({
    fixtureIds: z.array(z.string().check(z.regex(/^\d{1,18}$/))).check(z.maxLength(100)),
  }),
}

export type PlayerEvents = { [E in keyof typeof playerEvents]: z.output<(typeof playerEvents)[E]> }
export type PublicEvents = { [E in keyof typeof publicEvents]: z.output<(typeof publicEvents)[E]> }
export type ClientEvents = { [E in keyof typeof clientEvents]: z.output<(typeof clientEvents)[E]> }
