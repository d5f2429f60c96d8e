import type { Sport } from '../../../../shared/sports.ts'
import css from './tracker.module.css'
import { type Drawing, translateTo } from './drawing.ts'

/** Each court's lines and colour. */
const courts: Readonly<Partial<Record<Sport, { lines: string; ground: string }>>> = {
  tennis: {
    lines: 'M40 34h240v112H40zM40 48h240M40 132h240M96 48v84M224 48v84M96 90h128',
    ground: 'fill-info-tint',
  },
  volleyball: { lines: 'M40 34h240v112H40zM120 34v112M200 34v112', ground: 'fill-warn-tint' },
  badminton: {
    lines:
      'M40 34h240v112H40zM40 44h240M40 136h240M54 34v112M266 34v112M124 34v112M196 34v112M40 90h84M196 90h84',
    ground: 'fill-win-tint',
  },
  table_tennis: { lines: 'M56 44h208v92H56zM56 90h208', ground: 'fill-info-tint' },
}

/** A court with a net. The ball is at the server; the winner of the last point is lit. */
export function NetCourt({ fixture, state, last }: Drawing<'sets'>) {
  const { lines, ground } = courts[fixture.sport] ?? courts.tennis ?? { lines: '', ground: '' }
  const { server, points, sets } = state
  const [home, away] = points ?? sets.at(-1) ?? [0, 0]
  // From the right at an even score, from the left at an odd one.
  const isRight = (home + away) % 2 === 0
  const y = server === 'home' ? (isRight ? 118 : 62) : isRight ? 62 : 118
  return (
    <g>
      <rect width="320" height="180" className={ground} />
      {last?.side && (
        <rect
          x={last.side === 'home' ? 40 : 160}
          y="34"
          width="120"
          height="112"
          className={`${css.lit} fill-brand-line/20`}
        />
      )}
      <path d={lines} className={css.lines} />
      <path d="M160 24v132" className="stroke-text-2" strokeWidth="2" strokeDasharray="2 2" />
      {server && (
        <g className={css.ball} style={translateTo(server === 'home' ? 30 : 290, y)}>
          <circle r="8" className="fill-brand-line/30" />
          <circle r="4.5" className="fill-brand-line" />
        </g>
      )}
    </g>
  )
}
