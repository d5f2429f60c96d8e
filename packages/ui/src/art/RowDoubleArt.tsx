import { useId } from 'react'
import { GameFrame } from './GameFrame.tsx'
import { Linear } from './gradients.tsx'
import { sparkPath } from './shapes.ts'

const lit = [1, 2, 1, 0] as const
const tiles = lit.flatMap((hit, row) =>
  [0, 1, 2].map((column) => ({ x: 14 + column * 30, y: 84 - row * 22, isLit: hit === column })),
)

/** Fila Dupla: rows to climb, each one doubling. */
export function RowDoubleArt({ className }: { className?: string | undefined }) {
  const id = useId()
  return (
    <GameFrame from="#4AA8FF" to="#0A1F6B" seed={21} className={className}>
      <defs>
        <Linear
          id={id}
          stops={[
            [0, '#FFE9A8'],
            [0.5, '#FFC52E'],
            [1, '#E08A00'],
          ]}
        />
      </defs>
      {tiles.map(({ x, y, isLit }) => (
        <g key={`${x}.${y}`} transform={`translate(${x} ${y})`}>
          <rect
            width="26"
            height="18"
            rx="6"
            fill={isLit ? '#FFC52E' : '#0B2C66'}
            opacity={isLit ? 1 : 0.55}
          />
          <rect width="26" height="8" rx="5" fill="#fff" opacity={isLit ? 0.35 : 0.07} />
          {isLit && <path d={sparkPath(6.5)} transform="translate(13 9)" fill="#7A4A00" />}
        </g>
      ))}
      <g transform="translate(92 26) rotate(10)">
        <circle r="18" cy="2" fill="#8A5200" />
        <circle r="18" fill={`url(#${id})`} />
        <circle r="14" fill="none" stroke="#8A5200" strokeOpacity=".45" strokeWidth="1.5" />
        <text
          textAnchor="middle"
          y="5.5"
          fontFamily="Geologica Variable"
          fontWeight="800"
          fontSize="15"
          letterSpacing="-1"
          fill="#5A3300"
        >
          2×
        </text>
      </g>
    </GameFrame>
  )
}
