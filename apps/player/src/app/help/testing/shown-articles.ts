import type { Language } from '@palpite/contract/languages'
import { type ArticlePolicy, articlesInForce, openPolicy, readArticles } from '../articles.ts'
import { figuresSet, type Rules } from '../figures.ts'

/** The server's answers that the articles use. */
export const rules: Rules = {
  orders: {
    orderLifeSeconds: 1800,
    ownAmountMinCents: 1000,
    ownAmountMaxCents: 500_000,
    mainTimes: 1,
    bonusTimes: 2,
    withdrawMinCents: 5000,
    withdrawMaxCents: 1_000_000,
    payoutPromiseSeconds: 600,
    reviewPromiseSeconds: 7200,
    newKeyWaitSeconds: 86_400,
    newSecretWaitSeconds: 86_400,
  },
  rewards: {
    vipLevels: [],
    commission: [
      { level: 1, rateBps: 30 },
      { level: 2, rateBps: 10 },
      { level: 3, rateBps: 5 },
    ],
    ladder: { steps: [], minTopUpCents: 2000, minStakedCents: 2000 },
    gameBonus: { rateBps: 50, maxReleaseCents: 10_000 },
    checkIn: [],
    wageredTimes: 2,
    maxBonusStakeCents: 5000,
    counted: {
      sportsBps: 1,
      minPriceMilli: 1500,
      studiosBps: 1,
      smallGamesBps: 1,
      maxChanceBps: 1,
      bonusDays: 30,
    },
    earning: { minesBps: 5000, minPriceMilli: 1250 },
  },
  bets: {
    minStakeCents: 100,
    maxReturnCents: 10_000_000,
    betDelayMs: 3000,
    offerSeconds: 8,
    minCashOutCents: 100,
    freeBetTimes: 2,
  },
}

/** Policies that differ in what the articles say. */
export const policies = {
  spec: openPolicy,
  brazil: {
    ownNameOnly: true,
    withdrawMethods: ['CPF'],
    wagersTopUps: false,
    countsWithdrawals: false,
    grantsGifts: false,
    levelsByTopUp: false,
    paysReferrals: false,
    givesPromotions: false,
  },
} satisfies Record<string, ArticlePolicy>

/** The articles under a policy and these numbers. */
export const shownIn = async (
  language: Language,
  { policy, set = rules }: { policy?: keyof typeof policies; set?: Rules } = {},
) =>
  articlesInForce(await readArticles(language), {
    policy: policies[policy ?? 'spec'],
    figures: figuresSet(set, language),
  })
