import * as z from 'zod/mini'
import { instant, publicId } from '../call.ts'
import { blockedProducts, limitKinds, limitPeriods } from '../protection.ts'
import { defineOperatorCalls } from './call.ts'

/** What operators see of a player beside a conversation. */
export const operatorPlayerContextCalls = defineOperatorCalls({
  'GET /api/backoffice/players/:playerId/context': {
    summary:
      'A player in short, beside a conversation: name (masked), level, balances, open bets, last deposits and withdrawals, limits, breaks and open cases. What needs a permission that the operator lacks is null; audited',
    permission: 'players.read',
    params: z.strictObject({ playerId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) }),
    data: z.object({
      uId: publicId,
      name: z.nullable(z.string()),
      /** Null while the account is open. */
      closedAt: z.nullable(instant),
      vipLevel: z.int(),
      cashCents: z.int(),
      bonusCents: z.int(),
      owedCents: z.int(),
      /** The newest open bets, and whether there are more. Null without `bets.read`. */
      openBets: z.nullable(
        z.object({
          items: z.array(
            z.object({
              betId: publicId,
              /** The first leg's match. */
              title: z.string(),
              legs: z.int(),
              stakeCents: z.int(),
              potentialReturnCents: z.int(),
            }),
          ),
          hasMore: z.boolean(),
        }),
      ),
      /** The newest deposits and withdrawals together. `ended`: without money. */
      payments: z.array(
        z.object({
          orderId: z.string(),
          kind: z.enum(['deposit', 'withdrawal']),
          state: z.enum(['waiting', 'done', 'ended']),
          amountCents: z.int(),
          at: instant,
        }),
      ),
      /** In cents, bets or minutes. */
      limits: z.array(z.object({ kind: z.enum(limitKinds), period: z.enum(limitPeriods), amount: z.int() })),
      /** Time-outs, exclusions, blocked products, suspensions and listings in force; no end is until further notice. */
      breaks: z.array(
        z.object({
          kind: z.enum(['time_out', 'exclusion', 'block', 'impeded', 'suspended']),
          product: z.nullable(z.enum(blockedProducts)),
          endsAt: z.nullable(instant),
        }),
      ),
      /** The open case of signs of harm, if any. Null without `harm.decide`, too. */
      harmCase: z.nullable(z.object({ caseId: z.int(), grade: z.int(), openedAt: instant })),
    }),
  },
})
