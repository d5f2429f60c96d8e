import css from './tracker.module.css'
import type { Drawing } from './drawing.ts'

const wicketsOfSide = 10

/** A cricket ground: the pitch, and a stump per remaining wicket. */
export function Oval({ state: { innings }, last }: Drawing<'cricket'>) {
  const now = innings.at(-1)
  const isWicket = last?.text === 'sportsbook.timeline.wicket'
  return (
    <g>
      <rect width="320" height="180" className="fill-win-tint" />
      <ellipse cx="160" cy="84" rx="140" ry="74" className="fill-win/8" />
      <g className={css.lines}>
        <ellipse cx="160" cy="84" rx="140" ry="74" />
        <ellipse cx="160" cy="84" rx="76" ry="44" strokeDasharray="4 4" />
      </g>
      <rect x="124" y="74" width="72" height="20" rx="2" className="fill-warn-tint" />
      <path d="M130 74v20M190 74v20" className={css.lines} />
      {last && (
        <circle
          cx={isWicket ? 190 : 160}
          cy="84"
          r={last.count >= 4 ? 60 : 18}
          className={`${css.lit} ${isWicket ? 'fill-live/40' : 'fill-brand-line/25'}`}
        />
      )}
      <circle cx="134" cy="84" r="4" className={now?.batting === 'home' ? 'fill-brand-line' : 'fill-info'} />
      <circle cx="186" cy="84" r="4" className={now?.batting === 'home' ? 'fill-brand-line' : 'fill-info'} />
      {Array.from({ length: wicketsOfSide }, (_, place) => (
        <rect
          key={place}
          x={112 + place * 10}
          y="166"
          width="4"
          height="10"
          rx="1"
          className={place < (now?.wickets ?? 0) ? 'fill-live' : 'fill-text-2'}
        />
      ))}
    </g>
  )
}
