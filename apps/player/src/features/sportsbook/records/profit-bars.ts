/** A period's figures for its bar. */
type Figures = { startsOn: string; stakeCents: number; returnCents: number }

/** A bar in fractions of the drawing: top and height. */
export type Bar = { startsOn: string; top: number; height: number; isGain: boolean }

/** A bar per period, up for a gain, down for a loss, on one scale filled by the largest. `zero` is the base line. */
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
