import { deviceKeys } from './device-keys.ts'

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

type Paid = { orderId: string; amount: number; czflag: number }

/**
 * A top-up was credited: its time is kept, and a first one (`czflag` 0) is an entry `Purchase` of the data layer, with what
 * shops measure, where the player allows it (SPEC §4).
 */
export const notePaid = ({ orderId, amount, czflag }: Paid): void => {
  localStorage.setItem(lastPaidKey, String(Date.now()))
  if (czflag !== 0 || !mayMeasure()) return
  globalThis.dataLayer ??= []
  globalThis.dataLayer.push({
    event: 'Purchase',
    ecommerce: { transaction_id: orderId, value: amount, currency: 'BRL' },
  })
}

/** How long ago the last top-up was credited on this device, in milliseconds; without one it is endless. */
export const sincePaidMs = (): number => Date.now() - Number(localStorage.getItem(lastPaidKey) ?? -Infinity)
