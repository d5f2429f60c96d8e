import css from './tracker.module.css'
import { type Drawing, translateTo } from './drawing.ts'

const stripes = [0, 1, 2, 3, 4, 5, 6, 7]
const stripe = 34

/** A football pitch. Home plays to the right; the last event is lit. */
export function Pitch({ state, last }: Drawing<'football'>) {
  const toRight = last?.side === 'home'
  const isGoal = last?.text === 'sportsbook.timeline.goal'
  const isCorner = last?.text === 'sportsbook.timeline.corner'
  const ball = isGoal
    ? { x: toRight ? 303 : 17, y: 90 }
    : isCorner
      ? { x: toRight ? 293 : 27, y: 17 }
      : undefined
  return (
    <g>
      <rect width="320" height="180" className="fill-win-tint" />
      {stripes.map((place) => (
        <rect
          key={place}
          x={24 + place * stripe}
          y="14"
          width={stripe}
          height="152"
          className={place % 2 ? 'fill-none' : 'fill-win/8'}
        />
      ))}
      {isGoal && (
        <rect
          x={toRight ? 250 : 24}
          y="14"
          width="46"
          height="152"
          className={`${css.lit} fill-brand-line/30`}
        />
      )}
      <g className={css.lines}>
        <rect x="24" y="14" width="272" height="152" />
        <path d="M160 14v152M24 48h40v84H24M296 48h-40v84h40M24 70h16v40H24M296 70h-16v40h16M24 80H14v20h10M296 80h10v20h-10" />
        <circle cx="160" cy="90" r="24" />
        <path d="M24 20a6 6 0 0 0 6-6M296 20a6 6 0 0 1-6-6M24 160a6 6 0 0 1 6 6M296 160a6 6 0 0 0-6 6" />
      </g>
      <Cards cards={state.redCards} />
      {ball && (
        <g className={css.ball} style={translateTo(ball.x, ball.y)}>
          <circle r="8" className="fill-brand-line/30" />
          <circle r="4.5" className="fill-text stroke-bg" strokeWidth="1.5" />
        </g>
      )}
    </g>
  )
}

/** Sent-off players: a red card each, at the touchline of their half. */
function Cards({ cards }: { cards: readonly [number, number] | undefined }) {
  if (!cards) return null
  return cards.map((count, at) =>
    Array.from({ length: Math.min(count, 4) }, (_, place) => (
      <rect
        key={`${at}${place}`}
        x={(at === 0 ? 34 : 276) + place * (at === 0 ? 12 : -12)}
        y="148"
        width="8"
        height="12"
        rx="1.5"
        className="fill-live"
      />
    )),
  )
}
