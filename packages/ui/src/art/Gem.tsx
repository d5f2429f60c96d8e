import { pointsText, type Point } from './shapes.ts'

const mint = ['#9BFBE0', '#C9FFF1', '#F0FFFB', '#A9FBE6', '#4FE3BF', '#34CFA8', '#6FF0CF', '#149C80'] as const
const topaz = [
  '#FFE08A',
  '#FFEFBF',
  '#FFF9E6',
  '#FFE79C',
  '#FFC52E',
  '#F5B01B',
  '#FFD766',
  '#C67F00',
] as const

// The eight faces of a cut gem, as corners on a 120 grid around (60, 60).
const left: Point = [24, 54]
const right: Point = [96, 54]
const tip: Point = [60, 94]
const topLeft: Point = [40, 34]
const top: Point = [60, 34]
const topRight: Point = [80, 34]
const girdleLeft: Point = [45, 54]
const girdleRight: Point = [75, 54]
const faces: readonly (readonly Point[])[] = [
  [topLeft, left, girdleLeft],
  [topLeft, top, girdleLeft],
  [top, girdleLeft, girdleRight],
  [top, topRight, girdleRight],
  [topRight, right, girdleRight],
  [left, girdleLeft, tip],
  [girdleLeft, girdleRight, tip],
  [girdleRight, right, tip],
]

type Props = { x: number; y: number; scale: number; kind: 'mint' | 'topaz' }

/** A cut gem inside another drawing, its middle at (x, y). */
export function Gem({ x, y, scale, kind }: Props) {
  const colours = kind === 'mint' ? mint : topaz
  return faces.map((face, index) => {
    const colour = colours[index]
    const corners = face.map(([px, py]): Point => [x + (px - 60) * scale, y + (py - 60) * scale])
    return (
      <polygon
        key={colour}
        points={pointsText(corners)}
        fill={colour}
        stroke={colour}
        strokeWidth={0.8 * scale}
        strokeLinejoin="round"
      />
    )
  })
}
