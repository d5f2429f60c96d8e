import type { UsdtNetwork } from '@palpite/money/usdt'
import { batches } from '../platform/batches.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import type { Job } from '../platform/schedule.ts'
import { cashierOf } from './cashier-of.ts'
import type { Cashier, CashierNeeds } from './cashier.ts'
import { askBanks, type BankAnswer } from './books/reconcile.ts'
import { hookRoutes } from './webhooks/routes.ts'
import { updateToReplayed } from './webhooks/queries.ts'
import { cashierJobs } from './jobs.ts'
import { openSettings } from '../platform/settings.ts'
import { payPageRoutes } from './pay-page/pay-page-routes.ts'
import { type DecideReviews, decideReviews, readReviews, readUnderWay } from './withdrawals/reviews.ts'
import { cashierRoutes } from './routes.ts'
import { cashierSettingsDefinition } from './settings.ts'
import { getPrices, ownAmountOf, rulesOf, type PricesRequest } from './orders/prices.ts'
import { type OpenCharge, updateToOpen } from './orders/order-queries.ts'
import { openOrders, type OpenOrder } from './orders/open-orders.ts'
import { type TransferMoney, transferMoney } from './withdrawals/transfer-money.ts'
import { readUsdtTopUps, showAddress } from './usdt-topups/show-address.ts'
import { readWithdrawLimits } from './withdrawals/read-limits.ts'
import { requestWithdrawals } from './withdrawals/request-withdrawals.ts'
import type { RequestWithdrawal } from './withdrawals/rules.ts'
import { type SettlePayout, settlePayout } from './withdrawals/end-withdrawals.ts'

export { cashierPersonalData, updateDetailsDeleted } from './personal-data-queries.ts'
export {
  selectPlayerOrders,
  selectPlayerWithdrawals,
  selectTransfersReceived,
  selectTransfersSent,
} from './timeline-queries.ts'
export {
  discountGranted,
  topupCredited,
  topupRefund,
  topupReturning,
  topupReversed,
  transferReceived,
  withdrawalChanged,
} from './events.ts'
export {
  deleteDiscountRules as unplanDiscounts,
  deletePackageRules as unplanPackages,
  type DiscountRule,
  type PackageRule,
  selectBoughtPackages as readBoughtPackages,
  selectDiscountRules as readDiscountRules,
  selectPackageRules as readPackageRules,
  selectPaidPrices as readPaidPrices,
} from './orders/package-queries.ts'
export {
  type Period,
  planDiscounts,
  readUnfitDiscount,
  replayDiscountsCents,
} from './orders/plan-discounts.ts'
export { planPackages, readUnfitPackage, replayGiftsCents } from './orders/plan-packages.ts'
export { LEAST_COST_BPS } from './orders/rules.ts'
export { grantDiscounts, readDiscounts, getPrices } from './orders/prices.ts'
export {
  cashierClearing,
  cashierRecordExists,
  insertRepeatedException as noteRepeatedException,
  selectMoneyDays as readMoneyDays,
  selectOpenExceptions as readOpenExceptions,
  updateOwner as ownException,
  updateToClosed as closeException,
} from './queries.ts'
export { hiddenKey, type RequestWithdrawal } from './withdrawals/rules.ts'
export {
  insertBankOwn as setBankOwn,
  selectOrderAtBank as readOrderAtBank,
  selectOrdersNamed as readOrdersNamed,
  selectUnmatchedNamed as readUnmatchedNamed,
} from './books/queries.ts'
export { readWebhookQueue } from './webhooks/queries.ts'
export {
  readBankMessages,
  readParkedWebhooks,
  readWebhook,
  type WebhookSummary,
} from './read-bank-messages.ts'
export { holdWithdrawals } from './withdrawals/reviews.ts'
export { requestRefunds } from './orders/request-refunds.ts'
export {
  selectOrderPayments as readOrderPayments,
  selectUnmatchedPayments as readUnmatchedPayments,
} from './orders/refund-queries.ts'
export { decideUncredited } from './usdt-topups/credit-transfers.ts'
export {
  selectPlayersPaying as readPlayersPaying,
  selectUncredited as readUncredited,
} from './usdt-topups/uncredited-queries.ts'
export { insertLeft as setUsdtLeft } from './usdt-topups/queries.ts'
export { insertDenied as denyAddress } from './rails/queries.ts'
export { readCashSums, readLastPayments } from './read-records.ts'
export {
  selectFirstGiftDays as readFirstGiftDays,
  selectPayTraits as readPayTraits,
  selectTopUpDays as readTopUpDays,
  selectTopUpsBetween as readTopUpsBetween,
} from './orders/topup-queries.ts'
export { selectWaitingOrders as readWaitingOrders } from './orders/order-queries.ts'
export { readDeposited, readProven } from './orders/open-orders.ts'
export {
  selectFailedOf as readFailedWithdrawals,
  selectIsRefused as isLastWithdrawalRefused,
} from './withdrawals/queries.ts'
export type { CashierNeeds } from './cashier.ts'
export { type CashierSettings, cashierSettingsDefinition } from './settings.ts'

/** A bank that does not answer delays only those who ask about its orders. */
const BANKS_ASKED_AT_ONCE = 4

/**
 * Opens the module: top-ups, withdrawals, the bank's webhooks and the payment page. `jobs` starts the background
 * work. No payout is sent before `haltPayouts(false)`, which follows the verification of the ledger, nor after
 * `haltPayouts(true)`: withdrawals still hold their money, and payouts under way are still followed.
 */
export function openCashier(deps: Deps, needs: CashierNeeds) {
  const { cashier, wakers, payoutsHalted } = cashierOf(deps, needs)
  let isHalted = true
  payoutsHalted(isHalted)
  const inForce = openSettings(cashierSettingsDefinition, needs.settings)
  /** The cashier with the settings in force for this list of requests. */
  const current = async () => ({ ...cashier, settings: await inForce.read(deps.db) })
  const commands = {
    showUsdtAddress: async (request: { playerId: number; network: UsdtNetwork }) =>
      showAddress(await current(), request),
    readUsdtTopUps: async (playerId: number) => readUsdtTopUps(await current(), playerId),
    openOrder: batches({
      patienceMs: deps.config.PATIENCE_MS,
      run: async (requests: readonly OpenOrder[]) => openOrders(await current(), requests),
    }),
    keepCharge: batches({
      patienceMs: deps.config.PATIENCE_MS,
      run: async (charges: readonly OpenCharge[]) => {
        await updateToOpen(deps.db, charges)
        return charges.map(() => null)
      },
    }),
    readPrices: async (request: PricesRequest) => getPrices(await current(), request),
    readOwnAmount: async () => ownAmountOf(await current()),
    readRules: async () => rulesOf(await current()),
    readLimits: batches({
      patienceMs: deps.config.PATIENCE_MS,
      run: async (playerIds: readonly number[]) => readWithdrawLimits(await current(), playerIds),
    }),
    requestWithdrawal: batches({
      patienceMs: deps.config.PATIENCE_MS,
      run: async (requests: readonly RequestWithdrawal[]) => requestWithdrawals(await current(), requests),
    }),
    transferMoney: batches({
      patienceMs: deps.config.PATIENCE_MS,
      run: async (requests: readonly TransferMoney[]) => transferMoney(await current(), requests),
    }),
  }
  return {
    routes: (api: Api): void => {
      cashierRoutes(api, cashier, commands)
      hookRoutes(api.app, cashier)
      payPageRoutes(api, cashier)
    },
    jobs: (): Pick<Job, 'stop'>[] => cashierJobs(cashier, { wakers, isHalted: () => isHalted, current }),
    requestWithdrawal: commands.requestWithdrawal,
    reviews: {
      read: readReviews,
      readUnderWay,
      decide: (tx: Tx, request: DecideReviews) => decideReviews(cashier, tx, request),
      settle: (tx: Tx, request: SettlePayout) => settlePayout(cashier, tx, request),
    },
    bank: bankQuestions(cashier, current),
    haltPayouts: (halted: boolean): void => {
      isHalted = halted
      payoutsHalted(halted)
      if (!halted) wakers.payouts()
    },
  }
}

/** The checks at banks that operators request, and the replay of parked webhooks. */
const bankQuestions = (cashier: Cashier, current: () => Promise<Cashier>) => ({
  /** Asks the bank about an order or a withdrawal; concurrent requests for one share one call. */
  ask: batches<string, BankAnswer>({
    patienceMs: cashier.settings.bankTimeoutMs + cashier.deps.config.PATIENCE_MS, // the caller waits for the bank
    key: (orderId) => orderId,
    concurrency: BANKS_ASKED_AT_ONCE,
    minList: 1,
    run: async (orderIds) => askBanks(await current(), orderIds),
  }),
  /** Replays parked webhooks once this transaction is committed; answers which of these were parked. */
  replay: async (tx: Tx, webhookIds: readonly number[]): Promise<number[]> => {
    tx.afterCommit(cashier.wakeHooks)
    return (await updateToReplayed(tx, webhookIds)).map(({ id }) => id)
  },
})

/** The checks at banks that operators can request. */
export type BankQuestions = ReturnType<typeof bankQuestions>

/** The withdrawal reviews of operators. */
export type WithdrawalReviews = ReturnType<typeof openCashier>['reviews']
