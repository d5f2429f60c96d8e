import type { UsdtNetwork } from '@palpite/money/usdt'
import { batches } from '../platform/batches.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import type { Job } from '../platform/schedule.ts'
import { cashierOf } from './cashier-of.ts'
import { hookRoutes } from './webhooks/routes.ts'
import { cashierJobs } from './jobs.ts'
import type { CashierNeeds } from './needs.ts'
import { openSettings } from '../platform/settings/settings.ts'
import { payPageRoutes } from './pay-page/pay-page-routes.ts'
import { type DecideReviews, decideReviews } from './withdrawals/decide-reviews.ts'
import { readReviews, readUnderWay } from './withdrawals/read-reviews.ts'
import { cashierRoutes } from './routes.ts'
import { cashierSettingsDefinition } from './settings.ts'
import { getPrices, ownAmountOf, rulesOf, type PricesRequest } from './orders/get-prices.ts'
import { type OpenCharge, updateToOpen } from './orders/order-queries.ts'
import { openOrders, type OpenOrder } from './orders/open-orders.ts'
import { type TransferMoney, transferMoney } from './withdrawals/transfer-money.ts'
import { readUsdtTopUps, showAddress } from './usdt-topups/show-address.ts'
import { readWithdrawLimits } from './withdrawals/read-limits.ts'
import { requestWithdrawals } from './withdrawals/request-withdrawals.ts'
import type { RequestWithdrawal } from './withdrawals/same-wish.ts'
import { type SettlePayout, settlePayout } from './withdrawals/settle-payout.ts'

export { cashierPersonalData, updateDetailsGone } from './personal-data-queries.ts'
export {
  discountGranted,
  topupCredited,
  topupRefund,
  topupReturning,
  topupReversed,
  transferReceived,
  withdrawalChanged,
} from './events.ts'
export { grantDiscounts } from './orders/discounts.ts'
export { readDiscounts } from './orders/discounts.ts'
export { cashierClearing } from './clearing.ts'
export { cashierRecordExists } from './records-queries.ts'
export { hiddenKey } from './withdrawals/rules.ts'
export {
  insertRepeatedException as noteRepeatedException,
  selectMoneyDays as readMoneyDays,
  selectOpenExceptions as readOpenExceptions,
  updateOwner as ownException,
  updateToClosed as closeException,
} from './exception-queries.ts'
export { insertBankOwn as setBankOwn } from './books/queries.ts'
export { giveBackPayments } from './orders/give-back.ts'
export {
  selectOrderPayments as readOrderPayments,
  selectUnmatchedPayments as readUnmatchedPayments,
} from './orders/refund-queries.ts'
export { decideUncredited } from './usdt-topups/decide-uncredited.ts'
export {
  selectPlayersPaying as readPlayersPaying,
  selectUncredited as readUncredited,
} from './usdt-topups/uncredited-queries.ts'
export { insertLeft as setUsdtLeft } from './usdt-topups/address-queries.ts'
export { insertDenied as denyAddress } from './rails/queries.ts'
export { readCashSums } from './read-records.ts'
export {
  selectFirstGiftDays as readFirstGiftDays,
  selectPayTraits as readPayTraits,
  selectTopUpDays as readTopUpDays,
  selectTopUpsBetween as readTopUpsBetween,
} from './orders/topup-queries.ts'
export { selectWaitingOrders as readWaitingOrders } from './orders/order-queries.ts'
export { readDeposited, readProven } from './orders/read-deposited.ts'
export { selectFailedOf as readFailedWithdrawals } from './withdrawals/queries.ts'
export type { RequestWithdrawal } from './withdrawals/same-wish.ts'
export type { CashierNeeds } from './needs.ts'
export { type CashierSettings, cashierSettingsDefinition } from './settings.ts'
export { getPrices } from './orders/get-prices.ts'

/**
 * Opens the module: top-ups, withdrawals, the bank's webhooks and the payment page. `jobs` starts what runs beside
 * the requests. No new money leaves before `haltPayouts(false)` says that the ledger was verified, nor after
 * `haltPayouts(true)`: requests still hold their money, and payouts under way are still followed.
 */
export function openCashier(deps: Deps, needs: CashierNeeds) {
  const { cashier, wakers, payoutsHalted } = cashierOf(deps, needs)
  let isHalted = true
  payoutsHalted(isHalted)
  const inForce = openSettings(cashierSettingsDefinition, needs.settings)
  /** The cashier with the numbers as they are in force for this list of requests. */
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
    jobs: (): Pick<Job, 'stop'>[] => cashierJobs(cashier, wakers, () => isHalted),
    requestWithdrawal: commands.requestWithdrawal,
    reviews: {
      read: readReviews,
      readUnderWay,
      decide: (tx: Tx, request: DecideReviews) => decideReviews(cashier, tx, request),
      settle: (tx: Tx, request: SettlePayout) => settlePayout(cashier, tx, request),
    },
    haltPayouts: (halted: boolean): void => {
      isHalted = halted
      payoutsHalted(halted)
      if (!halted) wakers.payouts()
    },
  }
}

/** What operators read and decide of withdrawals. */
export type WithdrawalReviews = ReturnType<typeof openCashier>['reviews']
