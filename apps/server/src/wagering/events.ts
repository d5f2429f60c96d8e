import * as z from 'zod/mini'
import { defineEvent } from '../platform/events.ts'

const bonusEndedShape = z.object({
  playerId: z.int(),
  source: z.string(),
  sourceId: z.string(),
  outcome: z.enum(['met', 'expired', 'given_back']),
  cents: z.int(),
  releasedCents: z.int(),
})

export type BonusEnded = z.output<typeof bonusEndedShape>

/**
 * A bonus came to its end: wagered, with so much of it that became cash; or over its time, or given back by its player, with so much that went back. What
 * becomes cash later, because an open bet brought it back, is told again. `releasedCents`: in all, until then.
 */
export const bonusEnded = defineEvent('wagering.ended', bonusEndedShape)
