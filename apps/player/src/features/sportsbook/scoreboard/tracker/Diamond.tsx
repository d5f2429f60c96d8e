import css from './tracker.module.css'
import type { Drawing } from './drawing.ts'

/** First, second and third base on the drawing. */
const places = [
  [204, 104],
  [160, 60],
  [116, 104],
] as const

/** A baseball diamond: occupied bases are lit, outs are beside it. */
export function Diamond({ state: { bases, outs }, last }: Drawing<'baseball'>) {
  return (
    <g>
      <rect width="320" height="180" className="fill-win-tint" />
      <path d="M160 164 66 70a133 133 0 0 1 188 0Z" className="fill-win/10" />
      <path d="M160 160 104 104 160 48l56 56Z" className="fill-warn-tint" />
      <path d="M160 138 126 104 160 70l34 34Z" className="fill-win-tint" />
      <g className={css.lines}>
        <path d="M160 164 66 70a133 133 0 0 1 188 0ZM160 148l-44-44 44-44 44 44Z" />
        <circle cx="160" cy="104" r="6" />
      </g>
      {last && <circle cx="160" cy="148" r="16" className={`${css.lit} fill-brand-line/40`} />}
      <path d="m160 143 6 4v6h-12v-6z" className="fill-text-2" />
      {places.map(([x, y], at) => (
        <rect
          key={at}
          x={x - 8}
          y={y - 8}
          width="16"
          height="16"
          rx="2"
          transform={`rotate(45 ${x} ${y})`}
          className={bases[at] ? 'fill-brand-line' : 'fill-surface-4'}
        />
      ))}
      {[0, 1, 2].map((place) => (
        <circle
          key={place}
          cx={262 + place * 16}
          cy="156"
          r="5.5"
          className={place < outs ? 'fill-live' : 'fill-surface-4'}
        />
      ))}
    </g>
  )
}
