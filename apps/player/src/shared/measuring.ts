import { deviceKeys } from './device-keys.ts'
import { type Break, breakFor } from './limits.ts'

const consentKey = deviceKeys.measuring
const lastPaidKey = deviceKeys.lastPaid

declare global {
  /** Read by an operator's own analytics. The app loads nothing from elsewhere. */
  var dataLayer: object[] | undefined
}

/** Whether the player allows purchase measuring; off by default. */
export const mayMeasure = (): boolean => localStorage.getItem(consentKey) === 'yes'

export const allowMeasuring = (isAllowed: boolean): void => {
  if (isAllowed) localStorage.setItem(consentKey, 'yes')
  else localStorage.removeItem(consentKey)
}

export type Paid = { orderId: string; amount: number; czflag: number }

/** A top-up was credited: its time is stored (SPEC §4). */
export const notePaid = (): void => localStorage.setItem(lastPaidKey, String(Date.now()))

/** Whether this top-up would be measured: the first (`czflag` 0) of a player who allows it. */
export const isMeasured = ({ czflag }: Paid): boolean => czflag === 0 && mayMeasure()

/**
 * Adds a data-layer entry `Purchase`. `breaks` are the player's current ones: on a time-out, exclusion or impediment,
 * or if unknown, nothing is measured.
 */
export const measurePurchase = (paid: Paid, breaks: readonly Break[] | undefined): void => {
  if (!isMeasured(paid) || breaks === undefined || breakFor(breaks, 'deposit')) return
  const { orderId, amount } = paid
  globalThis.dataLayer ??= []
  globalThis.dataLayer.push({
    event: 'Purchase',
    ecommerce: { transaction_id: orderId, value: amount, currency: 'BRL' },
  })
}

/** Milliseconds since the last top-up credited on this device; Infinity without one. */
export const sincePaidMs = (): number => Date.now() - Number(localStorage.getItem(lastPaidKey) ?? -Infinity)
