import { GameFrame } from './GameFrame.tsx'
import { Rocket } from './Rocket.tsx'
import { sparkPath } from './shapes.ts'

/** Limbo: a rocket on its way up. */
export function LimboArt({ className }: { className?: string | undefined }) {
  return (
    <GameFrame from="#FF8A4C" to="#7A0E3C" seed={13} className={className}>
      <path
        d="M-4 112C30 108 52 92 66 60"
        fill="none"
        stroke="#FFE08A"
        strokeWidth="5"
        strokeLinecap="round"
        opacity=".55"
        strokeDasharray="1 9"
      />
      <g transform="translate(66 48) rotate(32)">
        <Rocket />
      </g>
      <path d={sparkPath(6)} transform="translate(24 26)" fill="#fff" />
      <path d={sparkPath(5)} transform="translate(98 84)" fill="#fff" />
    </GameFrame>
  )
}
