import { AzulejoTile } from './AzulejoTile.tsx'
import { wallOf } from './azulejo.ts'

type WallProps = { seed: number; columns: number; rows: number; size: number; main: string; second?: string }

/** An azulejo pattern to use inside another drawing. */
export function Wall({ seed, columns, rows, size, main, second = main }: WallProps) {
  return wallOf(seed, columns, rows).map((tile) => (
    <AzulejoTile
      key={`${tile.x}.${tile.y}`}
      x={tile.x * size}
      y={tile.y * size}
      size={size}
      motif={tile.motif}
      turns={tile.turns}
      main={main}
      second={second}
    />
  ))
}

type Props = { seed: number; columns: number; rows: number; className?: string }

/** A wall of azulejo tiles in the colour of the text, for backdrops and empty states. */
export function Pattern({ seed, columns, rows, className }: Props) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${columns * 40} ${rows * 40}`}
      preserveAspectRatio="xMidYMid slice"
      className={className}
    >
      <Wall seed={seed} columns={columns} rows={rows} size={40} main="currentColor" />
    </svg>
  )
}
