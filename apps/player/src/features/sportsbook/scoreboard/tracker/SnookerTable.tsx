import css from './tracker.module.css'
import { type Drawing, translateTo } from './drawing.ts'

const pockets = [
  [40, 32],
  [160, 29],
  [280, 32],
  [40, 148],
  [160, 151],
  [280, 148],
] as const

/** The maximum break is 147: the bars show each side's share. */
const greatestBreak = 147
const barWidth = 96

/** A snooker table: who is at it, and each side's points in the frame. */
export function SnookerTable({ state: { frames, isLastOpen, atTable } }: Drawing<'frames'>) {
  const [home, away] = (isLastOpen ? frames.at(-1) : undefined) ?? [0, 0]
  return (
    <g>
      <rect width="320" height="180" className="fill-surface-2" />
      <rect x="32" y="24" width="256" height="132" rx="8" className="fill-warn-tint" />
      <rect x="40" y="32" width="240" height="116" className="fill-win-tint" />
      <g className={css.lines}>
        <rect x="40" y="32" width="240" height="116" />
        <path d="M92 32v116M92 66a24 24 0 0 0 0 48" />
      </g>
      {pockets.map(([x, y]) => (
        <circle key={`${x}${y}`} cx={x} cy={y} r="5" className="fill-bg" />
      ))}
      {[home, away].map((points, at) => (
        <g key={at} transform={`translate(${at === 0 ? 56 : 168} 120)`}>
          <rect width={barWidth} height="8" rx="4" className="fill-bg/60" />
          <rect
            width={Math.min(barWidth, (points / greatestBreak) * barWidth)}
            height="8"
            rx="4"
            className={at === 0 ? 'fill-brand-line' : 'fill-info'}
          />
        </g>
      ))}
      {atTable && (
        <g className={css.ball} style={translateTo(atTable === 'home' ? 104 : 216, 78)}>
          <path d="M10-10 40-40" className="stroke-warn" strokeWidth="3" strokeLinecap="round" />
          <circle r="6" className="fill-text" />
        </g>
      )}
    </g>
  )
}
