import { useId } from 'react'
import { Radial } from './gradients.tsx'
import { type Point, pointsText, polygon } from './shapes.ts'

const ink = '#1B1426'
const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1])
const nearest = (points: readonly Point[], to: Point): Point =>
  points.reduce((best, point) => (distance(point, to) < distance(best, to) ? point : best), points[0] ?? to)

/** The black patches of a ball of radius 1 and the seams between them. */
const ballDrawing = () => {
  const middle = polygon(0.36, 5)
  const around = polygon(0.98, 5)
  const patches = around.map((centre, index) => polygon(0.34, 5, -90 + 72 * index + 180, centre))
  const spokes = middle.map((from, index): [Point, Point] => {
    const [x, y] = around[index] ?? from
    return [from, [x * 0.72, y * 0.72]]
  })
  const joints = around.map((centre, index): [Point, Point] => {
    const after = (index + 1) % 5
    const next = around[after] ?? centre
    const between: Point = [((centre[0] + next[0]) / 2) * 0.93, ((centre[1] + next[1]) / 2) * 0.93]
    return [nearest(patches[index] ?? [], between), nearest(patches[after] ?? [], between)]
  })
  return { patches: [middle, ...patches], seams: [...spokes, ...joints] }
}
const ball = ballDrawing()
const scaled = (points: readonly Point[], r: number) => points.map(([x, y]): Point => [x * r, y * r])

/** A football inside another drawing. */
export function Football({ x, y, radius }: { x: number; y: number; radius: number }) {
  const id = useId()
  return (
    <g transform={`translate(${x} ${y})`}>
      <defs>
        <clipPath id={`${id}c`}>
          <circle r={radius} />
        </clipPath>
        <Radial
          id={`${id}l`}
          centre={[0.36, 0.3]}
          radius={0.8}
          stops={[
            [0, '#fff'],
            [0.6, '#F4F0FA'],
            [1, '#B9AFCB'],
          ]}
        />
        <Radial
          id={`${id}s`}
          centre={[0.38, 0.32]}
          radius={0.75}
          stops={[
            [0.55, '#000', 0],
            [1, '#1B0F33', 0.55],
          ]}
        />
      </defs>
      <g clipPath={`url(#${id}c)`}>
        <circle r={radius} fill={`url(#${id}l)`} />
        <g transform="rotate(-14)" fill={ink} stroke={ink}>
          {ball.patches.map((patch) => (
            <polygon
              key={pointsText(scaled(patch, 100))}
              points={pointsText(scaled(patch, radius))}
              stroke="none"
            />
          ))}
          {ball.seams.map(([from, to]) => (
            <line
              key={pointsText(scaled([from, to], 100))}
              x1={from[0] * radius}
              y1={from[1] * radius}
              x2={to[0] * radius}
              y2={to[1] * radius}
              strokeWidth={radius * 0.035}
            />
          ))}
        </g>
        <circle r={radius} fill={`url(#${id}s)`} />
      </g>
    </g>
  )
}
