import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
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

/** Under which policy something was decided: what a log or a row keeps beside the decision. */
type PolicyStamp = { policyVersion: string }

type WithdrawNo =
  | 'blocked_by_policy'
  | 'kyc_needed'
  | 'documents_needed'
  | 'withdraw_method_closed'
  | 'withdraw_own_cpf_only'

/** What may stand against a stake or a top-up. */
type MoneyInNo = 'blocked_by_policy' | 'kyc_needed' | 'identity_not_confirmed' | 'documents_needed'

type Decision<C extends WithdrawNo | MoneyInNo> = Result<PolicyStamp, C>

/** What the decision points know about a player. */
type PlayerStanding = { isTestAccount: boolean; isIdentified: boolean }

/** The same with whether the register of persons confirmed name, CPF and age, and whether document and face were checked. */
export type PersonStanding = PlayerStanding & { isConfirmed: boolean; hasDocuments: boolean }

type CanRegister = {
  /** The age, where something proves it; the form of the specification does not ask. */
  ageYears?: number
}

type CanWithdraw = PlayerStanding & {
  hasDocuments: boolean
  method: WithdrawMethod
  /** Whether the payout goes to the player's own confirmed name. */
  isOwnName: boolean
}

/** What a reward hangs on: levels reached by topping up, invitations, promotions with an end, stakes. */
export type RewardBasis = 'levels' | 'referrals' | 'promotions' | 'stakes'

/**
 * The compliance policy in force: the terms, and the questions that commands ask at their decision points. The
 * server decides by it; the app only mirrors it. Each answer carries the policy's version.
 */
export type CompliancePolicy = {
  profile: ProfileName
  version: string
  terms: Readonly<ProfileTerms>
  session: { idleSeconds: number; longestSeconds: number; factorSeconds: number | null }
  /**
   * Whether somebody may register, stake and pay in from this country. One that nobody knows is none of those the licence
   * names.
   */
  mayPlayFrom: (country: string | undefined) => boolean
  canRegister: (request: CanRegister) => Decision<'blocked_by_policy'>
  canTopUp: (request: PersonStanding) => Decision<MoneyInNo>
  canBet: (request: PersonStanding) => Decision<MoneyInNo>
  canWithdraw: (request: CanWithdraw) => Decision<WithdrawNo>
  /** Whether a payment that came in under this name may be credited; if not, it goes back to the payer. */
  takesPaymentOf: (payer: { isOwnName: boolean }) => boolean
  grantsGift: (request: PlayerStanding) => boolean
  /** Whether a reward of this kind exists at all. */
  hasRewards: (basis: RewardBasis) => boolean
  /** Whether this player may be given one: never a test account, and only who is identified. */
  canReward: (basis: RewardBasis, request: PlayerStanding) => Decision<'blocked_by_policy' | 'kyc_needed'>
}

/**
 * The policy of this server: the profile that the configuration names, then what the operator overrides.
 * Overrides become part of the version, so that a decision can be traced to the very terms.
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

/** What the configuration lets wait for documents, beside what the profile does: it takes nothing away. */
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
  /** Who a person is, as far as the terms ask before money comes in: by name and CPF, the register, the document. */
  const refusePerson = (what: DocumentsBefore, standing: PersonStanding) => {
    if (!standing.isIdentified) return unidentified
    if (terms.needsPersonCheck && !standing.isConfirmed) return unconfirmed
    return waits(what, standing) ? undocumented : undefined
  }
  const hasRewards = (basis: RewardBasis) => rewards[basis]
  return {
    mayPlayFrom: (country) =>
      terms.playsFrom === 'everywhere' || (country !== undefined && terms.playsFrom.includes(country)),
    canRegister: ({ ageYears }) => (ageYears !== undefined && ageYears < terms.minAgeYears ? blocked : yes),
    canTopUp: (standing) => {
      // It holds money that nobody paid in, for everybody to play with: in no profile does any come or leave (C18).
      if (standing.isTestAccount) return blocked
      return refusePerson('top_up', standing) ?? yes
    },
    canBet: (standing) => {
      // A test account has nobody to identify; its bets are kept out of reports by its flag.
      if (standing.isTestAccount) return yes
      if (terms.kycBeforeBet) return refusePerson('stake', standing) ?? yes
      return waits('stake', standing) ? undocumented : yes
    },
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
  /** Where players are heard (SAC): by phone and by mail. */
  phone: z.string().min(3).max(40),
  email: z.email().max(120),
})

/** Whose product this is, and by which authorisation: told at the foot of the home page (C16; Lei 14.790/2023). */
export type Licence = z.output<typeof licenceShape>

/** The licence as the file says it, in JSON. Throws, naming the fields that are not right: it is read once, at start. */
export function readLicence(file: string | undefined): Licence | null {
  if (file === undefined) return null
  const read = licenceShape.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (read.success) return read.data
  const fields = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  throw new Error(`LICENCE_FILE: ${fields}`)
}
