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

/** How much of it is shown after so long: fast first, all of it at the end. */
export const countUpAt = (count: number, elapsedMs: number, durationMs: number = countUpMs): number => {
  const share = durationMs <= 0 ? 1 : Math.min(1, Math.max(0, elapsedMs / durationMs))
  return share === 1 ? count : Math.floor(count * (1 - (1 - share) ** 3))
}
