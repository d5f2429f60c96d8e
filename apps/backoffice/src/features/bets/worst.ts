import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'

/** A match with its worst ending. */
export type WorstMatch = DataOf<'GET /api/backoffice/bets/worst'>['matches'][number]

/** How much of its bound a match has used: nothing left is loss, less than it costs already a warning. */
export const heatOf = ({ costCents, leftCents }: Pick<WorstMatch, 'costCents' | 'leftCents'>): Tone => {
  if (costCents <= 0) return 'win'
  return leftCents <= 0 ? 'loss' : leftCents < costCents ? 'warn' : 'neutral'
}
