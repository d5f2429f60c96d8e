import { defineEvent } from '../platform/events.ts'

/** What a player has now. Of two of one player the greater `version` is the newer. */
export const balanceChanged = defineEvent<{
  playerId: number
  cashCents: number
  bonusCents: number
  version: number
}>('balance.changed')
