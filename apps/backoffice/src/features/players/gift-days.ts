import { useState } from 'react'

const DAY_MS = 86_400_000
const MAX_DAYS = 90

/** A number of days from 1 to 90 as typed. */
export const areDays = (typed: string): boolean => /^[1-9]\d?$/.test(typed) && Number(typed) <= MAX_DAYS

/**
 * When a gift of so many days ends, the same whenever a request is sent again: with another end the server would refuse
 * the repeated request.
 */
export function useGiftEnd(): (requestId: string, days: string) => string {
  const [sent, setSent] = useState({ requestId: '', at: 0 })
  return (requestId, days) => {
    const at = sent.requestId === requestId ? sent.at : Date.now()
    setSent({ requestId, at })
    return new Date(at + Number(days) * DAY_MS).toISOString()
  }
}
