import { useId } from 'react'
import { Linear } from './gradients.tsx'

/** A rocket, nose up, flame below, centred at its origin. */
export function Rocket() {
  const id = useId()
  return (
    <>
      <defs>
        <Linear
          id={`${id}b`}
          from={[0, 0]}
          to={[1, 0]}
          stops={[
            [0, '#fff'],
            [0.55, '#F3ECFF'],
            [1, '#B8A9D6'],
          ]}
        />
        <Linear
          id={`${id}f`}
          stops={[
            [0, '#FFF3B0'],
            [0.4, '#FFC52E'],
            [1, '#FF5C3A', 0],
          ]}
        />
      </defs>
      <path d="M-9 22C-9 40-4 48 0 58 4 48 9 40 9 22Z" fill={`url(#${id}f)`} />
      <path d="M-12 8-22 26-10 22ZM12 8 22 26 10 22Z" fill="#E5304F" />
      <path d="M0-38C13-26 16-6 12 22H-12C-16-6-13-26 0-38Z" fill={`url(#${id}b)`} />
      <path d="M0-38C6-32.5 10-26 12-19H-12C-10-26-6-32.5 0-38Z" fill="#E5304F" />
      <circle cy="-5" r="7" fill="#3A1C66" />
      <circle cy="-5" r="4.6" fill="#7FE3FF" />
      <circle cx="-1.5" cy="-6.6" r="1.4" fill="#fff" />
      <path d="M-3 14h6v12h-6z" fill="#E5304F" />
    </>
  )
}

/** The rocket of limbo by itself, as it flies over the game's stage. */
export function RocketArt({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden="true" viewBox="-24 -40 48 100" className={className}>
      <Rocket />
    </svg>
  )
}
