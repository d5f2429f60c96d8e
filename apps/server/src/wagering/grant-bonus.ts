import { type LedgerBatch, move } from '../ledger/index.ts'
import { spanE4, spanStart } from './rules.ts'
import { type Grant, meetRequirements, ofPlayer, openOf, type WageringBatch } from './wagering-batch.ts'

type NewRequirement = Grant & { mainCents: number }

type BonusGrant = NewRequirement & { bonusGrantCents: number; bonusTimes: number }

/**
 * Grants a bonus and opens one requirement: `mainCents` for the money that it came with, then `bonusTimes` the bonus.
 * The caller's own row prevents a second grant; the key of the requirement is the second guard.
 */
export function grantBonus(wagering: WageringBatch, ledger: LedgerBatch, grant: BonusGrant): void {
  const { playerId, source, sourceId, bonusGrantCents } = grant
  const bonus = { playerId, kind: 'bonus' } as const
  move(ledger, { key: `bonus:${source}:${sourceId}`, from: 'gifts', to: bonus, cents: bonusGrantCents })
  open(wagering, grant)
  // A requirement of zero is met at once: no settled stake need follow.
  meetRequirements(wagering, ledger, [playerId])
}

/** Opens a requirement for money that came without a bonus. A requirement of zero opens nothing. */
export function openRequirement(wagering: WageringBatch, grant: NewRequirement): void {
  if (grant.mainCents > 0) open(wagering, { ...grant, bonusGrantCents: 0, bonusTimes: 0 })
}

function open(wagering: WageringBatch, { bonusTimes, ...asked }: BonusGrant): void {
  const own = ofPlayer(wagering, asked.playerId)
  const { progress, requirements } = own
  const from = spanStart(openOf(own), progress.contributedE4)
  const bonusCents = asked.bonusGrantCents * bonusTimes
  requirements.push({
    ...asked,
    bonusCents,
    releasedCents: 0,
    from,
    until: from + spanE4(asked.mainCents, bonusCents),
    status: 'open',
    expiresAt: null, // known once it is written
    isExpired: false,
    hasBonusEnded: false,
    isNew: true,
    isChanged: false,
  })
}
