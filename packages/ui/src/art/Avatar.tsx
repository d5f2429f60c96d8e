import { AzulejoTile } from './AzulejoTile.tsx'
import { seededNumbers } from './azulejo.ts'
import { cx } from '../cx.ts'

/** How many avatars there are; their numbers are 0 to 35. */
export const avatarCount = 36

const palettes = [
  { ground: '#2B1E63', main: '#7C5CFF', second: '#FFC52E' },
  { ground: '#4A1024', main: '#FF5C77', second: '#FFD9A0' },
  { ground: '#06352B', main: '#2BC48A', second: '#E8FFB0' },
  { ground: '#0B2C4F', main: '#3E9BFF', second: '#BFF0FF' },
  { ground: '#4A2600', main: '#FF9F2E', second: '#FFF0C2' },
  { ground: '#2C2638', main: '#BDB5CF', second: '#F6F3FC' },
] as const
const motifSeeds = [11, 23, 37, 51, 77, 95] as const

/** The tiles of an avatar on a 40 grid, inside another drawing. */
export function Medallion({ index }: { index: number }) {
  const known = index >= 0 && index < avatarCount ? Math.floor(index) : 0
  const palette = palettes[known % palettes.length] ?? palettes[0]
  const next = seededNumbers((motifSeeds[Math.floor(known / palettes.length)] ?? motifSeeds[0]) * 7919)
  const quarter = Array.from({ length: 4 }, (_, place) => ({
    place,
    motif: Math.floor(next() * 6),
    turns: Math.floor(next() * 4),
  }))
  return (
    <>
      <rect width="40" height="40" fill={palette.ground} />
      {[0, 90, 180, 270].map((angle) => (
        <g key={angle} transform={`rotate(${angle} 20 20)`}>
          {quarter.map(({ place, motif, turns }) => {
            const swapped = place === 1 || place === 2
            return (
              <AzulejoTile
                key={place}
                x={(place % 2) * 10}
                y={Math.floor(place / 2) * 10}
                size={10}
                motif={motif}
                turns={turns}
                main={swapped ? palette.second : palette.main}
                second={swapped ? palette.main : palette.second}
              />
            )
          })}
        </g>
      ))}
    </>
  )
}

/** One of 36 azulejo medallions: six motifs in six palettes, four-fold, drawn from the number. */
export function Avatar({ index, className }: { index: number; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 40 40" className={cx('shrink-0 overflow-hidden', className)}>
      <Medallion index={index} />
    </svg>
  )
}
