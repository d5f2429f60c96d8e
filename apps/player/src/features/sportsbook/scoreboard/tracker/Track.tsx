import css from './tracker.module.css'
import { type Drawing, translateTo } from './drawing.ts'

/** The course's centre line: from the finish to the left, around, and back. */
const [left, right, top, bottom] = [74, 246, 44, 136]
const bend = (bottom - top) / 2
const straight = right - left
const lap = 2 * straight + 2 * Math.PI * bend

/** The default gap between runners; one metre; and the visible range. */
const gap = 16
const metre = 3
const [minGap, maxGap] = [12, 26]

/** Each runner's distance behind the leader, in order. */
function drawnBehind({ order, behindCm }: Drawing<'race'>['state']): readonly number[] {
  let sum = 0
  return order.map((_, at) => {
    if (at === 0) return 0
    const metres = behindCm && ((behindCm[at] ?? 0) - (behindCm[at - 1] ?? 0)) / 100
    sum += metres === undefined ? gap : Math.min(maxGap, Math.max(minGap, metres * metre))
    return sum
  })
}

/** A point on the course this far behind the start, counter-clockwise from the middle of the home straight. */
const placeAt = (run: number): readonly [number, number] => {
  const at = ((run % lap) + lap) % lap
  if (at < straight / 2) return [160 - at, bottom]
  const first = at - straight / 2
  const turn = Math.PI * bend
  if (first < turn) return onBend(left, Math.PI / 2 + first / bend)
  const second = first - turn
  if (second < straight) return [left + second, top]
  const third = second - straight
  if (third < turn) return onBend(right, -Math.PI / 2 + third / bend)
  return [right - (third - turn), bottom]
}

const onBend = (x: number, angle: number): readonly [number, number] => [
  x + Math.cos(angle) * bend,
  (top + bottom) / 2 + Math.sin(angle) * bend,
]

/** A race course with the field in order. It ends at the post in the home straight. */
export function Track({ state }: Drawing<'race'>) {
  const { distanceMetres, doneMetres, order } = state
  const behind = drawnBehind(state)
  const left = distanceMetres === 0 ? 0 : 1 - doneMetres / distanceMetres
  return (
    <g>
      <rect width="320" height="180" className="fill-win-tint" />
      <path
        d="M74 44h172a46 46 0 0 1 0 92H74a46 46 0 0 1 0-92Z"
        className="fill-none stroke-warn-tint"
        strokeWidth="34"
      />
      <path
        d="M74 27h172a63 63 0 0 1 0 126H74a63 63 0 0 1 0-126ZM74 61h172a29 29 0 0 1 0 58H74a29 29 0 0 1 0-58Z"
        className={css.lines}
      />
      <path d="M160 119v34" className="stroke-text" strokeWidth="2" strokeDasharray="3 3" />
      {order
        .map((runner, place) => ({ runner, at: placeAt(-(left * lap) - (behind[place] ?? 0)), place }))
        .toReversed()
        .map(({ runner, at: [x, y], place }) => (
          <g key={runner} className={css.runner} style={translateTo(x, y)}>
            <circle r="8" className={place === 0 ? 'fill-brand' : 'fill-surface-4'} />
            <text
              textAnchor="middle"
              dy="3"
              className={place === 0 ? 'fill-on-brand' : 'fill-text'}
              fontSize="9"
              fontWeight="700"
            >
              {runner}
            </text>
          </g>
        ))}
    </g>
  )
}
