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
 * A bonus ended: wagered, with the part that became cash; or expired or given back, with the part taken back. A part
 * that becomes cash later, from the return of an open bet, is published again. `releasedCents` is the total so far.
 */
export const bonusEnded = defineEvent<BonusEnded>('wagering.ended')
