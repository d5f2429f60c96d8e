/** The chips of a room, in cents. */
export const chips = [100, 200, 500, 1000, 5000, 10_000] as const

/** The default chip. */
export const firstChipCents = 500

/** The next smaller or larger chip; the same at either end. */
export const chipBeside = (cents: number, step: -1 | 1): number => {
  const at = chips.findIndex((chip) => chip === cents)
  return chips[at + step] ?? cents
}
