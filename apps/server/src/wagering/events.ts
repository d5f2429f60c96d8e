import { defineEvent } from '../platform/events.ts'

export type BonusEnded = {
  playerId: number
  source: string
  sourceId: string
  outcome: 'met' | 'expired' | 'given_back'
  cents: number
  releasedCents: number
}

/**
 * A bonus came to its end: wagered, with so much of it that became cash; or over its time, or given back by its player, with so much that went back. What
 * becomes cash later, because an open bet brought it back, is told again. `releasedCents`: in all, until then.
 */
export const bonusEnded = defineEvent<BonusEnded>('wagering.ended')
