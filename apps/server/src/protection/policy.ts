import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { LimitKind } from '@palpite/contract'
import { isValidCnpj } from '@palpite/money'
import * as z from 'zod'
import type { Config } from '../platform/config.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import {
  documentsBefore,
  type DocumentsBefore,
  type ProfileName,
  profiles,
  type ProfileTerms,
  type WithdrawMethod,
} from './profiles.ts'

/** The policy version a decision was made under: logs and rows store it with the decision. */
type PolicyStamp = { policyVersion: string }

type WithdrawNo =
  | 'blocked_by_policy'
  | 'kyc_needed'
  | 'documents_needed'
  | 'withdraw_method_closed'
  | 'withdraw_own_cpf_only'

/** Refusals of a stake or a top-up. */
type MoneyInNo = 'blocked_by_policy' | 'kyc_needed' | 'identity_not_confirmed' | 'documents_needed'

type Decision<C extends WithdrawNo | MoneyInNo | 'limits_needed'> = Result<PolicyStamp, C>

/** What the decision points need to know about a player. */
type PlayerStatus = { isTestAccount: boolean; isIdentified: boolean }

/**
 * The same, with whether the register of persons confirmed name, CPF and age, and whether document and face were
 * checked.
 */
export type PersonStatus = PlayerStatus & { isConfirmed: boolean; hasDocuments: boolean }

type CanRegister = {
  /** The age, if proved; the registration form of the specification does not ask for it. */
  ageYears?: number
}

type CanWithdraw = PlayerStatus & {
  hasDocuments: boolean
  method: WithdrawMethod
  /** Whether the payout goes to the player's own confirmed name. */
  isOwnName: boolean
}

/** What a reward depends on: levels by top-up, invitations, limited-time promotions, stakes. */
export type RewardBasis = 'levels' | 'referrals' | 'promotions' | 'stakes'

/**
 * The compliance policy in force: its terms, and the decisions commands ask for. The server decides by it; the app
 * only mirrors it. Each answer carries the policy's version.
 */
export type CompliancePolicy = {
  profile: ProfileName
  version: string
  terms: Readonly<ProfileTerms>
  session: { idleSeconds: number; longestSeconds: number; factorSeconds: number | null }
  /**
   * Whether a player may register, stake and pay in from this country. An unknown country is allowed only where every
   * country is.
   */
  mayPlayFrom: (country: string | undefined) => boolean
  canRegister: (request: CanRegister) => Decision<'blocked_by_policy'>
  canTopUp: (request: PersonStatus) => Decision<MoneyInNo>
  canBet: (request: PersonStatus) => Decision<MoneyInNo>
  /** Which limits a player who has set these must still set before they stake or pay in. */
  missingLimits: (set: readonly { kind: LimitKind }[]) => readonly LimitKind[]
  /** Whether a player who has set these limits may stake and pay in. */
  hasOwnLimits: (set: readonly { kind: LimitKind }[]) => Decision<'limits_needed'>
  canWithdraw: (request: CanWithdraw) => Decision<WithdrawNo>
  /** Whether a payment under this name may be credited; otherwise it is returned to the payer. */
  takesPaymentOf: (payer: { isOwnName: boolean }) => boolean
  grantsGift: (request: PlayerStatus) => boolean
  /** Whether a reward of this kind exists at all. */
  hasRewards: (basis: RewardBasis) => boolean
  /** Whether this player may receive one: never a test account, and only an identified player. */
  canReward: (basis: RewardBasis, request: PlayerStatus) => Decision<'blocked_by_policy' | 'kyc_needed'>
}

/**
 * The policy of this server: the configured profile plus the operator's overrides. Overrides become part of the
 * version, so a decision can be traced to its exact terms.
 */
export function policyOf(
  config: Pick<Config, 'COMPLIANCE_PROFILE'> & Partial<Pick<Config, 'DOCUMENTS_BEFORE'>>,
  own: Readonly<Partial<ProfileTerms>> = {},
): CompliancePolicy {
  const profile = config.COMPLIANCE_PROFILE
  const overrides = { ...documentsOf(config), ...own }
  const terms: ProfileTerms = { ...profiles[profile].terms, ...overrides }
  const version = `${profiles[profile].version}${overridesMark(overrides)}`
  return {
    profile,
    version,
    terms,
    session: {
      idleSeconds: terms.sessionIdleSeconds,
      longestSeconds: terms.sessionLongestSeconds,
      factorSeconds: terms.factorSeconds,
    },
    ...questionsOf(terms, { policyVersion: version }),
  }
}

/** The documents requirement: the profile's plus what the configuration adds; it removes nothing. */
function documentsOf({
  COMPLIANCE_PROFILE,
  DOCUMENTS_BEFORE,
}: Parameters<typeof policyOf>[0]): Partial<ProfileTerms> {
  if (DOCUMENTS_BEFORE === undefined) return {}
  const asked = new Set([
    ...profiles[COMPLIANCE_PROFILE].terms.documentsBefore,
    ...DOCUMENTS_BEFORE.split(','),
  ])
  return { documentsBefore: documentsBefore.filter((one) => asked.has(one)) }
}

type Questions = Pick<
  CompliancePolicy,
  | 'mayPlayFrom'
  | 'canRegister'
  | 'canTopUp'
  | 'canBet'
  | 'missingLimits'
  | 'hasOwnLimits'
  | 'canWithdraw'
  | 'takesPaymentOf'
  | 'grantsGift'
  | 'hasRewards'
  | 'canReward'
>

function questionsOf(terms: ProfileTerms, stamp: PolicyStamp): Questions {
  const yes = ok(stamp)
  const detail = { ...stamp }
  const blocked = refuse('blocked_by_policy', { detail })
  const unidentified = refuse('kyc_needed', { detail })
  const unconfirmed = refuse('identity_not_confirmed', { detail })
  const undocumented = refuse('documents_needed', { detail })
  const unbounded = refuse('limits_needed', { detail })
  const methodClosed = refuse('withdraw_method_closed', { detail })
  const ownCpfOnly = refuse('withdraw_own_cpf_only', { detail })
  const rewards: Record<RewardBasis, boolean> = {
    levels: terms.levelsByTopUp,
    referrals: terms.paysReferrals,
    promotions: terms.givesPromotions,
    stakes: terms.grantsGifts,
  }
  const waits = (what: DocumentsBefore, { hasDocuments }: { hasDocuments: boolean }) =>
    !hasDocuments && terms.documentsBefore.includes(what)
  /** Refuses a person not checked as the terms require before money comes in: name and CPF, register, document. */
  const refusePerson = (what: DocumentsBefore, status: PersonStatus) => {
    if (!status.isIdentified) return unidentified
    if (terms.needsPersonCheck && !status.isConfirmed) return unconfirmed
    return waits(what, status) ? undocumented : undefined
  }
  const hasRewards = (basis: RewardBasis) => rewards[basis]
  const missingLimits = (set: readonly { kind: LimitKind }[]) =>
    terms.needsOwnLimits.filter((needed) => !set.some(({ kind }) => kind === needed))
  return {
    mayPlayFrom: (country) =>
      terms.playsFrom === 'everywhere' || (country !== undefined && terms.playsFrom.includes(country)),
    canRegister: ({ ageYears }) => (ageYears !== undefined && ageYears < terms.minAgeYears ? blocked : yes),
    canTopUp: (status) => {
      // A test account holds money nobody paid in, shared by everybody: in no profile can money enter or leave it
      // (C18).
      if (status.isTestAccount) return blocked
      return refusePerson('top_up', status) ?? yes
    },
    canBet: (status) => {
      // A test account has no person to identify; its flag keeps its bets out of reports.
      if (status.isTestAccount) return yes
      if (terms.kycBeforeBet) return refusePerson('stake', status) ?? yes
      return waits('stake', status) ? undocumented : yes
    },
    missingLimits,
    hasOwnLimits: (set) => (missingLimits(set).length > 0 ? unbounded : yes),
    canWithdraw: ({ isTestAccount, isIdentified, hasDocuments, method, isOwnName }) => {
      if (isTestAccount) return blocked
      if (!isIdentified) return unidentified
      if (waits('withdrawal', { hasDocuments })) return undocumented
      if (!terms.withdrawMethods.includes(method)) return methodClosed
      return terms.ownNameOnly && !isOwnName ? ownCpfOnly : yes
    },
    takesPaymentOf: ({ isOwnName }) => isOwnName || !terms.ownNameOnly,
    grantsGift: ({ isTestAccount }) => terms.grantsGifts && !isTestAccount,
    hasRewards,
    canReward: (basis, { isTestAccount, isIdentified }) => {
      if (isTestAccount || !hasRewards(basis)) return blocked
      return isIdentified ? yes : unidentified
    },
  }
}

const overridesMark = (overrides: Readonly<Partial<ProfileTerms>>): string => {
  const entries = Object.entries(overrides).sort(([one], [other]) => (one < other ? -1 : 1))
  if (entries.length === 0) return ''
  return `+${createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 8)}`
}

const licenceShape = z.strictObject({
  company: z.string().min(1).max(120),
  cnpj: z.string().refine(isValidCnpj, 'is no CNPJ'),
  /** What authorises the company to take bets, as the ministry calls it. */
  authorisation: z.string().min(1).max(120),
  /** The customer service (SAC): phone and e-mail. */
  phone: z.string().min(3).max(40),
  email: z.email().max(120),
})

/** The operating company and its authorisation, shown in the footer of the home page (C16; Lei 14.790/2023). */
export type Licence = z.output<typeof licenceShape>

/** Parses the licence file (JSON). Throws, naming the invalid fields: it is read once, at start. */
export function readLicence(file: string | undefined): Licence | null {
  if (file === undefined) return null
  const read = licenceShape.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (read.success) return read.data
  const fields = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  throw new Error(`LICENCE_FILE: ${fields}`)
}
