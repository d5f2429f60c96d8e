import { GameFrame } from './GameFrame.tsx'

type Pip = readonly [number, number]
type Face = { matrix: string; colour: string; pips: readonly Pip[] }

// Three visible faces of a die; each is a unit square that a matrix moves into place.
const faces: readonly Face[] = [
  {
    matrix: '30 15 -30 15 0 -33',
    colour: '#FFFFFF',
    pips: [
      [0.27, 0.27],
      [0.73, 0.73],
      [0.27, 0.73],
      [0.73, 0.27],
      [0.5, 0.5],
    ],
  },
  {
    matrix: '30 15 0 34 -30 -18',
    colour: '#CFEFE6',
    pips: [
      [0.3, 0.28],
      [0.7, 0.72],
      [0.5, 0.5],
    ],
  },
  {
    matrix: '30 -15 0 34 0 -3',
    colour: '#8FD3C2',
    pips: [
      [0.3, 0.3],
      [0.7, 0.7],
    ],
  },
]

function Die({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      {faces.map(({ matrix, colour, pips }) => (
        <g key={colour} transform={`matrix(${matrix})`}>
          <rect width="1" height="1" fill={colour} stroke={colour} strokeWidth=".16" strokeLinejoin="round" />
          {pips.map(([x, y]) => (
            <circle key={`${x}.${y}`} cx={x} cy={y} r=".105" fill="#0A3A34" />
          ))}
        </g>
      ))}
    </g>
  )
}

/** Dice: two dice on green. */
export function DiceArt({ className }: { className?: string | undefined }) {
  return (
    <GameFrame from="#22C79B" to="#064A43" seed={9} className={className}>
      <ellipse cx="60" cy="92" rx="40" ry="7" fill="#02231F" opacity=".5" />
      <Die transform="rotate(14 86 36) translate(86 40) scale(.58)" />
      <Die transform="rotate(-8 50 60) translate(50 60) scale(.98)" />
    </GameFrame>
  )
}
