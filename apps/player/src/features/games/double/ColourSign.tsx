import type { DoubleColour } from '@palpite/games'

const shapes: Readonly<Record<DoubleColour, string>> = {
  red: 'M6 0l6 6-6 6-6-6z',
  white: 'M6 0a6 6 0 1 1 0 12A6 6 0 1 1 6 0z',
  black: 'M6 1l6 10H0z',
}

/** The sign of a colour, so that nobody needs to tell them by colour alone: drawn, because not every font has it. */
export function ColourSign({ colour }: { colour: DoubleColour }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="inline-block size-10 fill-current">
      <path d={shapes[colour]} />
    </svg>
  )
}
