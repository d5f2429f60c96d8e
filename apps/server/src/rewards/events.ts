import { defineEvent } from '../platform/events.ts'

/** A gift was given to a player; `kind` is what for, `entryType` a code of the specification. */
export const grantGiven = defineEvent<{
  playerId: number
  kind: string
  step: number | null
  entryType: number
  amountCents: number
  wageredTimes: number
}>('grant.given')
