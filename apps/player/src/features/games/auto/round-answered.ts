import { centsOf } from '../../../shared/format/format.ts'
import type { AutoRound } from './use-auto-play.ts'

/** The automatic-play event for an answered round. */
export const roundAnswered = ({
  round,
  balance,
}: {
  round: { stakeCents: number; payoutCents: number }
  balance: number
}): AutoRound => ({
  stakeCents: round.stakeCents,
  payoutCents: round.payoutCents,
  balanceCents: centsOf(balance),
})
