import * as z from 'zod/mini'
import { day, instant } from './call.ts'

/** The studio's id of a transaction or round: repeated, it acts once. */
const ownId = z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,64}$/))
const session = z.string().check(z.regex(/^[0-9a-f]{32}$/))
/** Wallets are in reais. Another currency is refused instead of misread. */
const currency = z.string().check(z.regex(/^[A-Z]{3}$/))
const cents = z.int().check(z.minimum(0), z.maximum(100_000_000_000))
const stakeCents = z.int().check(z.minimum(1), z.maximum(100_000_000_000))

/** A gift of free rounds. */
const grant = z.string().check(z.regex(/^[0-9a-f]{32}$/))

const transaction = { session, currency, transactionId: ownId, roundId: ownId }

/** A transaction's answer, now and when repeated. */
const moved = z.object({
  transactionId: z.string(),
  /** The balance right after. */
  balanceCents: z.int(),
  /** Whether it was executed earlier, and this is that answer. */
  isReplay: z.boolean(),
})

/** Rules of play under the policy in force. The wallet checks the bounds of a stake, the studio keeps the others. */
const terms = z.object({
  minStakeCents: z.int(),
  maxStakeCents: z.int(),
  /**
   * The minimum time from the stake of a player's round to that of the next. The studio keeps it, by its own clock; the
   * wallet refuses no stake for its pace.
   */
  minRoundMs: z.int(),
  /** Whether rounds may be shown faster than designed. */
  allowsTurbo: z.boolean(),
})

/** Every call of the wallet API. All are POST and signed, and answer `{ ok, data }` or `{ ok, code }`. */
export const walletCalls = {
  session: {
    summary: 'Takes a launch token, once, and answers whose session it opens',
    body: z.strictObject({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
    data: z.object({
      session: z.string(),
      /** The player, by a pseudonym of this product, the same in every session. */
      player: z.string(),
      game: z.string(),
      currency: z.string(),
      balanceCents: z.int(),
      terms,
    }),
  },
  balance: {
    summary: 'What the player of a session has',
    body: z.strictObject({ session, currency }),
    data: z.object({ balanceCents: z.int(), isOpen: z.boolean() }),
  },
  debit: {
    summary: 'Takes a stake for a round; begins the round',
    body: z.strictObject({ ...transaction, cents: stakeCents }),
    data: moved,
  },
  credit: {
    summary:
      'Pays a return of a round, also after the session or the round has ended; 0 where nothing was won',
    body: z.strictObject({ ...transaction, cents, endsRound: z.boolean() }),
    data: moved,
  },
  rollback: {
    summary:
      'Gives a debit back. One whose debit has not come is remembered, and the debit refused when it does',
    body: z.strictObject({ ...transaction, refersTo: ownId }),
    data: moved,
  },
  freeRounds: {
    summary:
      'The free rounds that the player of a session has in its game, those that end first before others',
    body: z.strictObject({ session }),
    data: z.object({
      grants: z.array(
        z.object({
          grant: z.string(),
          /** What is left of it. */
          left: z.int(),
          /** Each round's nominal stake, of which nothing is debited. */
          stakeCents: z.int(),
          endsAt: instant,
        }),
      ),
    }),
  },
  freeRound: {
    summary:
      'Plays one free round, from its beginning to its end: takes it off its grant and pays what it won as bonus; 0 where nothing was won',
    body: z.strictObject({ ...transaction, grant, cents }),
    data: moved,
  },
  end: {
    summary: 'Ends a round: what was staked in it counts as settled',
    body: z.strictObject({ session, roundId: ownId }),
    data: z.object({ balanceCents: z.int() }),
  },
  statement: {
    summary: 'A day of the studio: sums, the account, and the rounds that our rule ended',
    body: z.strictObject({ day }),
    data: z.object({
      day: z.string(),
      debits: z.int(),
      debitCents: z.int(),
      credits: z.int(),
      creditCents: z.int(),
      rollbacks: z.int(),
      rollbackCents: z.int(),
      frees: z.int(),
      /** Winnings of free rounds. The house pays: they are not in the studio's account. */
      freeCents: z.int(),
      /** The studio's account: all stakes minus all returns. */
      accountCents: z.int(),
      endedByRule: z.array(z.object({ roundId: z.string(), player: z.string(), endedAt: instant })),
    }),
  },
  transactions: {
    summary: 'The reconciliation file of a day, a page at a time, in the order of their ids',
    body: z.strictObject({ day, after: z.optional(ownId) }),
    data: z.object({
      transactions: z.array(
        z.object({
          transactionId: z.string(),
          roundId: z.string(),
          player: z.string(),
          kind: z.enum(['debit', 'credit', 'rollback', 'free']),
          cents: z.int(),
          refersTo: z.nullable(z.string()),
          at: instant,
        }),
      ),
      next: z.nullable(z.string()),
    }),
  },
} as const

export type WalletCall = keyof typeof walletCalls

export type WalletCalls = {
  [C in WalletCall]: {
    body: z.output<(typeof walletCalls)[C]['body']>
    data: z.output<(typeof walletCalls)[C]['data']>
  }
}

/** Whether a body is valid for this call. */
export const fitsWalletCall = (call: WalletCall, body: unknown): boolean =>
  z.safeParse(walletCalls[call].body, body).success

/** The call's address: `/api/studio/debit`. */
export const walletPath = (call: WalletCall) => `/api/studio/${call}` as const

/**
 * Every refusal of the wallet API, with HTTP status and whether the same call may succeed later. The studio does not
 * repeat final ones.
 */
export const walletRefusals = {
  bad_request: { http: 400, mayPass: false },
  currency_mismatch: { http: 400, mayPass: false },
  bad_signature: { http: 401, mayPass: false },
  stale_timestamp: { http: 401, mayPass: true },
  insufficient_funds: { http: 402, mayPass: true },
  address_not_allowed: { http: 403, mayPass: false },
  /** The player may not stake: excluded, on a time-out, not identified, in debt. Which one is confidential. */
  player_blocked: { http: 403, mayPass: true },
  limit_reached: { http: 403, mayPass: true },
  session_unknown: { http: 404, mayPass: false },
  round_unknown: { http: 404, mayPass: false },
  session_closed: { http: 409, mayPass: false },
  token_used: { http: 409, mayPass: false },
  game_closed: { http: 409, mayPass: true },
  round_ended: { http: 409, mayPass: false },
  rolled_back: { http: 409, mayPass: false },
  /** The grant is unknown, used up or over. The round was not played. */
  no_free_rounds: { http: 409, mayPass: false },
  not_a_debit: { http: 409, mayPass: false },
  transaction_mismatch: { http: 409, mayPass: false },
  stake_out_of_bounds: { http: 422, mayPass: false },
  too_many_requests: { http: 429, mayPass: true },
  /** The outcome is unknown: repeat with the same id, or roll back. */
  try_again: { http: 503, mayPass: true },
} as const

export type WalletRefusal = keyof typeof walletRefusals

/** The headers of a signed call. */
export const walletHeaders = {
  key: 'x-studio-key',
  /** Milliseconds since 1970. */
  timestamp: 'x-studio-timestamp',
  /** Hex HMAC-SHA256 by the key's secret over `<timestamp>.<path>.` and the raw body. */
  signature: 'x-studio-signature',
} as const

/** The accepted age of a timestamp, and how far ahead it may be. */
export const WALLET_WINDOW_MS = 60_000

/** A game in its studio's `/catalogue.json`. */
export const catalogue = z.strictObject({
  games: z
    .array(
      z.strictObject({
        code: z.string().check(z.regex(/^[a-z0-9]{2,20}-[a-z0-9]{2,30}$/)),
        name: z.string().check(z.minLength(1), z.maxLength(60)),
        tags: z.array(z.string().check(z.regex(/^[a-z-]{2,20}$/))).check(z.maxLength(8)),
        /**
         * The exact return to player in millionths: below 85 % no game may be offered, above 99 % a bonus would pay
         * for itself.
         */
        returnPpm: z.int().check(z.minimum(850_000), z.maximum(990_000)),
        volatility: z.enum(['low', 'medium', 'high']),
        /** Paths on the studio's own origin. */
        picture: z.string().check(z.regex(/^\/[A-Za-z0-9/_.-]{1,100}$/)),
        launch: z.string().check(z.regex(/^\/[A-Za-z0-9/_.-]{1,100}$/)),
        hasDemo: z.boolean(),
        minStakeCents: stakeCents,
        maxStakeCents: stakeCents,
      }),
    )
    .check(z.maxLength(200)),
})

export type Catalogue = z.output<typeof catalogue>
