import { centsOf } from '../../../shared/format/format.ts'
import type { AutoRound } from './use-auto-play.ts'

/** What automatic play is told of a round that the server answered with. */
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
