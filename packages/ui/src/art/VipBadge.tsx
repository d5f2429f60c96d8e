import { useId } from 'react'
import { Linear } from './gradients.tsx'
import { pointsText, polygon, sparkPath } from './shapes.ts'

/** Edge (light, middle, dark) and ground (top, bottom) of each tier; a level belongs to the last tier it reaches. */
const tiers = [
  { from: 0, edge: ['#C9C2D8', '#8F86A6', '#4A4260'], ground: ['#2C2638', '#17131F'] },
  { from: 1, edge: ['#F2C6A0', '#C07A45', '#6E3D1A'], ground: ['#5A3014', '#2B1608'] },
  { from: 4, edge: ['#F4F7FC', '#AAB6C9', '#5E6B82'], ground: ['#3E4960', '#1C2330'] },
  { from: 7, edge: ['#FFF0B8', '#FFC52E', '#A86A00'], ground: ['#7A4A00', '#331F00'] },
  { from: 10, edge: ['#D6FFF6', '#3FE0C5', '#0B6E66'], ground: ['#0A5550', '#04211F'] },
  { from: 12, edge: ['#F3E2FF', '#B07CFF', '#4A1FC0'], ground: ['#3B1FA0', '#150A3D'] },
] as const
const petals = [0, 3, 4, 5, 6, 6, 8, 8, 10, 12, 12, 14, 16] as const

/** The level whose image a level shows: up to 12 its own, above 12 that of 12, above 23 that of 0 (SPEC §9). */
export const shownLevel = (level: number): number => {
  if (level > 23 || level < 0) return 0
  return Math.min(12, level)
}

/** The hexagon of a VIP level. `label` names it; without one it is decoration. */
export function VipBadge({ level, label, className }: { level: number; label?: string; className?: string }) {
  const id = useId()
  const n = shownLevel(level)
  const tier = tiers.findLast((each) => n >= each.from) ?? tiers[0]
  const outer = pointsText(polygon(23, 6, -90, [26, 26]))
  const count = petals[n] ?? 0
  const [edgeUrl, groundUrl, sheenUrl] = [`url(#${id}e)`, `url(#${id}g)`, `url(#${id}s)`]
  return (
    <svg
      viewBox="-2 -4 56 58"
      className={className}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <defs>
        <Linear
          id={`${id}e`}
          stops={[
            [0, tier.edge[0]],
            [0.5, tier.edge[1]],
            [1, tier.edge[2]],
          ]}
        />
        <Linear
          id={`${id}g`}
          stops={[
            [0, tier.ground[0]],
            [1, tier.ground[1]],
          ]}
        />
        <Linear
          id={`${id}s`}
          stops={[
            [0, '#fff', 0.5],
            [0.5, '#fff', 0],
          ]}
        />
      </defs>
      {n >= 7 && (
        <path
          d="M12 2l5.5 4.5L26-2l8.5 8.5L40 2l-2 12H14Z"
          fill={edgeUrl}
          stroke={tier.ground[1]}
          strokeLinejoin="round"
        />
      )}
      <polygon points={outer} fill={edgeUrl} stroke={edgeUrl} strokeWidth="4" strokeLinejoin="round" />
      <polygon
        points={pointsText(polygon(18.2, 6, -90, [26, 26]))}
        fill={groundUrl}
        stroke={groundUrl}
        strokeWidth="3"
        strokeLinejoin="round"
      />
      {Array.from({ length: count }, (_, petal) => (
        <path
          key={petal}
          d="M26 26Q29.2 16 26 9.5Q22.8 16 26 26Z"
          transform={`rotate(${(360 / count) * petal} 26 26)`}
          fill={tier.edge[1]}
          opacity=".26"
        />
      ))}
      <polygon points={outer} fill={sheenUrl} opacity=".35" />
      <text
        x="26"
        y={n > 9 ? 33 : 34}
        textAnchor="middle"
        fontFamily="Geologica Variable"
        fontWeight="800"
        fontSize={n > 9 ? 19 : 22}
        letterSpacing="-1"
        fill="#fff"
      >
        {n}
      </text>
      {n >= 4 && <path d={sparkPath(n >= 10 ? 7 : 5)} transform="translate(43 10)" fill="#fff" />}
      {n >= 10 && <path d={sparkPath(4)} transform="translate(9 42)" fill="#fff" />}
    </svg>
  )
}
