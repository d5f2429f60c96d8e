import * as z from 'zod/mini'
import { instant, nextCursor } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

/** What makes two accounts look like one person's: commission between them is held. */
const relations = z.array(z.enum(['cpf', 'payer', 'payout_key', 'device', 'address']))

/** Who invited a player, and whom the player invited. */
export const operatorInvitationCalls = defineOperatorCalls({
  'GET /api/backoffice/players/:playerId/invitations': {
    summary:
      'Who invited a player, up to three levels, and whom the player invited directly, the newest first, with the commission from each, which is null without `rewards.decide`; the sums of all come with the first page only; audited',
    permission: 'players.read',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    query: z.strictObject({ cursor: idCursor }),
    data: z.object({
      /** The nearest first. */
      inviters: z.array(z.object({ playerId: z.int(), level: z.int(), relations })),
      /** Invited directly, and on three levels in all. Null after the first page: counting reads every invitee. */
      invitees: z.nullable(z.object({ direct: z.int(), all: z.int() })),
      /** On all levels: paid or waiting to be, the paid part of it, and held. Null after the first page, too. */
      commission: z.nullable(z.object({ earnedCents: z.int(), paidCents: z.int(), heldCents: z.int() })),
      items: z.array(
        z.object({
          playerId: z.int(),
          registeredAt: instant,
          isTest: z.boolean(),
          /** Players whom the invitee invited directly. */
          invitees: z.int(),
          relations,
          /** Earning stakes that were shared out, the commission paid or waiting, and held. */
          commission: z.nullable(
            z.object({ settledCents: z.int(), earnedCents: z.int(), heldCents: z.int() }),
          ),
        }),
      ),
      nextCursor,
    }),
  },
})
