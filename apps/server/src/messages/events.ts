import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** A message stands in a player's message centre. */
export const messageWritten = defineEvent(
  'message.written',
  z.object({ playerId: z.int(), kind: z.string() }),
)
