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
import { refuse, type Result } from '../../platform/result.ts'
import type { CompliancePolicy, WithdrawMethod } from '../../protection/index.ts'
import type { VipTerms } from '../cashier.ts'
import type { Payer } from '../read-payers.ts'
import type { CashierSettings } from '../settings.ts'
import { payableAddress } from '../rails/usdt-addresses.ts'
import type { WithdrawalStatus, NewWithdrawal, RecentWithdrawal, Requested } from './queries.ts'
import { requestDigest } from '../../platform/crypto.ts'

export type WithdrawRefusal =
  | 'withdraw_locked'
  | 'owes_money'
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
export type Standing = {
  isLocked: boolean
  /** Excluded for months or for good. */
  isExcluded: boolean
  left: number
  withdrawableCents: number
  owesCents: number
  payer: Payer | undefined
  /** Whether there is a chain to send USDT over, and whether a price is known that is fresh. */
  usdt: 'open' | 'no_rate' | 'closed'
  /** Addresses that are paid nothing. */
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

type Wish = {
  method: WithdrawMethod
  payCardNo: string
  amountCents: number
  isLeaving?: true
  isByHouse?: true
}

type Rules = { policy: CompliancePolicy; settings: CashierSettings }

/**
 * Why a withdrawal is refused, or nothing. The first five checks and their order are those of the
 * specification (§5); who may withdraw, and where to, comes after them.
 */
export function withdrawRefusal(
  { policy, settings }: Rules,
  standing: Standing,
  wish: Wish,
): Extract<Result<never, WithdrawRefusal>, { ok: false }> | undefined {
  const { withdrawableCents, payer } = standing
  const maxCents = Math.min(withdrawableCents, settings.withdrawMaxCents)
  if (standing.isLocked) return refuse('withdraw_locked')
  if (standing.left < 1) return refuse('withdraw_none_left')
  if (withdrawableCents <= 0) return refuse('withdraw_nothing')
  const minCents = leastCents(settings, {
    withdrawableCents,
    isExcluded: standing.isExcluded || wish.isLeaving === true,
  })
  if (wish.amountCents < minCents) return refuse('withdraw_below_min', { values: { minCents } })
  if (wish.amountCents > maxCents) {
    return refuse('withdraw_above_max', { values: { maxCents } })
  }
  // Money that the bank took back from a top-up is owed first.
  if (standing.owesCents > 0) return refuse('owes_money')
  const { method } = wish
  const allowed = policy.canWithdraw({
    isTestAccount: payer?.isTestAccount ?? false,
    isIdentified: payer?.person !== undefined,
    // The house pays out to the player's own CPF even when documents can no longer be sent.
    hasDocuments: (payer?.hasDocuments ?? false) || wish.isByHouse === true,
    method,
    isOwnName: isOwnCpf(payer, wish),
  })
  if (!allowed.ok) return allowed
  // Nothing is taken on that its player may not use, or that cannot be sent now.
  if (method === 'USDT') {
    if (!payer?.hasUsdt || standing.usdt === 'closed') return refuse('withdraw_method_closed')
    if (standing.usdt === 'no_rate') return refuse('usdt_no_rate')
  }
  const key = payoutKey(method, wish.payCardNo)
  return key === undefined || standing.denied.has(key) ? refuse('withdraw_invalid_key') : undefined
}

/** Whether this is the CPF of the player, as the KYC has it. */
export const isOwnCpf = (
  payer: Payer | undefined,
  { method, payCardNo }: Pick<Wish, 'method' | 'payCardNo'>,
): boolean =>
  method === 'CPF' && payer?.person !== undefined && payoutKey(method, payCardNo) === payer.person.cpf

/** A payee as its confirmation by mail knows it. */
export const payeeName = (method: WithdrawMethod, key: string): string => `${method} ${key}`

export const toPayee = ({
  playerId,
  method,
  payCardNo,
}: Pick<Wish, 'method' | 'payCardNo'> & { playerId: number }) => ({
  playerId,
  payee: payeeName(method, payCardNo),
})

/** The PIX key in the form banks keep it, or the address with its check, if it is one of this kind. */
export function payoutKey(method: WithdrawMethod, typed: string): string | undefined {
  if (method === 'USDT') return payableAddress(typed)?.address
  const key = normaliseTaxId(typed)
  if (method === 'CPF') return isValidCpf(key) ? key : undefined
  return isValidCnpj(key) ? key : undefined
}

type Payee = { payCardNo: string; holderName: string }

/**
 * Who is paid, and by which key: as it was typed, or the very person of the KYC where nobody else may be paid.
 * There a name that was typed is not kept, whatever it was.
 */
export function payeeOf({ terms }: CompliancePolicy, payer: Payer | undefined, typed: Payee): Payee {
  if (!terms.ownNameOnly || !payer?.person) return typed
  return { payCardNo: payer.person.cpf, holderName: payer.person.name }
}

/** The fee in hundredths of a percent: none where the policy takes none. */
export const feeBpsOf = ({ terms }: CompliancePolicy, { feeBps }: VipTerms): number =>
  terms.takesWithdrawFee ? feeBps : 0

/** The fee and what is sent; a broken cent is the player's. */
export function feeSplit(amountCents: number, feeBps: number): { feeCents: number; netCents: number } {
  const feeCents = floorToCents(fraction(BigInt(cents(amountCents)) * BigInt(feeBps), 10_000))
  return { feeCents, netCents: amountCents - feeCents }
}

/**
 * The least that may leave. An excluded player can no longer play up to it: less leaves too, all of it at once, because each
 * payout costs the house a fee and cents would be as many as somebody likes.
 */
export const leastCents = (
  { withdrawMinCents }: Pick<CashierSettings, 'withdrawMinCents'>,
  { isExcluded, withdrawableCents }: Pick<Standing, 'isExcluded' | 'withdrawableCents'>,
): number =>
  isExcluded && withdrawableCents > 0 ? Math.min(withdrawMinCents, withdrawableCents) : withdrawMinCents

/** How many withdrawals are left today. */
export const withdrawalsLeft = (
  { policy, settings }: Rules,
  { withdrawalsADay }: VipTerms,
  used: number,
): number =>
  policy.terms.countsWithdrawals ? Math.max(0, withdrawalsADay - used) : settings.withdrawsUncounted

/** Methods that a player can use now: USDT where the account has it, and where it can be sent. */
export const openMethods = ({ terms }: CompliancePolicy, canUseUsdt: boolean): WithdrawMethod[] =>
  terms.withdrawMethods.filter((method) => method !== 'USDT' || canUseUsdt)

const wireStatuses: Record<WithdrawalStatus, '00' | '10' | '-01' | '99' | '-99'> = {
  review: '00',
  requested: '00',
  sending: '99',
  sent: '99',
  // It counts as being paid, because the provider has not answered.
  unknown: '-99',
  paid: '10',
  failed: '-01',
}

/** Why a withdrawal was stopped before the bank had it. */
export const STOPPED_OWED = 'the player owes'

/** The same of one whose address was denied meanwhile. */
export const STOPPED_DENIED = 'the address is denied'

/** The same of one that operators looked at and refused. */
export const REFUSED_IN_REVIEW = 'refused in review'

/** The same of one that was paid and came back, as two operators said. */
export const RETURNED = 'came back'

type Explained = { status: WithdrawalStatus; why: string; isWaiting: boolean }

/** Why a withdrawal waits or came to nothing, if its status does not tell. */
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

/** Status of a withdrawal on the wire (READINGS, Cashier). */
export const withdrawalStatus = (status: WithdrawalStatus) => wireStatuses[status]

/** A key as it is shown later: its middle hidden. */
export const hiddenKey = (method: string, key: string): string =>
  method === 'USDT' ? `${key.slice(0, 6)}…${key.slice(-4)}` : hideTaxId(key)

export type RequestWithdrawal = {
  playerId: number
  /** In which it is asked for: what its player has verified there. */
  sessionId: number
  /** The house pays out, to the own CPF alone: no password is given. */
  isByHouse?: true
  /** All there is, of a player who is about to close the account: it may be less than the least of others. */
  isLeaving?: true
  /** The caller's own id of the wish, where it has one. */
  requestId?: string
  method: WithdrawMethod
  payCardNo: string
  holderName: string
  whatsapp: string
  /** The rate that a client says it was shown: looked up, never believed. */
  shownRate?: string
  amountCents: number
}

type PayoutKey = Pick<NewWithdrawal, 'playerId' | 'method' | 'payCardNo'>

/** Where a player is paid to. */
export const keyOf = ({ playerId, method, payCardNo }: PayoutKey): string =>
  `${playerId} ${payeeName(method, payCardNo)}`

/** A wish of a player by its request id. */
export const wishOf = (playerId: number, requestId: string): string => `${playerId} ${requestId}`

/** All that is asked for: a word of it changed is another wish. */
export const wishDigest = ({ sessionId: _where, requestId: _id, ...asked }: RequestWithdrawal): string =>
  requestDigest(asked)

/**
 * Whether a request asks for what its request id became. Rows from before digests were kept are told apart by amount and
 * key.
 */
export function isSameWish(before: Requested, request: RequestWithdrawal, payout: PayoutKey): boolean {
  if (before.requestDigest !== null) return before.requestDigest === wishDigest(request)
  return before.amountCents === request.amountCents && keyOf(before) === keyOf(payout)
}

type Wishes = {
  known: Map<string, Requested>
  requested: readonly NewWithdrawal[]
  named: { id: string; requestId: string; requestDigest: string }[]
}

/** Has a withdrawal that was first asked for without a request id stand under the one it now comes with. */
export function nameRecent(
  { known, requested, named }: Wishes,
  recent: RecentWithdrawal,
  request: RequestWithdrawal & { requestId: string },
): void {
  const { requestId } = request
  const digest = wishDigest(request)
  recent.requestId = requestId
  known.set(wishOf(request.playerId, requestId), { ...recent, requestDigest: digest })
  const made = requested.find(({ id }) => id === recent.id)
  if (made) Object.assign(made, { requestId, requestDigest: digest })
  else named.push({ id: recent.id, requestId, requestDigest: digest })
}
