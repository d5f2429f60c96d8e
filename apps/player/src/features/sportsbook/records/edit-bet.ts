import { entryOfCents } from '@palpite/ui'
import { openOverlay } from '../../../shared/overlays.ts'
import { replaceSlip } from '../slip-changes.ts'
import type { Bet } from './bet.ts'
import { slipOfBet } from './legs-of-bet.ts'

/** Whether the bet can be edited; a free bet cannot. */
export const canEdit = (bet: Bet): boolean => !bet.isFree

/** The bet's slip with the sale value as stake: nothing is placed before confirmation. */
export function editInSlip(bet: Bet, paidCents: number): void {
  const slip = slipOfBet(bet)
  const [first] = slip.legs
  if (!first) return
  const units = Math.round(bet.stakeCents / bet.unitStakeCents)
  const name = bet.kind === 'single' ? first.outcomeId : bet.kind
  replaceSlip({ ...slip, entries: { [name]: entryOfCents(Math.floor(paidCents / units)) } })
  openOverlay('slip')
}
