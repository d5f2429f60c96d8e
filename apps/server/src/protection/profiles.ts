import type { LimitKind } from '@palpite/contract'

/** How money may come in. */
export type TopUpMethod = 'PIX' | 'USDT'

/** How money may leave. */
export type WithdrawMethod = 'CPF' | 'CNPJ' | 'USDT'

/** What may require a checked document and face. */
export const documentsBefore = ['stake', 'top_up', 'withdrawal'] as const
export type DocumentsBefore = (typeof documentsBefore)[number]

/** What one compliance profile allows and requires: plain values, so two profiles can be compared side by side. */
export type ProfileTerms = {
  minAgeYears: number
  topUpMethods: readonly TopUpMethod[]
  withdrawMethods: readonly WithdrawMethod[]
  /** Whether payments and payouts must be in the player's own confirmed name. */
  ownNameOnly: boolean
  /** Whether a bet requires a confirmed identity; top-ups and withdrawals do in every profile. */
  kycBeforeBet: boolean
  /** Whether a registration names the person: no account exists of anybody whom the registers have not answered for. */
  identifiesAtRegistration: boolean
  /** Bonuses tied to a top-up: packages, first top-up, ladder, game bonus, bonus panel. */
  grantsGifts: boolean
  /** Levels reached by topping up, and their benefits. */
  levelsByTopUp: boolean
  /** Money for invitations: commission, and the invitation ladder. */
  paysReferrals: boolean
  /** Limited-time promotions: activities, daily check-in. */
  givesPromotions: boolean
  /** Whether a top-up must be staked before it may be withdrawn. */
  wagersTopUps: boolean
  takesWithdrawFee: boolean
  /** Whether withdrawals per day are limited. */
  countsWithdrawals: boolean
  /** Whether the shown number of players online may differ from the count (SPEC §9). */
  makesOnlineFigures: boolean
  /** Whether the app may open the deposit panel unasked (low balance, refused bet). */
  opensDepositByItself: boolean
  /** Whether studio rounds may be shown faster than designed. */
  allowsTurbo: boolean
  /** The only language and currency, or all the product has. */
  locales: 'all' | 'pt-BR'
  /** The countries from which people may register, stake and pay in: ISO 3166-1 alpha-2. */
  playsFrom: 'everywhere' | readonly string[]
  /** Whether withdrawals wait until the player has once used a code or link that was mailed to the own address. */
  confirmsEmail: boolean
  /** Whether the house may accept less from one player than from others on a bet. */
  boundsStakesByPlayer: boolean
  /** Whether identification requires an answer of the national register of excluded persons. */
  needsRegister: boolean
  /** Whether identification, stakes and top-ups require confirmation by the register of persons: name, CPF and age. */
  needsPersonCheck: boolean
  /** Whether daily files are sent to the state: players, wallets, bets, games and the operator's sums. */
  reportsDays: boolean
  /** Whether players get a yearly statement of bet results, by tax category. */
  tellsBetResults: boolean
  /** What requires a checked document and face. */
  documentsBefore: readonly DocumentsBefore[]
  /** Whether a document check requires address and gender first. */
  needsAddress: boolean
  /** Whether a document check requires the answer on political exposure first. */
  asksExposure: boolean
  /** Limits that a player sets, by any period, before they stake or pay in. */
  needsOwnLimits: readonly LimitKind[]
  /** Whether each access begins with the risks, the signs of harm, and where to find the odds of winning. */
  tellsRisks: boolean
  /** Days without a sign-in after which own money is paid out to the own CPF; null for never. */
  paysOutInactiveDays: number | null
  /**
   * What becomes of players whom the national register names: their open bets are cancelled at once, own money is paid
   * out after `withdrawDays`, and the account is closed after `closeDays`. Null for nothing.
   */
  closesImpeded: { withdrawDays: number; closeDays: number } | null
  sessionIdleSeconds: number
  sessionLongestSeconds: number
  /** How long a second factor counts, also on a trusted device; null for no bound. */
  factorSeconds: number | null
}

export type ProfileName = 'spec' | 'br-spa'

const HOUR = 60 * 60
const DAY = 24 * HOUR

/**
 * Raise the version with every change of terms: decisions record it. Comments name the conflicts between the
 * specification and Brazil's rules that a line resolves. A term is added together with the code that reads it.
 */
export const profiles: Record<ProfileName, { version: string; terms: ProfileTerms }> = {
  spec: {
    version: 'spec-16',
    terms: {
      minAgeYears: 18,
      topUpMethods: ['PIX', 'USDT'],
      withdrawMethods: ['CPF', 'CNPJ', 'USDT'],
      ownNameOnly: false,
      kycBeforeBet: false,
      identifiesAtRegistration: false,
      grantsGifts: true,
      levelsByTopUp: true,
      paysReferrals: true,
      givesPromotions: true,
      wagersTopUps: true,
      takesWithdrawFee: true,
      countsWithdrawals: true,
      makesOnlineFigures: true,
      opensDepositByItself: true,
      allowsTurbo: true,
      locales: 'all',
      playsFrom: 'everywhere',
      // A code is mailed for keys other than the own CPF alone (0043).
      confirmsEmail: false,
      boundsStakesByPlayer: true,
      needsRegister: false,
      needsPersonCheck: false,
      reportsDays: false,
      tellsBetResults: false,
      documentsBefore: [],
      needsAddress: false,
      asksExposure: false,
      needsOwnLimits: [],
      tellsRisks: false,
      paysOutInactiveDays: null,
      closesImpeded: null,
      // The specification ends no session; a token that was stolen should not open the account for ever.
      sessionIdleSeconds: 30 * DAY,
      sessionLongestSeconds: 180 * DAY,
      factorSeconds: null,
    },
  },
  'br-spa': {
    version: 'br-spa-15',
    terms: {
      minAgeYears: 18, // Lei 14.790/2023, art. 26
      topUpMethods: ['PIX'], // C1
      withdrawMethods: ['CPF'], // C1, C2: Portaria 615/2024 forbids crypto and accounts of others
      ownNameOnly: true, // C2, C3
      kycBeforeBet: true, // C11: identity before any activity (Portaria 722/2024, art. 10)
      identifiesAtRegistration: true, // C11, C12: Portaria 1.231/2024; with a register down nobody registers
      grantsGifts: false, // C4: Lei 14.790/2023, art. 29 I
      levelsByTopUp: false, // C5: Portaria 1.231/2024, no reward may hang on a deposit
      paysReferrals: false, // C7: until legal counsel approves one that depends on no deposit
      givesPromotions: false, // C8: no urgency
      wagersTopUps: false, // C6
      takesWithdrawFee: false, // C15
      countsWithdrawals: false, // C14
      makesOnlineFigures: false, // C10
      opensDepositByItself: false, // C9
      allowsTurbo: false, // Portaria 1.231/2024: nothing that speeds up play
      locales: 'pt-BR', // C17
      playsFrom: ['BR'], // C20
      confirmsEmail: true, // C11: Lei 14.790/2023, art. 23, a confirmed way to reach the player
      boundsStakesByPlayer: true,
      needsRegister: true, // C12: IN SPA/MF 31/2025, asked at registration
      needsPersonCheck: true, // C11, C21: Portaria 722/2024, art. 10; Lei 14.790/2023, art. 26
      reportsDays: true, // Portaria 722/2024, art. 10: to SIGAP
      tellsBetResults: true, // IN RFB 2.299/2025: the ComprovaBet's data
      documentsBefore: ['stake', 'top_up'], // C11: Lei 14.790/2023, art. 23; withdrawals stay open
      needsAddress: true, // C11: Portaria 1.231/2024, data of registration
      asksExposure: true, // Portaria 1.143/2024: politically exposed persons
      needsOwnLimits: ['loss', 'time'], // C12: Portaria 1.231/2024 as amended by 2.579/2025, mandatory at registration
      tellsRisks: true, // Portaria 1.231/2024: at registration and at each access
      paysOutInactiveDays: 180, // Portaria 1.231/2024, art. 37: to the registered account
      closesImpeded: { withdrawDays: 2, closeDays: 3 }, // IN SPA/MF 31/2025: as the message to the player says
      sessionIdleSeconds: 30 * 60, // C13: Portaria 722/2024, art. 14
      sessionLongestSeconds: 7 * DAY, // art. 16: a full sign-in every seven days
      factorSeconds: 7 * DAY, // C13: art. 16, a second factor too
    },
  },
}
