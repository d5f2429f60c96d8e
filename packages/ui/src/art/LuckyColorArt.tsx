import { useId } from 'react'
import { GameFrame } from './GameFrame.tsx'
import { Radial } from './gradients.tsx'
import { polygon, sparkPath } from './shapes.ts'

const slices = 12
const colours = ['#FFC52E', '#7C5CFF', '#2BD98F'] as const
const rim = polygon(43, slices, 0)
const lamps = polygon(46, slices, 0)

/** Cor da Sorte: the wheel. */
export function LuckyColorArt({ className }: { className?: string | undefined }) {
  const id = useId()
  return (
    <GameFrame from="#FF5CB0" to="#560A4E" seed={17} className={className}>
      <defs>
        <Radial
          id={id}
          centre={[0.35, 0.28]}
          radius={0.8}
          stops={[
            [0, '#fff', 0.5],
            [0.6, '#fff', 0],
            [1, '#000', 0.35],
          ]}
        />
      </defs>
      <g transform="translate(58 54)">
        <circle r="49" fill="#2A0636" />
        {lamps.map(([x, y]) => (
          <circle key={`${x}.${y}`} cx={x.toFixed(2)} cy={y.toFixed(2)} r="1.7" fill="#FFE9A8" />
        ))}
        <g transform="rotate(12)" stroke="#2A0636" strokeWidth="1.2">
          {rim.map(([x, y], index) => {
            const [toX, toY] = rim[(index + 1) % slices] ?? [x, y]
            return (
              <path
                key={`${x}.${y}`}
                d={`M0 0L${x.toFixed(2)} ${y.toFixed(2)}A43 43 0 0 1 ${toX.toFixed(2)} ${toY.toFixed(2)}Z`}
                fill={colours[index % 3]}
              />
            )
          })}
        </g>
        <circle r="43" fill={`url(#${id})`} />
        <circle r="12" fill="#fff" stroke="#2A0636" strokeWidth="2" />
        <path d={sparkPath(8)} fill="#E0308C" />
      </g>
      <path d="M58 14l-7-13h14z" fill="#fff" stroke="#2A0636" strokeWidth="2" strokeLinejoin="round" />
    </GameFrame>
  )
}
