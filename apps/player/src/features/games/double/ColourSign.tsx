import type { DoubleColour } from '@palpite/games'

const shapes: Readonly<Record<DoubleColour, string>> = {
  red: 'M6 0l6 6-6 6-6-6z',
  white: 'M6 0a6 6 0 1 1 0 12A6 6 0 1 1 6 0z',
  black: 'M6 1l6 10H0z',
}

/** A colour's symbol, for players who cannot tell colours apart; drawn, because fonts may lack it. */
export function ColourSign({ colour }: { colour: DoubleColour }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="inline-block size-10 fill-current">
      <path d={shapes[colour]} />
    </svg>
  )
}
