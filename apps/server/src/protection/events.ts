import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

/** A player asked for another daily loss limit, null for none; `waits` when it does not hold yet. */
export const limitChanged = defineEvent(
  'limit.changed',
  z.object({ playerId: z.int(), dailyLossCents: z.nullable(z.int()), waits: z.boolean() }),
)
