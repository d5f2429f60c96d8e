import type { BreakLength } from '@palpite/contract'

const hourMs = 3_600_000
const hours: Partial<Record<BreakLength, number>> = {
  '24h': 24,
  '48h': 48,
  '7d': 168,
  '30d': 720,
  '6w': 1008,
}
const months: Partial<Record<BreakLength, number>> = { '3m': 3, '6m': 6, '12m': 12, '5y': 60 }

/**
 * When a break that begins now would end, for telling it beforehand; the server says what holds. Months are those of the
 * calendar, and end with a shorter month. Null is for good.
 */
export const breakEnd = (length: BreakLength, nowMs: number): number | null => {
  const ofHours = hours[length]
  if (ofHours !== undefined) return nowMs + ofHours * hourMs
  const ofMonths = months[length]
  if (ofMonths === undefined) return null
  const end = new Date(nowMs)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + ofMonths)
  if (end.getUTCDate() !== day) end.setUTCDate(0) // there is no such day in that month: its last one
  return end.getTime()
}
