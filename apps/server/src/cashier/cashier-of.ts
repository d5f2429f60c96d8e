import type { House } from '../platform/house.ts'
import { openAlarms } from './alarms.ts'
import type { Cashier } from './cashier.ts'
import { gatewayFromConfig } from './gateway/index.ts'
import { type CashierNeeds, levelZero } from './needs.ts'
import { cashierDefaults } from './settings.ts'

/** How the jobs of this room are woken; nobody to wake before they are started. */
export type Wakers = { payouts: () => void; hooks: () => void }

/** Puts together what the deeds are given, from what the joiner gave. */
export function cashierOf(house: House, needs: CashierNeeds) {
  const settings = { ...cashierDefaults, ...needs.settings }
  const wakers: Wakers = { payouts: () => {}, hooks: () => {} }
  const alarms = openAlarms(house)
  const cashier: Cashier = {
    house,
    policy: needs.policy,
    readVip: needs.readVip ?? (async () => levelZero),
    openRounds: needs.openRounds ?? (async () => new Set<number>()),
    gateway: needs.gateway ?? gatewayFromConfig(house.config, settings.bankTimeoutMs),
    settings,
    alarm: alarms.alarm,
    unknownPayouts: alarms.unknownPayouts,
    wakePayouts: () => wakers.payouts(),
    wakeHooks: () => wakers.hooks(),
  }
  return { cashier, wakers, payoutsHalted: alarms.payoutsHalted }
}
