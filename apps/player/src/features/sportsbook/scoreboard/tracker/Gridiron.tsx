import css from './tracker.module.css'
import { type Drawing, translateTo } from './drawing.ts'

const yards = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]
const fieldYards = 100
/** The field from goal line to goal line on the drawing, and its start. */
const [start, length] = [48, 224]

const at = (yard: number): number => start + (yard / fieldYards) * length

/** An American football field with the line of scrimmage and the line to gain, if reported. */
export function Gridiron({ state: { ball, down }, last }: Drawing<'quarters'>) {
  const scored = last?.text === 'sportsbook.timeline.points' ? last.side : null
  const place = down && ball ? (ball === 'home' ? fieldYards - down.toGoal : down.toGoal) : undefined
  const ahead = ball === 'home' ? 1 : -1
  const gain = place === undefined || !down ? undefined : place + ahead * down.toGo
  return (
    <g>
      <rect width="320" height="180" className="fill-win-tint" />
      <rect
        x="24"
        y="14"
        width="24"
        height="152"
        className={scored === 'away' ? `${css.lit} fill-brand-line/40` : 'fill-win/12'}
      />
      <rect
        x="272"
        y="14"
        width="24"
        height="152"
        className={scored === 'home' ? `${css.lit} fill-brand-line/40` : 'fill-win/12'}
      />
      <g className={css.lines}>
        <rect x="24" y="14" width="272" height="152" />
        {yards.map((yard) => (
          <path key={yard} d={`M${at(yard)} 14v152`} />
        ))}
      </g>
      {gain !== undefined && gain > 0 && gain < fieldYards && (
        <path d={`M${at(gain)} 14v152`} className="stroke-brand-line" strokeWidth="2" />
      )}
      {place !== undefined && <path d={`M${at(place)} 14v152`} className="stroke-info" strokeWidth="2" />}
      <g className={css.ball} style={translateTo(place === undefined ? 160 : at(place), 90)}>
        <ellipse rx="9" ry="5.5" className="fill-warn" />
        <path d="M-4 0h8M-2-2v4M2-2v4" className="fill-none stroke-bg" strokeWidth="1" />
        {place !== undefined && (
          <path d={`M${14 * ahead}-5l${6 * ahead} 5l${-6 * ahead} 5`} className={css.lines} />
        )}
      </g>
    </g>
  )
}
