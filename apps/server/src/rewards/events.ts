import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** A gift was given to a player; `kind` is what for, `entryType` a code of the specification. */
export const grantGiven = defineEvent(
  'grant.given',
  z.object({
    playerId: z.int(),
    kind: z.string(),
    step: z.nullable(z.int()),
    entryType: z.int(),
    amountCents: z.int(),
    wageredTimes: z.int(),
  }),
)
