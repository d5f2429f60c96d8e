import type { Deps } from '../platform/deps.ts'
import { openAlarms } from './alarms.ts'
import type { Cashier, CashierNeeds } from './cashier.ts'
import { providersOf } from './rails/providers.ts'
import { cashierDefaults } from './settings.ts'
import { closedUsdtRail, usdtRail, usdtFromConfig } from './rails/usdt-rail.ts'

/** Wakes the module's jobs; does nothing before they are started. */
export type Wakers = { payouts: () => void; hooks: () => void }

/** Builds what the commands receive from what the composition provides. */
export function cashierOf(deps: Deps, needs: CashierNeeds) {
  const settings = { ...cashierDefaults, ...needs.settings }
  const wakers: Wakers = { payouts: () => {}, hooks: () => {} }
  const alarms = openAlarms(deps)
  const providers = providersOf(deps, {
    alarm: alarms.alarm,
    gateway: needs.gateway,
    timeoutMs: settings.bankTimeoutMs,
    failures: settings.providerFailures,
    restSeconds: settings.providerRestSeconds,
  })
  const usdt = needs.usdt ?? usdtFromConfig(deps, settings)
  const cashier: Cashier = {
    deps,
    policy: needs.policy,
    readVipTerms: needs.readVipTerms,
    inGame: needs.inGame,
    proofs: needs.proofs,
    payees: needs.payees,
    providers,
    rails: { usdt: usdt.works ? usdtRail(deps, usdt.works) : closedUsdtRail() },
    usdt,
    settings,
    alarm: alarms.alarm,
    unknownPayouts: alarms.unknownPayouts,
    lateWithdrawals: alarms.lateWithdrawals,
    waitingUsdt: alarms.waitingUsdt,
    wakePayouts: () => wakers.payouts(),
    wakeHooks: () => wakers.hooks(),
  }
  return { cashier, wakers, payoutsHalted: alarms.payoutsHalted }
}
