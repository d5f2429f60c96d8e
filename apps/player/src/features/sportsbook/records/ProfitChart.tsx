import type { Calls } from '@palpite/contract'
import { profitBars } from './profit-bars.ts'

export type ProfitPeriod = Calls['GET /api/app/sportsbook/profit']['data'][number]

const [width, height] = [320, 140]
/** A bar's share of its period's width. */
const filled = 0.7

/** Each period's result as bars. The table beside it has the same figures. */
export function ProfitChart({ periods }: { periods: readonly ProfitPeriod[] }) {
  const { bars, zero } = profitBars(periods)
  const step = width / periods.length
  const placeOf = (startsOn: string) => periods.findIndex((period) => period.startsOn === startsOn)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="h-140 w-full">
      {bars.map((bar) => (
        <rect
          key={bar.startsOn}
          data-gain={bar.isGain || undefined}
          className="fill-current text-loss data-gain:text-win"
          x={(placeOf(bar.startsOn) + (1 - filled) / 2) * step}
          y={bar.top * height}
          width={step * filled}
          height={bar.height * height}
          rx="1"
        />
      ))}
      <line x1="0" x2={width} y1={zero * height} y2={zero * height} className="stroke-current text-text-2" />
    </svg>
  )
}
