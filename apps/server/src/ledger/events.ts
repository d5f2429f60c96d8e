import { defineEvent } from '../platform/events.ts'

/** A player's current balances. Of two events of one player the greater `version` is the newer. */
export const balanceChanged = defineEvent<{
  playerId: number
  cashCents: number
  bonusCents: number
  version: number
}>('balance.changed')
