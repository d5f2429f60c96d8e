import { type ReactNode, useId } from 'react'
import { Gem } from './Gem.tsx'
import { GameFrame } from './GameFrame.tsx'
import { Linear } from './gradients.tsx'

function Tile({ transform, fill, children }: { transform: string; fill: string; children: ReactNode }) {
  return (
    <g transform={transform}>
      <rect x="-20" y="-20" width="40" height="48" rx="11" fill="#1A0208" opacity=".35" />
      <rect x="-20" y="-24" width="40" height="48" rx="11" fill={fill} />
      <rect x="-20" y="-24" width="40" height="20" rx="11" fill="#fff" opacity=".14" />
      {children}
    </g>
  )
}

function Digit({ digit, colour }: { digit: string; colour: string }) {
  return (
    <text
      textAnchor="middle"
      y="8"
      fontFamily="Geologica Variable"
      fontWeight="800"
      fontSize="22"
      fill={colour}
    >
      {digit}
    </text>
  )
}

/** Double: three tiles under the pointer. */
export function DoubleArt({ className }: { className?: string | undefined }) {
  const id = useId()
  return (
    <GameFrame from="#FF4D5E" to="#4A0418" seed={25} className={className}>
      <defs>
        <Linear
          id={`${id}r`}
          stops={[
            [0, '#FF6B78'],
            [1, '#C30F2E'],
          ]}
        />
        <Linear
          id={`${id}k`}
          stops={[
            [0, '#453A5C'],
            [1, '#15101F'],
          ]}
        />
        <Linear
          id={`${id}w`}
          stops={[
            [0, '#fff'],
            [1, '#D8D0E8'],
          ]}
        />
      </defs>
      <Tile transform="translate(26 60) rotate(-16)" fill={`url(#${id}k)`}>
        <Digit digit="8" colour="#BDB5CF" />
      </Tile>
      <Tile transform="translate(90 60) rotate(16)" fill={`url(#${id}r)`}>
        <Digit digit="5" colour="#fff" />
      </Tile>
      <Tile transform="translate(58 50)" fill={`url(#${id}w)`}>
        <g transform="translate(0 -1) scale(1.05)">
          <Gem x={0} y={2} scale={0.4} kind="topaz" />
        </g>
      </Tile>
      <path d="M58 20l-6-11h12z" fill="#FFC52E" />
    </GameFrame>
  )
}
