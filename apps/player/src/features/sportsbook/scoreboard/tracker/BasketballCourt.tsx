import css from './tracker.module.css'
import { type Drawing, translateTo } from './drawing.ts'

/** A basketball court: the ball is in the attacked half, if the feed reports possession. */
export function BasketballCourt({ state, last }: Drawing<'quarters'>) {
  const side = last?.text === 'sportsbook.timeline.points' ? last.side : null
  const x = state.isBreak || !state.ball ? 160 : state.ball === 'home' ? 236 : 84
  return (
    <g>
      <rect width="320" height="180" className="fill-warn-tint" />
      {side && (
        <circle cx={side === 'home' ? 278 : 42} cy="90" r="26" className={`${css.lit} fill-brand-line/30`} />
      )}
      <g className={css.lines}>
        <rect x="24" y="14" width="272" height="152" />
        <path d="M160 14v152M24 64h58v52H24M296 64h-58v52h58M24 26h26a68 68 0 0 1 0 128H24M296 26h-26a68 68 0 0 0 0 128h26M34 78v24M286 78v24" />
        <circle cx="160" cy="90" r="20" />
        <circle cx="82" cy="90" r="18" />
        <circle cx="238" cy="90" r="18" />
        <circle cx="42" cy="90" r="5" />
        <circle cx="278" cy="90" r="5" />
      </g>
      <g className={css.ball} style={translateTo(x, 90)}>
        <circle r="7" className="fill-warn" />
        <path d="M-7 0H7M0-7V7M-5-5Q0 0-5 5M5-5Q0 0 5 5" className="fill-none stroke-bg" strokeWidth="1" />
      </g>
    </g>
  )
}
