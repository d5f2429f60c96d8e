import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'

/** The source of bonus grants from top-ups; their source id is the provider's id of the payment. */
export const TOPUP = 'topup'

/** How often a top-up and its bonus must be wagered before they can be withdrawn. */
export type Wagering = { main: number; bonus: number }

/**
 * The cashier's settings; operators can change those listed in `cashierSettingsDefinition`. The defaults
 * below are the numbers of docs/specification.md where it names one; the others are ours.
 */
export type CashierSettings = {
  /** The lifetime of a PIX charge (SPEC §3: pay within 30 minutes). */
  orderLifeSeconds: number
  /** The text that the payer's bank shows with a charge. */
  chargeText: string
  /** An open order is answered again instead of opening another while this much of its life is left. */
  orderReuseSeconds: number
  openOrdersMax: number
  /** The bounds of amounts that players choose without a package. */
  ownAmountMinCents: number
  ownAmountMaxCents: number
  wagering: Wagering
  /** Wagering of the bonus panel's package. */
  panelWagering: Wagering
  /** The daily limit of gifts of first top-ups: once it is reached, none is offered until the next day. */
  firstGiftsADayCents: number
  withdrawMinCents: number
  withdrawMaxCents: number
  /** A repeated identical withdrawal within this time is treated as the same one. */
  withdrawRepeatSeconds: number
  /** The number of withdrawals shown as left where the policy does not count them. */
  withdrawsUncounted: number
  /**
   * Both apply to the amount that a player withdraws in a day: up to the first it is sent without review, above the
   * second always with one, and in between only if a rule flags it.
   */
  reviewSmallCents: number
  reviewAboveCents: number
  /**
   * For a politically exposed person: withdrawals above it in a day are reviewed, and top-ups above it wait until
   * operators have reviewed the person.
   */
  exposedReviewAboveCents: number
  /** If a player withdraws more than this in a day, a review needs the approval of two operators. */
  twoOperatorsAboveCents: number
  /** Winnings of a day, or of a day and the day before, from which they count as a big win. */
  bigWinCents: number
  /**
   * Money topped up or received since yesterday leaves too fast if the settled stakes are less than this multiple of
   * it, in hundredths.
   */
  fastTimesE2: number
  /** Above it in a day, a payout to a new key waits this long after the key was first used. */
  newKeyWaitAboveCents: number
  newKeyWaitSeconds: number
  /**
   * How long withdrawals to others wait, and transfers are refused, after a change of password or e-mail or an
   * operator's removal of the second factor.
   */
  newSecretWaitSeconds: number
  /** The promised time of a withdrawal: if it is automatic, and if operators review it. */
  payoutPromiseSeconds: number
  reviewPromiseSeconds: number
  /** A webhook signed longer ago than this, or this far ahead, is rejected. */
  webhookAgeSeconds: number
  /** Time-out of a call to the bank. */
  bankTimeoutMs: number
  /** This many unanswered calls in a row take a bank out of the choice, for this long. */
  providerFailures: number
  providerRestSeconds: number
  /** How long a claimed piece of work stays with its worker: longer than any call to the bank. */
  leaseSeconds: number
  /**
   * A payout that may be under way does not count as failed before the bank has reported nothing about it for this
   * long.
   */
  payoutQuietSeconds: number
  /** A payout whose outcome is unknown for this long raises an alarm. */
  payoutAlarmSeconds: number
  /** Whether players may transfer money to each other, the minimum, and the daily limit. */
  takesTransfers: boolean
  transferMinCents: number
  transferDayMaxCents: number
  /** How long a quote of USDT is shown at most, and its grace period after that. */
  usdtQuoteSeconds: number
  usdtGraceSeconds: number
  /** The greatest age of a rate used for a quote, a payout or a credit. */
  usdtRateMaxAgeSeconds: number
  /** Confirmations after which a payout in USDT counts as paid (or as failed). */
  usdtConfirmations: { TRC20: number; ERC20: number }
  /** A transaction without a block for this long is replaced with a higher fee, up to this maximum. */
  usdtStuckSeconds: number
  usdtMaxFeeGwei: number
  /** A hot wallet with less USDT than this raises an alarm. */
  usdtWalletMin: number
  /**
   * Whether players may top up in USDT; the smallest amount credited automatically, in millionths; how long the rate
   * shown with an address is valid, and for how many millionths at most.
   */
  takesUsdtTopUps: boolean
  usdtTopUpMinMicros: number
  usdtTopUpRateSeconds: number
  usdtTopUpRateMaxMicros: number
  /** How many blocks a credited transfer is followed: if the chain loses it within them, the player owes a debt. */
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
  // SPEC §9: the fastest payout takes ten minutes. Brazil allows at most two hours.
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
  // TRON: 19 of 27 confirm a block finally. Ethereum: two epochs.
  usdtConfirmations: { TRC20: 19, ERC20: 64 },
  usdtStuckSeconds: 180,
  usdtMaxFeeGwei: 200,
  usdtWalletMin: 1_000,
  takesUsdtTopUps: false,
  usdtTopUpMinMicros: 5_000_000,
  usdtTopUpRateSeconds: 900,
  // If the rate falls by a tenth meanwhile, the house loses about R$ 500.
  usdtTopUpRateMaxMicros: 1_000_000_000,
  // About six hours each.
  usdtFollowBlocks: { TRC20: 7_200, ERC20: 1_800 },
  usdtWatchEveryMs: 5_000,
  reconcileEveryMs: 20_000,
  recordsPage: 20,
}

const seconds = z.int().min(1).max(86_400)
const bound = z.int().min(0).max(100_000_000)

/** The settings that operators can change; in force for orders and withdrawals from the next list on. */
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
