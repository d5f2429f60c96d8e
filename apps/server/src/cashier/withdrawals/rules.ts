import {
  cents,
  floorToCents,
  fraction,
  hideTaxId,
  isValidCnpj,
  isValidCpf,
  normaliseTaxId,
} from '@palpite/money'
import type { SessionProof } from '../../identity/index.ts'
import type { Closed } from '../../platform/maintenance.ts'
import { refuse, type Result } from '../../platform/result.ts'
import type { CompliancePolicy, WithdrawMethod } from '../../protection/index.ts'
import type { VipTerms } from '../cashier.ts'
import type { Payer } from '../read-payers.ts'
import type { CashierSettings } from '../settings.ts'
import { payableAddress } from '../rails/usdt-addresses.ts'
import {
  type NewWithdrawal,
  REFUSED_IN_REVIEW,
  type RecentWithdrawal,
  type Requested,
  type WithdrawalStatus,
} from './queries.ts'
import { requestDigest } from '../../platform/crypto.ts'

export type WithdrawRefusal =
  | 'account_suspended'
  | 'withdraw_locked'
  | 'owes_money'
  | 'under_maintenance'
  | 'withdraw_none_left'
  | 'withdraw_nothing'
  | 'withdraw_below_min'
  | 'withdraw_above_max'
  | 'withdraw_method_closed'
  | 'withdraw_invalid_key'
  | 'withdraw_own_cpf_only'
  | 'withdraw_rate_moved'
  | 'usdt_no_rate'
  | 'kyc_needed'
  | 'documents_needed'
  | 'password_needed'
  | 'payee_code_needed'
  | 'step_up_needed'
  | 'request_mismatch'
  | 'blocked_by_policy'

/** The player's state that decides a withdrawal, read under the lock of the batch. */
export type WithdrawalState = {
  /** Suspended by operators. */
  isSuspended: boolean
  /** A game or round is open. */
  isLocked: boolean
  /** Excluded for months or permanently. */
  isExcluded: boolean
  left: number
  withdrawableCents: number
  owesCents: number
  payer: Payer | undefined
  /** Whether USDT can be sent: chain configured, and a fresh price known. */
  usdt: 'open' | 'no_rate' | 'closed'
  denied: ReadonlySet<string>
}

type Proving = { proofs: Map<number, SessionProof>; spent: Set<number> }

/** Marks the second factor of this session as used for a new payee; the next new payee needs another one. */
export function spendStepUp({ proofs, spent }: Proving, sessionId: number): void {
  const proof = proofs.get(sessionId)
  if (proof?.factor !== 'given') return
  proofs.set(sessionId, { ...proof, factor: 'missing' })
  spent.add(sessionId)
}

type WithdrawalRequest = {
  method: WithdrawMethod
  payCardNo: string
  amountCents: number
  isLeaving?: true
  isByHouse?: true
}

type Rules = { policy: CompliancePolicy; settings: CashierSettings }

/**
 * Why a withdrawal is refused, or undefined. A suspended account comes first: every other reason would send its player
 * the wrong way. The next five checks and their order are those of the specification (§5); checks of player and payee
 * follow.
 */
export function withdrawRefusal(
  { policy, settings }: Rules,
  state: WithdrawalState,
  request: WithdrawalRequest,
): Extract<Result<never, WithdrawRefusal>, { ok: false }> | undefined {
  const { withdrawableCents, payer } = state
  const maxCents = Math.min(withdrawableCents, settings.withdrawMaxCents)
  if (state.isSuspended) return refuse('account_suspended')
  if (state.isLocked) return refuse('withdraw_locked')
  if (state.left < 1) return refuse('withdraw_none_left')
  if (withdrawableCents <= 0) return refuse('withdraw_nothing')
  const minCents = leastCents(settings, {
    withdrawableCents,
    isExcluded: state.isExcluded || request.isLeaving === true,
  })
  if (request.amountCents < minCents) return refuse('withdraw_below_min', { values: { minCents } })
  if (request.amountCents > maxCents) {
    return refuse('withdraw_above_max', { values: { maxCents } })
  }
  // Debt from a reversed top-up must be repaid first.
  if (state.owesCents > 0) return refuse('owes_money')
  const { method } = request
  const allowed = policy.canWithdraw({
    isTestAccount: payer?.isTestAccount ?? false,
    isIdentified: payer?.person !== undefined,
    // The house pays out to the player's own CPF even when documents can no longer be sent.
    hasDocuments: (payer?.hasDocuments ?? false) || request.isByHouse === true,
    method,
    isOwnName: isOwnCpf(payer, request),
  })
  if (!allowed.ok) return allowed
  // Refuses a method that the player may not use, or that cannot be sent now.
  if (method === 'USDT') {
    if (!payer?.hasUsdt || state.usdt === 'closed') return refuse('withdraw_method_closed')
    if (state.usdt === 'no_rate') return refuse('usdt_no_rate')
  }
  const key = payoutKey(method, request.payCardNo)
  return key === undefined || state.denied.has(key) ? refuse('withdraw_invalid_key') : undefined
}

/** Whether this is the player's CPF from the KYC. */
export const isOwnCpf = (
  payer: Payer | undefined,
  { method, payCardNo }: Pick<WithdrawalRequest, 'method' | 'payCardNo'>,
): boolean =>
  method === 'CPF' && payer?.person !== undefined && payoutKey(method, payCardNo) === payer.person.cpf

/** The identifier of a payee in its confirmation by mail. */
export const payeeName = (method: WithdrawMethod, key: string): string => `${method} ${key}`

export const toPayee = ({
  playerId,
  method,
  payCardNo,
}: Pick<WithdrawalRequest, 'method' | 'payCardNo'> & { playerId: number }) => ({
  playerId,
  payee: payeeName(method, payCardNo),
})

/** The PIX key in the banks' format, or the checksummed address; undefined if it is not valid for the method. */
export function payoutKey(method: WithdrawMethod, typed: string): string | undefined {
  if (method === 'USDT') return payableAddress(typed)?.address
  const key = normaliseTaxId(typed)
  if (method === 'CPF') return isValidCpf(key) ? key : undefined
  return isValidCnpj(key) ? key : undefined
}

type Payee = { payCardNo: string; holderName: string }

/**
 * The payee and key: as typed, or the KYC person where only the player may be paid. In that case a typed name is not
 * stored.
 */
export function payeeOf({ terms }: CompliancePolicy, payer: Payer | undefined, typed: Payee): Payee {
  if (!terms.ownNameOnly || !payer?.person) return typed
  return { payCardNo: payer.person.cpf, holderName: payer.person.name }
}

/** The fee in hundredths of a percent; 0 where the policy charges none. */
export const feeBpsOf = ({ terms }: CompliancePolicy, { feeBps }: VipTerms): number =>
  terms.takesWithdrawFee ? feeBps : 0

/** The fee and the net amount; the fraction of a cent is the player's. */
export function feeSplit(amountCents: number, feeBps: number): { feeCents: number; netCents: number } {
  const feeCents = floorToCents(fraction(BigInt(cents(amountCents)) * BigInt(feeBps), 10_000))
  return { feeCents, netCents: amountCents - feeCents }
}

/**
 * The minimum of a withdrawal. An excluded player can no longer play up to it, so a smaller balance may leave too,
 * but only all at once: each payout costs the house a fee, and cents could be withdrawn any number of times.
 */
export const leastCents = (
  { withdrawMinCents }: Pick<CashierSettings, 'withdrawMinCents'>,
  { isExcluded, withdrawableCents }: Pick<WithdrawalState, 'isExcluded' | 'withdrawableCents'>,
): number =>
  isExcluded && withdrawableCents > 0 ? Math.min(withdrawMinCents, withdrawableCents) : withdrawMinCents

/** Withdrawals left today. */
export const withdrawalsLeft = (
  { policy, settings }: Rules,
  { withdrawalsADay }: VipTerms,
  used: number,
): number =>
  policy.terms.countsWithdrawals ? Math.max(0, withdrawalsADay - used) : settings.withdrawsUncounted

/** Methods that a player can use now; USDT only where the account has it and it can be sent. */
export const openMethods = ({ terms }: CompliancePolicy, canUseUsdt: boolean): WithdrawMethod[] =>
  terms.withdrawMethods.filter((method) => method !== 'USDT' || canUseUsdt)

const wireStatuses: Record<WithdrawalStatus, '00' | '10' | '-01' | '99' | '-99'> = {
  review: '00',
  requested: '00',
  sending: '99',
  sent: '99',
  // Shown as being paid, because the provider has not answered.
  unknown: '-99',
  paid: '10',
  failed: '-01',
}

/** Why a withdrawal was stopped before the bank had it. */
export const STOPPED_OWED = 'the player owes'

/** The same for an address that was denied meanwhile. */
export const STOPPED_DENIED = 'the address is denied'

/** Why a withdrawal failed that was paid and then came back, as two operators confirmed. */
export const RETURNED = 'came back'

type Explained = { status: WithdrawalStatus; why: string; isWaiting: boolean }

/** Why a withdrawal waits or failed, where its status does not say. */
export function withdrawalReason({
  status,
  why,
  isWaiting,
}: Explained): 'owes_money' | 'in_review' | 'key_waits' | 'refused' | null {
  if (status === 'review') return 'in_review'
  if (status === 'requested') return isWaiting ? 'key_waits' : null
  if (why === STOPPED_OWED) return 'owes_money'
  return why === REFUSED_IN_REVIEW || why === STOPPED_DENIED ? 'refused' : null
}

/** The wire status of a withdrawal (docs/specification.md, 3.23). */
export const withdrawalStatus = (status: WithdrawalStatus) => wireStatuses[status]

/** A key with its middle hidden, for display. */
export const hiddenKey = (method: string, key: string): string =>
  method === 'USDT' ? `${key.slice(0, 6)}…${key.slice(-4)}` : hideTaxId(key)

export type RequestWithdrawal = {
  playerId: number
  /** The session of the request, with what the player verified in it. */
  sessionId: number
  /** Paid out by the house, only to the player's own CPF: needs no password. */
  isByHouse?: true
  /** Refused unless the national register names the player, as read under the lock under which its answers are written. */
  onlyImpeded?: true
  /** The whole balance of a player who is closing the account: it may be below the minimum. */
  isLeaving?: true
  /** The caller's request id, if any. */
  requestId?: string
  method: WithdrawMethod
  payCardNo: string
  holderName: string
  whatsapp: string
  /** The rate that the client claims it was shown: looked up, never trusted. */
  shownRate?: string
  amountCents: number
  /** Maintenance, which refuses it unless it was requested before. */
  closed?: Closed | undefined
}

type PayoutKey = Pick<NewWithdrawal, 'playerId' | 'method' | 'payCardNo'>

/** The payee of a player, as a map key. */
export const keyOf = ({ playerId, method, payCardNo }: PayoutKey): string =>
  `${playerId} ${payeeName(method, payCardNo)}`

/** The request of a player, as a map key. */
export const requestKeyOf = (playerId: number, requestId: string): string => `${playerId} ${requestId}`

/** A digest of the whole content: any change makes it another request. */
export const requestDigestOf = ({
  sessionId: _where,
  requestId: _id,
  closed: _closed,
  // A condition, no content: an excluded player's request and an impeded player's are one.
  onlyImpeded: _condition,
  ...asked
}: RequestWithdrawal): string => requestDigest(asked)

/**
 * Whether a request has the same content as the withdrawal of its request id. Rows from before digests were stored
 * are compared by amount and key.
 */
export function isSameRequest(before: Requested, request: RequestWithdrawal, payout: PayoutKey): boolean {
  if (before.requestDigest !== null) return before.requestDigest === requestDigestOf(request)
  return before.amountCents === request.amountCents && keyOf(before) === keyOf(payout)
}

type KnownRequests = {
  known: Map<string, Requested>
  requested: readonly NewWithdrawal[]
  assigned: { id: string; requestId: string; requestDigest: string }[]
}

/** Gives a withdrawal that was requested without a request id the one of this repeat. */
export function assignRequestId(
  { known, requested, assigned }: KnownRequests,
  recent: RecentWithdrawal,
  request: RequestWithdrawal & { requestId: string },
): void {
  const { requestId } = request
  const digest = requestDigestOf(request)
  recent.requestId = requestId
  known.set(requestKeyOf(request.playerId, requestId), { ...recent, requestDigest: digest })
  const made = requested.find(({ id }) => id === recent.id)
  if (made) Object.assign(made, { requestId, requestDigest: digest })
  else assigned.push({ id: recent.id, requestId, requestDigest: digest })
}
