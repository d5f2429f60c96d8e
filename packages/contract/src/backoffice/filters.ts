import * as z from 'zod/mini'
import { defineOperatorCalls } from './call.ts'
import { ACTING_SESSION } from './permissions.ts'

/** A list's address in the back office. */
const list = z.string().check(z.regex(/^\/[a-z/-]{0,60}$/))
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
/** The address's query: filters and columns. */
const query = z.string().check(z.maxLength(500))
const filterId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))

/** Saved list filters of operators. */
export const operatorFilterCalls = defineOperatorCalls({
  'GET /api/backoffice/filters': {
    summary: 'The saved filters of a list: one’s own, and those that are shared with all; by name',
    permission: ACTING_SESSION,
    query: z.strictObject({ list }),
    data: z.array(
      z.object({
        filterId: z.int(),
        name: z.string(),
        query: z.string(),
        isShared: z.boolean(),
        /** Whether the operator saved it. */
        isOwn: z.boolean(),
      }),
    ),
  },
  'POST /api/backoffice/filters': {
    summary:
      'Saves the filters of a list by a name, in place of one’s own of that name; shared with all by who manages operators. Takes no e-mail and no CPF; audited',
    permission: ACTING_SESSION,
    body: z.strictObject({ list, name, query, isShared: z.boolean() }),
    data: z.object({ filterId: z.int() }),
  },
  'POST /api/backoffice/filters/:filterId/remove': {
    summary:
      'Removes a saved filter of one’s own, or a shared one by who manages operators; one that is gone already is no failure; audited',
    permission: ACTING_SESSION,
    params: z.strictObject({ filterId }),
    data: z.null(),
  },
})
