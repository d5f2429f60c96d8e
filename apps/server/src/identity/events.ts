import { defineEvent } from '../platform/events.ts'

/** A player has an account. `referrerId` is whose invitation code was given. */
export const playerRegistered = defineEvent<{ playerId: number; referrerId: number | null; isTest: boolean }>(
  'player.registered',
)

/** A player's name and tax number are known. */
export const playerIdentified = defineEvent<{ playerId: number }>('player.identified')

/** A session opens nothing any more: logged out, replaced, ended with a new password, or over. */
export const sessionEnded = defineEvent<{ sessionId: number; playerId: number }>('session.ended')
