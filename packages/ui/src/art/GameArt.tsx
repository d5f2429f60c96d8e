import { DiceArt } from './DiceArt.tsx'
import { DoubleArt } from './DoubleArt.tsx'
import { LimboArt } from './LimboArt.tsx'
import { LuckyColorArt } from './LuckyColorArt.tsx'
import { MinesArt } from './MinesArt.tsx'
import { RowDoubleArt } from './RowDoubleArt.tsx'

const arts = {
  mines: MinesArt,
  dice: DiceArt,
  limbo: LimboArt,
  luckyColor: LuckyColorArt,
  rowDouble: RowDoubleArt,
  double: DoubleArt,
} as const

export type ArtGame = keyof typeof arts

/** The picture of a game; fills its place, cutting the sides or the top. */
export function GameArt({ game, className }: { game: ArtGame; className?: string }) {
  const Art = arts[game]
  return <Art className={className} />
}
