import { collectDebts } from '../ledger/index.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import type { Cashier } from './cashier.ts'
import type { Wakers } from './cashier-of.ts'
import { logMoney } from './money-log.ts'
import { openWebhooks } from './webhooks/handle-webhooks.ts'
import { webhookPath } from './webhooks/routes.ts'
import { openIdentities } from './rails/providers.ts'
import { reportDays } from './books/report-day.ts'
import { reconcile, reconcileReturns } from './books/reconcile.ts'
import { returnThirdPartyPayments, sendRefunds, watchRefunds } from './orders/send-refunds.ts'
import { endOrders } from './orders/waiting-orders.ts'
import { watchChains } from './usdt-topups/watch-chains.ts'
import { watchWallet } from './usdt-topups/compare-chains.ts'
import { openPayouts, watchPayouts } from './withdrawals/send-payouts.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

type Lanes = { run: () => Promise<void>; idle: () => Promise<void> }

/** `current`: the cashier with the settings in force, for jobs that use settings which operators can change. */
type Running = { wakers: Wakers; isHalted: () => boolean; current: () => Promise<Cashier> }

/** Starts the background jobs of this module. Each piece of work is claimed in the database. */
export function cashierJobs(cashier: Cashier, { wakers, isHalted, current }: Running): Pick<Job, 'stop'>[] {
  const { deps, providers, settings } = cashier
  const start = (name: string, everyMs: number, run: () => Promise<void>) =>
    schedule({ name: `cashier-${name}`, everyMs, log: deps.log, run })

  /** A job whose runs start work without waiting for it; stopping it waits for the work under way. */
  const startLanes = (name: string, lanes: Lanes): Job => {
    const { wake, stop } = start(name, SECOND, lanes.run)
    return {
      wake,
      stop: async () => {
        await stop()
        await lanes.idle()
      },
    }
  }
  const identities = openIdentities(cashier)
  const comparing = start('provider-names', 10 * MINUTE, identities.compare)
  comparing.wake()
  const isHeld = () => isHalted() || identities.areHeld()
  const payouts = startLanes('payouts', openPayouts(cashier, isHeld))
  const hooks = startLanes('webhooks', openWebhooks(cashier))
  Object.assign(wakers, { payouts: payouts.wake, hooks: hooks.wake })

  const registering = providers.all.map(({ name, gateway }) => {
    let isRegistered = false
    const register = async () => {
      if (isRegistered) return
      await gateway.registerWebhook(`${deps.config.publicUrl}${webhookPath(name)}`)
      isRegistered = true
    }
    return start(`registering-${name}`, SECOND, register)
  })
  for (const job of registering) job.wake()
  const reconciling = start('reconciling', settings.reconcileEveryMs, () => reconcile(cashier))
  reconciling.wake()
  return [
    payouts,
    hooks,
    start('payouts-watch', SECOND, () => watchPayouts(cashier)),
    comparing,
    ...registering,
    logMoney(deps),
    reconciling,
    start('strangers', settings.reconcileEveryMs, () => returnThirdPartyPayments(cashier, isHeld)),
    start('refunds', settings.reconcileEveryMs, () => sendRefunds(cashier, isHeld)),
    start('refunds-watch', MINUTE, () => watchRefunds(cashier)),
    start('returns', 10 * MINUTE, () => reconcileReturns(cashier)),
    start('day', 10 * MINUTE, () => reportDays(cashier)),
    start('hot-wallet', 10 * MINUTE, async () => watchWallet(await current())),
    start('chains', settings.usdtWatchEveryMs, async () => watchChains(await current())),
    start('orders', 5 * SECOND, async () => {
      await endOrders(cashier)
    }),
    start('debts', MINUTE, async () => {
      await collectDebts(deps)
    }),
  ]
}
