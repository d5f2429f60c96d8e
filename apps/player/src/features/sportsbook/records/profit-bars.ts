/** The figures of a period that a bar is drawn by. */
type Figures = { startsOn: string; stakeCents: number; returnCents: number }

/** One bar, in shares of the drawing: where it begins from above, and how high it is. */
export type Bar = { startsOn: string; top: number; height: number; isGain: boolean }

/**
 * A bar for each period, up from the line of nothing for a gain, down for a loss, all on one scale that the largest of
 * them fills. `zero` is where that line is.
 */
export function profitBars(periods: readonly Figures[]): { bars: Bar[]; zero: number } {
  const nets = periods.map(({ stakeCents, returnCents }) => returnCents - stakeCents)
  const most = Math.max(0, ...nets)
  const span = most - Math.min(0, ...nets)
  const zero = span === 0 ? 0.5 : most / span
  const bars = periods.flatMap(({ startsOn }, at) => {
    const net = nets[at] ?? 0
    if (net === 0 || span === 0) return []
    const height = Math.abs(net) / span
    return [{ startsOn, top: net > 0 ? zero - height : zero, height, isGain: net > 0 }]
  })
  return { bars, zero }
}
