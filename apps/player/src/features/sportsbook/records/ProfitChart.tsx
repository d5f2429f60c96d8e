import type { Calls } from '@palpite/contract'
import { profitBars } from './profit-bars.ts'

export type ProfitPeriod = Calls['GET /api/app/sportsbook/profit']['data'][number]

const [width, height] = [320, 140]
/** Of the room of a period its bar takes so much. */
const filled = 0.7

/** What each period brought, as bars from a line. The table beside it says the same in words. */
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
