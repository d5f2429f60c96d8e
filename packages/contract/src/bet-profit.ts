import * as z from 'zod/mini'
import { day, defineCalls } from './call.ts'

/** Results of bets by period. */
export const betProfitCalls = defineCalls({
  'GET /api/app/sportsbook/profit': {
    summary: 'What the settled bets of the player cost and returned, by day, week or month',
    access: 'player',
    query: z.strictObject({ by: z.enum(['day', 'week', 'month']) }),
    /** The oldest period first, including empty ones. A day is one of America/Sao_Paulo. */
    data: z.array(
      z.object({
        startsOn: day,
        bets: z.int(),
        /** Staked own money and bonus; a free bet costs nothing. */
        stakeCents: z.int(),
        returnCents: z.int(),
      }),
    ),
  },
})
