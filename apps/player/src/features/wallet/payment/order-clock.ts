const storageKey = 'paymentsBegun'
/** How long a payment page is good for (SPEC §3). */
const lifeMs = 30 * 60_000

/**
 * When the time to pay an order is over. The first sight of the order starts its clock: an order that is opened
 * again in its life is the same order, and its time goes on.
 */
export const orderEndsAt = (orderId: string, now: number): number => {
  const begun = Object.entries(readBegun()).filter(([, at]) => at + lifeMs > now)
  const known = begun.find(([id]) => id === orderId)?.[1]
  if (known !== undefined) return known + lifeMs
  sessionStorage.setItem(storageKey, JSON.stringify({ ...Object.fromEntries(begun), [orderId]: now }))
  return now + lifeMs
}

const readBegun = (): Record<string, number> =>
  // Written by the function above, for this tab only.
  JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
