import * as z from 'zod/mini'
import { instant, nextCursor, publicId, requestId } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

const MOST = 50

/** When and by whom an account was closed, and when its data are or were deleted. */
const closing = z.object({
  why: z.enum(['player', 'exclusion', 'impediment']),
  closedAt: instant,
  contactUntil: instant,
  contactDeletedAt: z.nullable(instant),
  personUntil: instant,
  personDeletedAt: z.nullable(instant),
})

/** By whom an account was suspended, since when and why; and by whom it was lifted. */
const suspension = z.object({
  reason: z.string(),
  suspendedBy: z.int(),
  suspendedAt: instant,
  liftedAt: z.nullable(instant),
  liftedBy: z.nullable(z.int()),
  liftReason: z.nullable(z.string()),
})

const player = z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) })

/** What an operator decides on an account, once by its request id. */
const reasoned = z.strictObject({
  requestId,
  reason: z.string().check(z.minLength(10), z.maxLength(500)),
})

/** Why the register of persons does not confirm a known name and CPF. */
const personDoubts = ['under_age', 'mismatch', 'deceased', 'irregular', 'unknown'] as const

/** Players for operators. */
export const operatorPlayerCalls = defineOperatorCalls({
  'POST /api/backoffice/players/find': {
    summary:
      'Players by whole e-mail, CPF or id, with what is personal masked; who looked for whom is audited',
    permission: 'players.read',
    body: z.strictObject({
      emails: z.array(z.string().check(z.minLength(3), z.maxLength(254))).check(z.maxLength(MOST)),
      playerIds: z.array(z.int().check(z.minimum(1))).check(z.maxLength(MOST)),
      /** The public id. */
      uIds: z.optional(z.array(publicId).check(z.maxLength(MOST))),
      /** Eleven digits. Several accounts may have the same. */
      cpfs: z.optional(z.array(z.string().check(z.regex(/^\d{11}$/))).check(z.maxLength(MOST))),
    }),
    data: z.array(
      z.object({
        playerId: z.int(),
        uId: publicId,
        email: z.string(),
        phone: z.nullable(z.string()),
        name: z.nullable(z.string()),
        cpf: z.nullable(z.string()),
        isIdentified: z.boolean(),
        /** Whether the register confirmed name, CPF and age; otherwise the reason, if known. */
        isConfirmed: z.boolean(),
        personDoubt: z.nullable(z.enum(personDoubts)),
        isTest: z.boolean(),
        createdAt: instant,
        /** Null while the account is open. */
        closing: z.nullable(closing),
        /** Null unless operators hold the account suspended. */
        suspension: z.nullable(suspension),
        /** Null if the password alone opens the account. */
        secondFactorSince: z.nullable(instant),
        /** The operator who requested the factor's removal, awaiting an independent one. */
        factorResets: z.array(z.object({ operatorId: z.int(), reason: z.string(), askedAt: instant })),
      }),
    ),
  },
  'GET /api/backoffice/closings': {
    summary:
      'Closed accounts with the dates of their deletion and the cash that lies there, the last closed first',
    permission: 'players.read',
    query: z.strictObject({ cursor: z.optional(z.string().check(z.regex(/^\d{1,16}\.\d{1,12}$/))) }),
    data: z.object({
      /** Cash that arrived after the closing: paid out automatically unless the player closed the account. */
      items: z.array(z.extend(closing, { playerId: z.int(), cashCents: z.int() })),
      nextCursor,
    }),
  },
  'GET /api/backoffice/suspensions': {
    summary: 'Accounts that operators suspended, open or lifted, the last one first',
    permission: 'players.read',
    query: z.strictObject({ status: z.enum(['open', 'lifted']), cursor: idCursor }),
    data: z.object({
      items: z.array(z.extend(suspension, { suspensionId: z.int(), playerId: z.int() })),
      nextCursor,
    }),
  },
  'POST /api/backoffice/players/:playerId/suspend': {
    summary:
      'Suspends a whole account at once: no stake, deposit, withdrawal, transfer or reward until it is lifted; once by its request id; audited with before and after',
    permission: 'players.suspend',
    params: player,
    body: reasoned,
    data: z.null(),
  },
  'POST /api/backoffice/players/:playerId/liftSuspension': {
    summary:
      'Lifts the suspension of an account whose person is not listed, by an operator independent of the one who suspended it; once by its request id; audited with before and after',
    permission: 'players.suspend',
    needsTwo: true,
    params: player,
    body: reasoned,
    data: z.null(),
  },
  'POST /api/backoffice/players/:playerId/reopen': {
    summary:
      'Opens an account again that no exclusion closed, until the contact data are deleted; the password stays; audited',
    permission: 'players.correct',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({
      /** How the player was verified: a call, a document, by kind and date. */
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.null(),
  },
  'GET /api/backoffice/players/:playerId/account': {
    summary:
      'What a player has and had: balances, debt, level, sums of money in and out, and the entries of cash and bonus, the newest first; audited',
    permission: 'players.read',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    query: z.strictObject({ cursor: z.optional(z.string().check(z.regex(/^\d{1,16}_\d{1,16}$/))) }),
    data: z.object({
      cashCents: z.int(),
      bonusCents: z.int(),
      owedCents: z.int(),
      /** All top-ups not reversed, and all paid withdrawals. */
      paidInCents: z.int(),
      paidOutCents: z.int(),
      vipLevel: z.int(),
      items: z.array(
        z.object({
          id: z.string(),
          account: z.enum(['cash', 'bonus']),
          /** Its cause in the ledger: `bet:7`. */
          key: z.string(),
          amountCents: z.int(),
          afterCents: z.int(),
          at: instant,
        }),
      ),
      nextCursor,
    }),
  },
  'POST /api/backoffice/players/:playerId/identity': {
    summary: 'Corrects the name and CPF a player gave; audited with before and after, masked',
    permission: 'players.correct',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({
      name: z.string().check(z.maxLength(120)),
      cardNo: z.string().check(z.maxLength(20)),
      /** The evidence: a document, by kind and date. */
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.null(),
  },
  'POST /api/backoffice/players/:playerId/lx': {
    summary: 'Sets the flag that opens withdrawals in USDT (20); audited with before and after',
    permission: 'players.flag',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({
      lx: z.enum(['0', '20']),
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.null(),
  },
  'POST /api/backoffice/players/:playerId/resetSecondFactor': {
    summary:
      'Takes the second factor away from a player who lost it, and ends the sessions: two independent operators have to ask for it; withdrawals wait as after a new password; audited',
    permission: 'players.correct',
    needsTwo: true,
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({
      /** How the player was verified: a call, a document, by kind and date. */
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.object({
      /** `waits`: for an operator independent of this one; `needs_another`: already requested. */
      state: z.enum(['waits', 'reset', 'needs_another']),
    }),
  },
  'POST /api/backoffice/players/:playerId/discount': {
    summary:
      "Takes a part off the price of the player's next top-up, from a time to a time; once by its request id; audited",
    permission: 'discounts.grant',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({
      requestId,
      /** Hundredths of a percent. */
      discountBps: z.int().check(z.minimum(1), z.maximum(9000)),
      startsAt: instant,
      endsAt: instant,
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.object({ discountId: z.string() }),
  },
})
