import { useId } from 'react'
import { Gem } from './Gem.tsx'
import { Radial } from './gradients.tsx'
import { sparkPath } from './shapes.ts'

/** A safe tile of Mines: a cut gem. */
export function GemArt() {
  return (
    <svg viewBox="18 26 84 76" aria-hidden="true">
      <Gem x={60} y={60} scale={1} kind="mint" />
    </svg>
  )
}

/** A safe step of the tower: a spark on gold, as on the game's picture. */
export function StarArt() {
  return (
    <svg viewBox="-8 -8 16 16" aria-hidden="true">
      <path d={sparkPath(7)} fill="#7A4A00" />
    </svg>
  )
}

/** A mine: a bomb with a lit fuse. */
export function MineArt() {
  const id = useId()
  return (
    <svg viewBox="-20 -26 50 46" aria-hidden="true">
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
      <path
        d="M7.3-10.4q4.2-7.7 11.9-4.2"
        fill="none"
        stroke="#C9B894"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <rect x="3.9" y="-14.3" width="7" height="5.6" rx="1.4" transform="rotate(38 7 -11.2)" fill="#4B3F66" />
      <circle r="14" fill={`url(#${id})`} />
      <path d={sparkPath(7)} transform="translate(19.9 -14.8)" fill="#FFD766" />
      <path d={sparkPath(3.6)} transform="translate(19.9 -14.8)" fill="#fff" />
    </svg>
  )
}
