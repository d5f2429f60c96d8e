import { defineEvent } from '../platform/events.ts'

/** A player has an account. `referrerId` is whose invitation code was given. */
export const playerRegistered = defineEvent<{ playerId: number; referrerId: number | null; isTest: boolean }>(
  'player.registered',
)

/** A player's name and tax number are known. */
export const playerIdentified = defineEvent<{ playerId: number }>('player.identified')

/** A player's second factor was turned on or off, or its recovery codes were used or renewed. */
export const secondFactorChanged = defineEvent<{
  playerId: number
  what: 'factor_on' | 'factor_off' | 'recovery_used' | 'recovery_renewed'
}>('factor.changed')

/** A session opens nothing any more: logged out, replaced, ended with a new password, or over. */
export const sessionEnded = defineEvent<{ sessionId: number; playerId: number }>('session.ended')
