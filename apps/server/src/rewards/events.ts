import { defineEvent } from '../platform/events.ts'

/** A reward was granted to a player. `kind` is its reason, `entryType` a code of the specification. */
export const grantGiven = defineEvent<{
  playerId: number
  kind: string
  step: number | null
  entryType: number
  amountCents: number
  wageredTimes: number
}>('grant.given')
