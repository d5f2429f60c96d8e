import { refuse, type Result } from '../../platform/result.ts'
import type { SessionProof } from '../../identity/index.ts'
import type { CompliancePolicy } from '../../protection/index.ts'
import type { CashierSettings } from '../settings.ts'

export type TransferRefusal =
  | 'transfer_closed'
  | 'transfer_unknown_user'
  | 'transfer_below_min'
  | 'transfer_day_bound'
  | 'withdraw_locked'
  | 'withdraw_nothing'
  | 'withdraw_above_max'
  | 'owes_money'
  | 'kyc_needed'
  | 'documents_needed'
  | 'password_needed'
  | 'step_up_needed'
  | 'request_mismatch'

/** Somebody at either end of a transfer. */
export type Party = { isTestAccount: boolean; isIdentified: boolean; hasDocuments: boolean } | undefined

/** What decides about a transfer, as it stands while both players are held. */
export type TransferStanding = {
  sender: Party
  recipient: Party
  isToSelf: boolean
  isLocked: boolean
  proof: SessionProof | undefined
  /** Whether the password or the e-mail is new. */
  isFresh: boolean
  withdrawableCents: number
  owesCents: number
  sentTodayCents: number
}

type Rules = { policy: CompliancePolicy; settings: CashierSettings }

/** Whether money may pass between players at all: an operator has said so, and the law does not forbid it. */
export const areTransfersOpen = ({ policy, settings }: Rules): boolean =>
  settings.takesTransfers && !policy.terms.ownNameOnly

/** Why a transfer is refused, or nothing. Whoever it may not go to is as one who is not there. */
export function transferRefusal(
  rules: Rules,
  standing: TransferStanding,
  amountCents: number,
): Extract<Result<never, TransferRefusal>, { ok: false }> | undefined {
  const { settings } = rules
  const { sender, recipient, withdrawableCents } = standing
  if (!areTransfersOpen(rules) || !sender || sender.isTestAccount) return refuse('transfer_closed')
  if (standing.isFresh) return refuse('transfer_closed')
  if (!sender.isIdentified) return refuse('kyc_needed')
  // Money that passes to another player leaves as a withdrawal does.
  const waits = rules.policy.terms.documentsBefore.includes('withdrawal')
  if (waits && !sender.hasDocuments) return refuse('documents_needed')
  if (standing.isLocked) return refuse('withdraw_locked')
  if (standing.owesCents > 0) return refuse('owes_money')
  if (withdrawableCents <= 0) return refuse('withdraw_nothing')
  if (amountCents < settings.transferMinCents) {
    return refuse('transfer_below_min', { values: { minCents: settings.transferMinCents } })
  }
  if (amountCents > withdrawableCents) {
    return refuse('withdraw_above_max', { values: { maxCents: withdrawableCents } })
  }
  if (standing.sentTodayCents + amountCents > settings.transferDayMaxCents) {
    return refuse('transfer_day_bound', { values: { maxCents: settings.transferDayMaxCents } })
  }
  // Only whoever has the password, the second factor and the money learns whether there is such a player: no address book is read here.
  if (!standing.proof?.hasPassword) return refuse('password_needed')
  if (standing.proof.factor === 'missing') return refuse('step_up_needed')
  const isThere = recipient?.isIdentified && !recipient.isTestAccount && !standing.isToSelf
  return isThere ? undefined : refuse('transfer_unknown_user')
}
