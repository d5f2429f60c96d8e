import { balanceOf, type LedgerBatch, move } from '../ledger/index.ts'
import {
  close,
  type Decided,
  meetRequirements,
  moveUp,
  ofPlayer,
  openOf,
  type PlayerWagering,
  tellEnd,
  type WageringBatch,
} from './wagering-batch.ts'
import { spanE4 } from './rules.ts'

/**
 * Ends the bonuses of these players whose time is over: what is there of one goes back, as far as no other bonus that is
 * still to be wagered claims it, and later ones move up. What is to be wagered of own money stays as it is. A bonus that is
 * met by now is the player's own. The ledger's batch holds cash and bonus.
 */
export function endExpired(wagering: WageringBatch, ledger: LedgerBatch, playerIds: readonly number[]): void {
  meetRequirements(wagering, ledger, playerIds)
  for (const playerId of new Set(playerIds)) {
    const own = ofPlayer(wagering, playerId)
    const expired = openOf(own).filter(({ isExpired }) => isExpired)
    for (const one of expired) endBonus(ledger, own, { ended: one, outcome: 'expired' })
    if (expired.length > 0) moveUp(own)
  }
  meetRequirements(wagering, ledger, playerIds)
}

/**
 * Gives back all bonuses that a player is still wagering, as the player wishes: what is there of them, and nothing more is
 * to be wagered for them. What is to be wagered of own money stays as it is, and so does what a bonus has won beyond its
 * grant. Answers how much went back. The ledger's batch holds cash and bonus.
 */
export function giveUpBonuses(wagering: WageringBatch, ledger: LedgerBatch, playerId: number): number {
  const own = ofPlayer(wagering, playerId)
  const open = openOf(own).filter(({ bonusGrantCents }) => bonusGrantCents > 0)
  const backCents = open.reduce(
    (sum, ended) => sum + endBonus(ledger, own, { ended, outcome: 'given_back' }),
    0,
  )
  if (open.length > 0) moveUp(own)
  meetRequirements(wagering, ledger, [playerId])
  return backCents
}

type Ending = { ended: Decided; outcome: 'expired' | 'given_back' }

function endBonus(ledger: LedgerBatch, own: PlayerWagering, { ended, outcome }: Ending): number {
  const { playerId, source, sourceId, bonusGrantCents } = ended
  const claimedCents = openOf(own)
    .filter((one) => one !== ended && !one.isExpired)
    .reduce((sum, one) => sum + one.bonusGrantCents, 0)
  const unclaimedCents = Math.max(0, balanceOf(ledger, playerId, 'bonus') - claimedCents)
  const cents = Math.min(bonusGrantCents, unclaimedCents)
  const bonus = { playerId, kind: 'bonus' } as const
  if (cents > 0) move(ledger, { key: `bonus-back:${source}:${sourceId}`, from: bonus, to: 'gifts', cents })
  tellEnd(own, ended, outcome, cents)
  Object.assign(ended, { bonusCents: 0, bonusGrantCents: 0, isExpired: false, hasBonusEnded: true })
  ended.until = ended.from + spanE4(ended.mainCents, 0)
  ended.isChanged = true
  if (ended.mainCents === 0) close(ended, 'cancelled')
  return cents
}
