/** How long a number counts up where nothing else is said. */
export const countUpMs = 2000

const units = [
  { from: 1e9, sign: 'B+' },
  { from: 1e6, sign: 'M+' },
  { from: 1e3, sign: 'K+' },
] as const

/** A count in its greatest unit, rounded down, so that the plus is true: 1234 is "1K+". Below a thousand it is itself. */
export const countUpText = (count: number): string => {
  const unit = units.find(({ from }) => count >= from)
  return unit ? `${Math.floor(count / unit.from)}${unit.sign}` : String(Math.floor(count))
}

/** How long it takes, and the number it goes on from: one that grows while it is looked at never begins anew. */
type Way = { durationMs?: number; from?: number }

/** How much of it is shown after so long: fast first, all of it at the end. One that became less is shown at once. */
export const countUpAt = (
  count: number,
  elapsedMs: number,
  { durationMs = countUpMs, from = 0 }: Way = {},
): number => {
  const share = durationMs <= 0 ? 1 : Math.min(1, Math.max(0, elapsedMs / durationMs))
  return share === 1 || from >= count ? count : from + Math.floor((count - from) * (1 - (1 - share) ** 3))
}
