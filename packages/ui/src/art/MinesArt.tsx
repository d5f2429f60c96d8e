import { useId } from 'react'
import { Gem } from './Gem.tsx'
import { GameFrame } from './GameFrame.tsx'
import { Radial } from './gradients.tsx'
import { sparkPath } from './shapes.ts'

const holes = Array.from({ length: 9 }, (_, index) => ({ column: index % 3, row: Math.floor(index / 3) }))

/** Mines: a gem and a bomb over the board. */
export function MinesArt({ className }: { className?: string | undefined }) {
  const id = useId()
  return (
    <GameFrame from="#8A6BFF" to="#2A1370" seed={5} className={className}>
      <g opacity=".9">
        {holes.map(({ column, row }) => (
          <rect
            key={`${column}.${row}`}
            x={13 + column * 32}
            y={12 + row * 30}
            width="26"
            height="24"
            rx="7"
            fill="#1A0D47"
            opacity={0.18 + 0.06 * row}
          />
        ))}
      </g>
      <ellipse cx="55" cy="92" rx="34" ry="6" fill="#0D0528" opacity=".5" />
      <Gem x={52} y={52} scale={0.86} kind="mint" />
      <defs>
        <Radial
          id={id}
          centre={[0.34, 0.28]}
          radius={0.8}
          stops={[
            [0, '#7A6A9E'],
            [0.35, '#3A2F55'],
            [1, '#0E0918'],
          ]}
        />
      </defs>
      <g transform="translate(88 80)">
        <path
          d="M7.3-10.4q4.2-7.7 11.9-4.2"
          fill="none"
          stroke="#C9B894"
          strokeWidth="2.2"
          strokeLinecap="round"
        />
        <rect
          x="3.9"
          y="-14.3"
          width="7"
          height="5.6"
          rx="1.4"
          transform="rotate(38 7 -11.2)"
          fill="#4B3F66"
        />
        <circle r="14" fill={`url(#${id})`} />
        <ellipse
          cx="-5"
          cy="-5.9"
          rx="3.6"
          ry="2.2"
          transform="rotate(-38 -5 -5.9)"
          fill="#fff"
          opacity=".55"
        />
        <path d={sparkPath(7)} transform="translate(19.9 -14.8)" fill="#FFD766" />
        <path d={sparkPath(3.6)} transform="translate(19.9 -14.8)" fill="#fff" />
      </g>
      <path d={sparkPath(8)} transform="translate(28 24)" fill="#fff" />
    </GameFrame>
  )
}
