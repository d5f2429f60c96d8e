import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'

/** A match with its worst ending. */
export type WorstMatch = DataOf<'GET /api/backoffice/bets/worst'>['matches'][number]

/**
 * The colour of a match's risk: a loss when nothing is left of its bound, a warning when less is left than it
 * may cost.
 */
export const heatOf = ({ costCents, leftCents }: Pick<WorstMatch, 'costCents' | 'leftCents'>): Tone => {
  if (costCents <= 0) return 'win'
  return leftCents <= 0 ? 'loss' : leftCents < costCents ? 'warn' : 'neutral'
}
