import { defineEvent } from '../platform/events.ts'

/** A player registered. `referrerId` is the owner of the invitation code given. */
export const playerRegistered = defineEvent<{ playerId: number; referrerId: number | null; isTest: boolean }>(
  'player.registered',
)

/** A player's name and tax number were recorded. */
export const playerIdentified = defineEvent<{ playerId: number }>('player.identified')

/** A player's second factor was enabled or disabled, or its recovery codes were used or renewed. */
export const secondFactorChanged = defineEvent<{
  playerId: number
  what: 'factor_on' | 'factor_off' | 'recovery_used' | 'recovery_renewed'
}>('factor.changed')

/**
 * A session ended: by logout or from another device, by a newer session, a changed password or the house, or
 * because it expired.
 */
export const sessionEnded = defineEvent<{ sessionId: number; playerId: number }>('session.ended')
