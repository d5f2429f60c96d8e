import { entryOfCents } from '@palpite/ui'
import { openOverlay } from '../../../shared/overlays.ts'
import { winLegs } from '../bet-kind.ts'
import { chooseEachWay, chooseFolds, chooseMode, restoreLegs } from '../slip-store.ts'
import type { Bet } from './bet.ts'
import { legsOfBet } from './legs-of-bet.ts'

/** Whether the slip can show all of it: a bet builder is built anew on its match. */
export const canEdit = (bet: Bet): boolean => !bet.isFree && legsOfBet(bet).length === winLegs(bet).length

/** The slip as this bet was, with what it was sold for as the stake: nothing is placed before its player says so. */
export function editInSlip(bet: Bet, paidCents: number): void {
  const legs = legsOfBet(bet)
  const [first] = legs
  if (!first) return
  const units = Math.round(bet.stakeCents / bet.unitStakeCents)
  const name = bet.kind === 'single' ? first.outcomeId : bet.kind
  chooseMode(bet.kind === 'single' ? 'singles' : bet.kind)
  chooseEachWay(bet.isEachWay)
  if (bet.kind === 'system') chooseFolds(bet.folds)
  restoreLegs({ legs, entries: { [name]: entryOfCents(Math.floor(paidCents / units)) } })
  openOverlay('slip')
}
