import css from './tracker.module.css'
import { type Drawing, translateTo } from './drawing.ts'

/** A boxing ring from above, with a mark per round: fought, current, to come. Knockdowns are in the corners. */
export function Ring({ state: { rounds, roundsDone, round, knockdowns, result } }: Drawing<'fight'>) {
  const winner = result?.winner
  return (
    <g>
      <rect width="320" height="180" className="fill-surface-2" />
      <rect x="92" y="18" width="136" height="122" rx="4" className="fill-info-tint" />
      <g className={css.lines}>
        <rect x="92" y="18" width="136" height="122" rx="4" />
        <rect x="98" y="24" width="124" height="110" rx="3" />
        <circle cx="160" cy="79" r="22" />
      </g>
      <rect x="86" y="12" width="14" height="14" rx="3" className="fill-brand-line" />
      <rect x="220" y="132" width="14" height="14" rx="3" className="fill-info" />
      {(['home', 'away'] as const).map((side, at) => {
        const isDone = round === null || Boolean(result)
        const x = isDone ? (at === 0 ? 112 : 208) : at === 0 ? 144 : 176
        const y = isDone ? (at === 0 ? 40 : 118) : 79
        return (
          <g key={side} className={css.ball} style={translateTo(x, y)}>
            {winner === side && <circle r="14" className={`${css.lit} fill-brand-line/30`} />}
            <circle r="9" className={at === 0 ? 'fill-brand-line' : 'fill-info'} />
          </g>
        )
      })}
      {(knockdowns ?? [0, 0]).map((count, at) =>
        Array.from({ length: Math.min(count, 6) }, (_, place) => (
          <path
            key={`${at}${place}`}
            d="m0-5 1.5 3.4 3.5.4-2.6 2.4.7 3.6L0 3l-3.1 1.8.7-3.6L-5-1.2l3.5-.4z"
            transform={`translate(${at === 0 ? 76 - place * 12 : 244 + place * 12} ${at === 0 ? 19 : 139})`}
            className="fill-warn"
          />
        )),
      )}
      {Array.from({ length: rounds }, (_, place) => (
        <rect
          key={place}
          x={160 - (rounds * 18) / 2 + place * 18 + 2}
          y="156"
          width="14"
          height="8"
          rx="4"
          className={
            place < roundsDone ? 'fill-text-2' : place + 1 === round ? 'fill-live' : 'fill-surface-4'
          }
        />
      ))}
    </g>
  )
}
