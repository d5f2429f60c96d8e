import { type BreakLength, breakSpans } from '@palpite/contract'

const hourMs = 3_600_000
const msOf = { hour: hourMs, day: 24 * hourMs, week: 168 * hourMs }
const monthsOf = { month: 1, year: 12 }

/**
 * When a break starting now would end, for display; the server decides. Calendar months, clamped to shorter months.
 * Null is permanent.
 */
export const breakEnd = (length: BreakLength, nowMs: number): number | null => {
  const span = breakSpans[length]
  if (span === null) return null
  if (span.unit !== 'month' && span.unit !== 'year') return nowMs + span.count * msOf[span.unit]
  const end = new Date(nowMs)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + span.count * monthsOf[span.unit])
  if (end.getUTCDate() !== day) end.setUTCDate(0) // no such day in that month: its last one
  return end.getTime()
}
