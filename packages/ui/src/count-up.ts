/** The default duration of counting. */
export const countUpMs = 2000

const units = [
  { from: 1e9, sign: 'B+' },
  { from: 1e6, sign: 'M+' },
  { from: 1e3, sign: 'K+' },
] as const

/** A count in its largest unit, rounded down, so that the plus is true: 1234 is "1K+". Below a thousand unchanged. */
export const countUpText = (count: number): string => {
  const unit = units.find(({ from }) => count >= from)
  return unit ? `${Math.floor(count / unit.from)}${unit.sign}` : String(Math.floor(count))
}

/** The duration, and the start value: a growing number continues from what is shown. */
type Way = { durationMs?: number; from?: number }

/** The shown value after so long: fast first, complete at the end. A smaller one is shown at once. */
export const countUpAt = (
  count: number,
  elapsedMs: number,
  { durationMs = countUpMs, from = 0 }: Way = {},
): number => {
  const share = durationMs <= 0 ? 1 : Math.min(1, Math.max(0, elapsedMs / durationMs))
  return share === 1 || from >= count ? count : from + Math.floor((count - from) * (1 - (1 - share) ** 3))
}
