import * as z from 'zod/mini'
import { day, instant, requestId } from '../call.ts'
import { studioGameCode } from '../studio-games.ts'
import { defineOperatorCalls } from './call.ts'

const studioId = z.string().check(z.regex(/^[a-z0-9]{2,20}$/))
const keyId = z.string().check(z.regex(/^[A-Za-z0-9_-]{4,64}$/))
const reason = z.string().check(z.minLength(10), z.maxLength(500))
const params = z.strictObject({ studioId })

/** An address, or a network such as `203.0.113.0/24`; validated by the server. */
const addresses = z
  .array(z.string().check(z.regex(/^[0-9a-fA-F.:]{2,45}(\/\d{1,3})?$/)))
  .check(z.maxLength(50))

/** A key's secret, returned by no other call. */
const newKey = z.object({ keyId: z.string(), secret: z.string() })

/** Studios on our wallet: keys, games, days; and free rounds. */
export const operatorStudioCalls = defineOperatorCalls({
  'GET /api/backoffice/studios': {
    summary: 'Every studio with its keys, without their secrets, and its games',
    permission: 'studios.read',
    query: z.strictObject({}),
    data: z.array(
      z.object({
        studioId: z.string(),
        name: z.string(),
        baseUrl: z.string(),
        isOpen: z.boolean(),
        addresses: z.array(z.string()),
        /** Its account: all stakes minus all returns. */
        accountCents: z.int(),
        keys: z.array(
          z.object({
            keyId: z.string(),
            createdAt: instant,
            /** Null for the key of our own configuration. */
            madeBy: z.nullable(z.int()),
            /** A key is inactive until a second operator approves it. */
            approvedBy: z.nullable(z.int()),
            endsAt: z.nullable(instant),
            /** How long the other keys stay valid after its approval. */
            overlapMinutes: z.int(),
            isGood: z.boolean(),
          }),
        ),
        games: z.array(
          z.object({
            code: z.string(),
            name: z.string(),
            /** Whether its studio publishes it. */
            isPublished: z.boolean(),
            /** Whether operators suspended it. */
            isSuspended: z.boolean(),
          }),
        ),
      }),
    ),
  },
  'POST /api/backoffice/studios': {
    summary:
      'Takes a studio on: its account, its place and its first key, whose secret is shown here alone, good once a second operator approved it; audited',
    permission: 'studios.manage',
    body: z.strictObject({
      studioId,
      name: z.string().check(z.minLength(1), z.maxLength(60)),
      /** The studio's origin. `STUDIO_ORIGINS` must list it to frame its games. */
      baseUrl: z.string().check(z.regex(/^https?:\/\/[A-Za-z0-9.:[\]-]{1,200}$/)),
      addresses,
      reason,
    }),
    data: newKey,
  },
  'POST /api/backoffice/studios/:studioId/rotateKey': {
    summary:
      'Makes a new key for a studio, whose secret only this call shows, valid once a second operator has approved it; the other keys stay valid for these minutes after that; audited',
    permission: 'studios.manage',
    params,
    body: z.strictObject({ overlapMinutes: z.int().check(z.minimum(0), z.maximum(43_200)), reason }),
    data: newKey,
  },
  'POST /api/backoffice/studios/:studioId/approveKey': {
    summary:
      'Makes a key good that an independent operator made: whoever holds its secret pays players what it signs for; audited',
    permission: 'studios.manage',
    needsTwo: true,
    params,
    body: z.strictObject({ keyId, reason }),
    data: z.null(),
  },
  'POST /api/backoffice/studios/:studioId/revokeKey': {
    summary: 'Ends a key at once, for every server within a second; audited',
    permission: 'studios.manage',
    params,
    body: z.strictObject({ keyId, reason }),
    data: z.null(),
  },
  'POST /api/backoffice/studios/:studioId/addresses': {
    summary:
      'Sets the addresses and networks that may call; none lets every address; audited with before and after',
    permission: 'studios.manage',
    params,
    body: z.strictObject({ addresses, reason }),
    data: z.null(),
  },
  'POST /api/backoffice/studios/:studioId/suspend': {
    summary:
      'Suspends a studio or one game of it, or takes it up again: no launch and no stake meanwhile, returns land; audited',
    permission: 'studios.manage',
    params,
    body: z.strictObject({ code: z.nullable(studioGameCode), isSuspended: z.boolean(), reason }),
    data: z.null(),
  },
  'GET /api/backoffice/studios/:studioId/statement': {
    summary:
      'A day of a studio (of America/Sao_Paulo): sums, what its account holds now, rounds that our rule ended',
    permission: 'studios.read',
    params,
    query: z.strictObject({ day }),
    data: z.object({
      debits: z.int(),
      debitCents: z.int(),
      credits: z.int(),
      creditCents: z.int(),
      rollbacks: z.int(),
      rollbackCents: z.int(),
      frees: z.int(),
      freeCents: z.int(),
      accountCents: z.int(),
      endedByRule: z.array(z.object({ roundId: z.string(), playerId: z.int(), endedAt: instant })),
    }),
  },
  'GET /api/backoffice/studios/:studioId/reconciliation': {
    summary: 'The reconciliation file of a day as CSV, a page at a time in the order of the studio’s ids',
    permission: 'studios.read',
    params,
    query: z.strictObject({
      day,
      after: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,64}$/))),
    }),
    data: z.object({ csv: z.string(), next: z.nullable(z.string()) }),
  },
  'POST /api/backoffice/players/:playerId/freeRounds': {
    summary:
      'Gives a player rounds of a game without a stake, whose wins are bonus; once by its request id; audited',
    permission: 'freeRounds.grant',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    body: z.strictObject({
      requestId,
      game: studioGameCode,
      rounds: z.int().check(z.minimum(1), z.maximum(1000)),
      stakeCents: z.int().check(z.minimum(1), z.maximum(100_000_000)),
      endsAt: instant,
      reason,
    }),
    data: z.object({ grantId: z.string() }),
  },
})
