import { balanceOf, type LedgerBatch, move } from '../ledger/index.ts'
import {
  close,
  type Decided,
  meetRequirements,
  moveUp,
  ofPlayer,
  openOf,
  type PlayerWagering,
  recordEnd,
  type WageringBatch,
} from './wagering-batch.ts'
import { spanE4 } from './rules.ts'

/**
 * Ends expired bonuses of these players: what is left of one is taken back as far as no other open bonus claims it,
 * and later requirements move up. Requirements on own money stay. A bonus whose requirement is met belongs to the
 * player. The ledger batch must hold cash and bonus.
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
 * Gives back all open bonuses of a player at their wish: what is left of them, and their requirements end.
 * Requirements on own money stay, and so do winnings beyond the grant. Returns the cents given back. The ledger
 * batch must hold cash and bonus.
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
  recordEnd(own, ended, outcome, cents)
  Object.assign(ended, { bonusCents: 0, bonusGrantCents: 0, isExpired: false, hasBonusEnded: true })
  ended.until = ended.from + spanE4(ended.mainCents, 0)
  ended.isChanged = true
  if (ended.mainCents === 0) close(ended, 'cancelled')
  return cents
}
