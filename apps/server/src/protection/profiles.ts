/** How money may come in. */
export type TopUpMethod = 'PIX' | 'USDT'

/** How money may leave. */
export type WithdrawMethod = 'CPF' | 'CNPJ' | 'USDT'

/** What may wait for a checked document and face. */
export const documentsBefore = ['stake', 'top_up', 'withdrawal'] as const
export type DocumentsBefore = (typeof documentsBefore)[number]

/** What one compliance profile allows and demands: plain values, so that two profiles can be laid side by side. */
export type ProfileTerms = {
  minAgeYears: number
  topUpMethods: readonly TopUpMethod[]
  withdrawMethods: readonly WithdrawMethod[]
  /** Whether a payment and a payout must be in the player's own, confirmed name. */
  ownNameOnly: boolean
  /** Whether a bet waits for a confirmed identity; top-ups and withdrawals do in every profile. */
  kycBeforeBet: boolean
  /** Gifts tied to a top-up: packages, first top-up, ladder, game bonus, bonus panel. */
  grantsGifts: boolean
  /** Levels, and what they bring, that are reached by topping up. */
  levelsByTopUp: boolean
  /** Money for inviting others: commission, and the ladder of invitations. */
  paysReferrals: boolean
  /** Promotions with an end in sight: activities, daily check-in. */
  givesPromotions: boolean
  /** Whether a top-up must be staked before it may be withdrawn. */
  wagersTopUps: boolean
  takesWithdrawFee: boolean
  /** Whether a player has only so many withdrawals a day. */
  countsWithdrawals: boolean
  /** Whether a figure of players online may be made of their count (SPEC §9); where not, it is the count. */
  makesOnlineFigures: boolean
  /** Whether the app opens the deposit panel without being asked (low balance, refused bet). */
  opensDepositByItself: boolean
  /** Whether rounds of studios may be shown faster than they are meant. */
  allowsTurbo: boolean
  /** The only language and currency, or every one that the product has. */
  locales: 'all' | 'pt-BR'
  /** From which countries people may register, stake and pay in: ISO 3166-1 alpha-2. */
  playsFrom: 'everywhere' | readonly string[]
  /** Whether the house may take less of one player than of others on a bet. */
  boundsStakesByPlayer: boolean
  /** Whether nobody is identified while the national register of excluded persons does not answer. */
  needsRegister: boolean
  /** Whether nobody is identified, stakes or pays in whom the register of persons has not confirmed: name, CPF and age. */
  needsPersonCheck: boolean
  /** Whether the state is sent files of each day: players, wallets, bets, games and the operator's sums. */
  reportsDays: boolean
  /** Whether a player is told a year's result of bets by nature, with what it is taxed by. */
  tellsBetResults: boolean
  /** What waits until a player's document and face were checked. */
  documentsBefore: readonly DocumentsBefore[]
  /** Whether documents are only checked of who said where they live, and their gender. */
  needsAddress: boolean
  /** Whether documents are only checked of who said whether they are politically exposed. */
  asksExposure: boolean
  sessionIdleSeconds: number
  sessionLongestSeconds: number
  /** How long a second factor counts, also on a device that its player trusts; null where nothing bounds it. */
  factorSeconds: number | null
}

export type ProfileName = 'spec' | 'br-spa'

const HOUR = 60 * 60
const DAY = 24 * HOUR

/**
 * Raise a version with every change of its terms: decisions are recorded with it. Comments name the conflicts
 * between the specification and Brazil's rules that a line resolves. A term comes with whatever reads it.
 */
export const profiles: Record<ProfileName, { version: string; terms: ProfileTerms }> = {
  spec: {
    version: 'spec-13',
    terms: {
      minAgeYears: 18,
      topUpMethods: ['PIX', 'USDT'],
      withdrawMethods: ['CPF', 'CNPJ', 'USDT'],
      ownNameOnly: false,
      kycBeforeBet: false,
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
      boundsStakesByPlayer: true,
      needsRegister: false,
      needsPersonCheck: false,
      reportsDays: false,
      tellsBetResults: false,
      documentsBefore: [],
      needsAddress: false,
      asksExposure: false,
      // The specification ends no session; a token that was stolen should not open the account for ever.
      sessionIdleSeconds: 30 * DAY,
      sessionLongestSeconds: 180 * DAY,
      factorSeconds: null,
    },
  },
  'br-spa': {
    version: 'br-spa-12',
    terms: {
      minAgeYears: 18, // Lei 14.790/2023, art. 26
      topUpMethods: ['PIX'], // C1
      withdrawMethods: ['CPF'], // C1, C2: Portaria 615/2024 forbids crypto and accounts of others
      ownNameOnly: true, // C2, C3
      kycBeforeBet: true, // C11: identity before any activity (Portaria 722/2024, art. 10)
      grantsGifts: false, // C4: Lei 14.790/2023, art. 29 I
      levelsByTopUp: false, // C5: Portaria 1.231/2024, no reward may hang on a deposit
      paysReferrals: false, // C7: until somebody of the law approves one that hangs on no deposit
      givesPromotions: false, // C8: no urgency
      wagersTopUps: false, // C6
      takesWithdrawFee: false, // C15
      countsWithdrawals: false, // C14
      makesOnlineFigures: false, // C10
      opensDepositByItself: false, // C9
      allowsTurbo: false, // Portaria 1.231/2024: nothing that makes play faster
      locales: 'pt-BR', // C17
      playsFrom: ['BR'], // C20
      boundsStakesByPlayer: true,
      needsRegister: true, // C12: IN SPA/MF 31/2025, asked at registration
      needsPersonCheck: true, // C11, C21: Portaria 722/2024, art. 10; Lei 14.790/2023, art. 26
      reportsDays: true, // Portaria 722/2024, art. 10: to SIGAP
      tellsBetResults: true, // IN RFB 2.299/2025: the ComprovaBet's data
      documentsBefore: ['stake', 'top_up'], // C11: Lei 14.790/2023, art. 23; money may leave all the same
      needsAddress: true, // C11: Portaria 1.231/2024, data of registration
      asksExposure: true, // Portaria 1.143/2024: politically exposed persons
      sessionIdleSeconds: 30 * 60, // C13: Portaria 722/2024, art. 14
      sessionLongestSeconds: 7 * DAY, // art. 16: a full sign-in every seven days
      factorSeconds: 7 * DAY, // C13: art. 16, a second factor too
    },
  },
}
