import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** A player has an account. `referrerId` is whose invitation code was given. */
export const playerRegistered = defineEvent(
  'player.registered',
  z.object({ playerId: z.int(), referrerId: z.nullable(z.int()), isTest: z.boolean() }),
)

/** A player's name and tax number are known. */
export const playerIdentified = defineEvent('player.identified', z.object({ playerId: z.int() }))

/** A session opens nothing any more: logged out, replaced, ended with a new password, or over. */
export const sessionEnded = defineEvent('session.ended', z.object({ sessionId: z.int(), playerId: z.int() }))
