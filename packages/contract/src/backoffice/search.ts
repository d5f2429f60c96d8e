import * as z from 'zod/mini'
import { defineOperatorCalls } from './call.ts'
import { ACTING_SESSION } from './permissions.ts'

/** What an id may name. */
const foundKinds = ['player', 'bet', 'round', 'order', 'payment'] as const

/** The search above every screen. Persons are found by `players/find`, which audits whom it shows. */
export const operatorSearchCalls = defineOperatorCalls({
  'POST /api/backoffice/search': {
    summary:
      'What an id names: a player, bet or round by number or public id, an order by its id, the id of its payment page or its charge, or by the bank’s or the chain’s id of its payment, a payment without an order by the bank’s id. Only kinds that the operator may read, and nothing but the id',
    permission: ACTING_SESSION,
    body: z.strictObject({
      /** As it was typed: 1 to 80 letters and digits. */
      id: z.string().check(z.regex(/^[A-Za-z0-9]{1,80}$/)),
    }),
    data: z.array(z.object({ kind: z.enum(foundKinds), id: z.string() })),
  },
})
