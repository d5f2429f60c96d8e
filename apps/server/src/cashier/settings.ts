import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'

/** How wagering knows a grant that a top-up brought: this, and the id of its Pix. */
export const TOPUP = 'topup'

/** How many times a top-up and its bonus are to be wagered before they may be withdrawn. */
export type Wagering = { main: number; bonus: number }

/** What an operator may set. Numbers of the specification and of READINGS are the defaults below. */
export type CashierSettings = {
  /** A PIX charge lives this long (SPEC §3: pay within 30 minutes). */
  orderLifeSeconds: number
  /** What the payer's bank shows beside a charge. */
  chargeText: string
  /** An open order is shown again instead of opening another, while this much of its life is left. */
  orderReuseSeconds: number
  openOrdersMax: number
  /** Between which amounts players may top up without a package. */
  ownAmountMinCents: number
  ownAmountMaxCents: number
  wagering: Wagering
  /** The bonus panel's package. */
  panelWagering: Wagering
  /** The most that gifts of first top-ups may come to in a day: once it is reached none is offered until the next. */
  firstGiftsADayCents: number
  withdrawMinCents: number
  withdrawMaxCents: number
  /** The same withdrawal asked for again within this time is the same withdrawal. */
  withdrawRepeatSeconds: number
  /** What the limits show as left where the policy does not count withdrawals. */
  withdrawsUncounted: number
  /** All three by what a player withdraws in a day: up to so much it is sent without a look; beyond it when nothing speaks
   * against it; above the next never. */
  reviewSmallCents: number
  reviewAboveCents: number
  /**
   * The same of a politically exposed person: what is withdrawn above it in a day is looked at by operators, and no more is topped up in a
   * day before they have looked at the person.
   */
  exposedReviewAboveCents: number
  /** Above it two operators have to say yes. */
  twoOperatorsAboveCents: number
  /** So much won in a day, or in it and the one before, is a big win. */
  bigWinCents: number
  /** What was topped up or given by others since yesterday is out too fast if less than so much of it was settled as stakes, in hundredths. */
  fastTimesE2: number
  /** Above it in a day a payout to a key that is new waits, so long after the key was first used. */
  newKeyWaitAboveCents: number
  newKeyWaitSeconds: number
  /** After another password or e-mail, or a second factor that operators took away, withdrawals to others wait so long, and nothing is given to other players. */
  newSecretWaitSeconds: number
  /** When a withdrawal is promised to be sent by: by itself, and when operators look at it. */
  payoutPromiseSeconds: number
  reviewPromiseSeconds: number
  /** A webhook signed longer ago than this, or this far ahead, is not believed. */
  webhookAgeSeconds: number
  /** How long a call to the bank may take. */
  bankTimeoutMs: number
  /** So many calls in a row that a bank does not answer take it out of the choice, for so long. */
  providerFailures: number
  providerRestSeconds: number
  /** How long a claimed piece of work stays with whoever claimed it: longer than any call to the bank. */
  leaseSeconds: number
  /** A payout that may be on its way is not called failed before the bank has been silent about it this long. */
  payoutQuietSeconds: number
  /** A payout that nobody knows the fate of for this long raises an alarm. */
  payoutAlarmSeconds: number
  /** Whether players may give money to one another, from how much at once, and how much a day. */
  takesTransfers: boolean
  transferMinCents: number
  transferDayMaxCents: number
  /** How long a quote of USDT is shown at most, and how long after that it still holds for whoever saw it. */
  usdtQuoteSeconds: number
  usdtGraceSeconds: number
  /** How old a rate may be that anything is quoted, paid or credited at. */
  usdtRateMaxAgeSeconds: number
  /** So many blocks deep, a payout in USDT counts as paid (or as failed). */
  usdtConfirmations: { TRC20: number; ERC20: number }
  /** After so long without a block a transaction is replaced for a higher fee, up to this one. */
  usdtStuckSeconds: number
  usdtMaxFeeGwei: number
  /** A hot wallet with fewer USDT than these raises an alarm. */
  usdtWalletMin: number
  /** Whether players may pay in USDT; the least that is credited, in millionths; how long the rate beside an address holds,
   * and for how many millionths at most. */
  takesUsdtTopUps: boolean
  usdtTopUpMinMicros: number
  usdtTopUpRateSeconds: number
  usdtTopUpRateMaxMicros: number
  /** A credited transfer is followed so many blocks: until then a chain that loses it makes a debt. */
  usdtFollowBlocks: { TRC20: number; ERC20: number }
  usdtWatchEveryMs: number
  reconcileEveryMs: number
  recordsPage: number
}

export const cashierDefaults: CashierSettings = {
  orderLifeSeconds: 1800,
  chargeText: 'Depósito Palpite',
  orderReuseSeconds: 120,
  openOrdersMax: 5,
  ownAmountMinCents: 1_000,
  ownAmountMaxCents: 500_000,
  wagering: { main: 1, bonus: 2 },
  panelWagering: { main: 1, bonus: 1 },
  firstGiftsADayCents: 5_000_000,
  withdrawMinCents: 5_000,
  withdrawMaxCents: 1_000_000,
  withdrawRepeatSeconds: 10,
  withdrawsUncounted: 99,
  reviewSmallCents: 20_000,
  reviewAboveCents: 200_000,
  exposedReviewAboveCents: 50_000,
  twoOperatorsAboveCents: 500_000,
  bigWinCents: 500_000,
  fastTimesE2: 150,
  newKeyWaitAboveCents: 100_000,
  newKeyWaitSeconds: 86_400,
  newSecretWaitSeconds: 86_400,
  // SPEC §9: the fastest payout takes ten minutes. Two hours is what Brazil allows a payout at most.
  payoutPromiseSeconds: 600,
  reviewPromiseSeconds: 7_200,
  webhookAgeSeconds: 300,
  bankTimeoutMs: 15_000,
  providerFailures: 3,
  providerRestSeconds: 30,
  leaseSeconds: 60,
  payoutQuietSeconds: 120,
  payoutAlarmSeconds: 600,
  takesTransfers: false,
  transferMinCents: 1_000,
  transferDayMaxCents: 100_000,
  usdtQuoteSeconds: 60,
  usdtGraceSeconds: 60,
  usdtRateMaxAgeSeconds: 300,
  // TRON: 19 of 27 confirm a block for good. Ethereum: two epochs.
  usdtConfirmations: { TRC20: 19, ERC20: 64 },
  usdtStuckSeconds: 180,
  usdtMaxFeeGwei: 200,
  usdtWalletMin: 1_000,
  takesUsdtTopUps: false,
  usdtTopUpMinMicros: 5_000_000,
  usdtTopUpRateSeconds: 900,
  // What a rate that falls by a tenth meanwhile costs the house: some R$ 500.
  usdtTopUpRateMaxMicros: 1_000_000_000,
  // About six hours of either.
  usdtFollowBlocks: { TRC20: 7_200, ERC20: 1_800 },
  usdtWatchEveryMs: 5_000,
  reconcileEveryMs: 20_000,
  recordsPage: 20,
}

const seconds = z.int().min(1).max(86_400)
const bound = z.int().min(0).max(100_000_000)

/** What operators may set of these: the numbers that orders and withdrawals are decided by, from the next list on. */
export const cashierSettingsDefinition = defineSettings(
  { module: 'cashier', takesEffect: 'at_once', defaults: cashierDefaults },
  {
    firstGiftsADayCents: z.int().min(0).max(1_000_000_000),
    withdrawMinCents: z.int().min(1).max(100_000_000),
    withdrawMaxCents: z.int().min(1).max(100_000_000),
    withdrawRepeatSeconds: seconds,
    openOrdersMax: z.int().min(1).max(100),
    ownAmountMinCents: z.int().min(1).max(100_000_000),
    ownAmountMaxCents: z.int().min(1).max(100_000_000),
    orderReuseSeconds: seconds,
    reviewSmallCents: bound,
    reviewAboveCents: bound,
    exposedReviewAboveCents: bound,
    twoOperatorsAboveCents: bound,
    bigWinCents: bound,
    fastTimesE2: z.int().min(0).max(10_000),
    newKeyWaitAboveCents: bound,
    newKeyWaitSeconds: z
      .int()
      .min(0)
      .max(30 * 86_400),
    newSecretWaitSeconds: z
      .int()
      .min(0)
      .max(30 * 86_400),
    payoutPromiseSeconds: seconds,
    reviewPromiseSeconds: z
      .int()
      .min(1)
      .max(30 * 86_400),
    usdtWalletMin: z.int().min(0).max(100_000_000),
    takesTransfers: z.boolean(),
    takesUsdtTopUps: z.boolean(),
    usdtRateMaxAgeSeconds: seconds,
    usdtTopUpRateSeconds: seconds,
    usdtTopUpRateMaxMicros: z.int().min(1_000_000).max(1_000_000_000_000),
    transferMinCents: z.int().min(1).max(100_000_000),
    transferDayMaxCents: z.int().min(1).max(100_000_000),
  },
  (value) => {
    if (value.withdrawMinCents > value.withdrawMaxCents) return 'withdrawMinCents'
    if (value.ownAmountMinCents > value.ownAmountMaxCents) return 'ownAmountMinCents'
    if (value.reviewSmallCents > value.reviewAboveCents) return 'reviewSmallCents'
    return value.reviewAboveCents > value.twoOperatorsAboveCents ? 'reviewAboveCents' : undefined
  },
)
