import { deviceKeys } from './device-keys.ts'
import { type Break, breakFor } from './limits.ts'

const consentKey = deviceKeys.measuring
const lastPaidKey = deviceKeys.lastPaid

declare global {
  /** Where an operator's own measuring reads from. Nothing here is loaded from elsewhere. */
  var dataLayer: object[] | undefined
}

/** Whether the player lets purchases be measured; not, until they say so. */
export const mayMeasure = (): boolean => localStorage.getItem(consentKey) === 'yes'

export const allowMeasuring = (isAllowed: boolean): void => {
  if (isAllowed) localStorage.setItem(consentKey, 'yes')
  else localStorage.removeItem(consentKey)
}

export type Paid = { orderId: string; amount: number; czflag: number }

/** A top-up was credited: its time is kept (SPEC §4). */
export const notePaid = (): void => localStorage.setItem(lastPaidKey, String(Date.now()))

/** Whether this top-up would be measured: a first one (`czflag` 0), of a player who allows it. */
export const isMeasured = ({ czflag }: Paid): boolean => czflag === 0 && mayMeasure()

/**
 * An entry `Purchase` of the data layer, with what shops measure. `breaks` are those of the player as they are now: of a player
 * on a time-out, excluded or impeded nothing is measured, nor where nobody knows.
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

/** How long ago the last top-up was credited on this device, in milliseconds; without one it is endless. */
export const sincePaidMs = (): number => Date.now() - Number(localStorage.getItem(lastPaidKey) ?? -Infinity)
