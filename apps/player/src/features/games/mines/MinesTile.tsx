import { GemArt, MineArt, Pattern } from '@palpite/ui'
import { type KeyboardEvent, memo } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import css from './MinesBoard.module.css'
import type { TileFace } from './mines-board.ts'

type Props = TileFace & {
  tile: number
  canOpen: boolean
  isPending: boolean
  /** Whether automatic play opens it, and whether it is being chosen. */
  isChosen: boolean | undefined
  isChoosing: boolean
  /** Whether it is the board's tab stop; arrow keys reach the others. */
  isStop: boolean
  gainCents: number
  onPress: (tile: number) => void
  onKeyDown: (event: KeyboardEvent, tile: number) => void
}

const words = {
  closed: 'games.mines.tile.closed',
  gem: 'games.mines.tile.gem',
  mine: 'games.mines.tile.mine',
} as const

/**
 * One tile: face down until it turns to a diamond or mine. Its label never reveals more than the player knows. A step
 * re-renders only changed tiles.
 */
export const MinesTile = memo(function MinesTile(props: Props) {
  const { tile, face, isOpened, isLast, canOpen, isPending, isStop, gainCents, isChosen, isChoosing } = props
  const t = useText()
  const format = useFormat()
  return (
    <button
      type="button"
      data-tile={tile}
      data-face={face}
      data-opened={isOpened || undefined}
      data-last={isLast || undefined}
      data-pending={isPending || undefined}
      data-chosen={isChosen || undefined}
      aria-pressed={isChoosing ? isChosen : undefined}
      aria-label={t(isChoosing ? 'games.auto.tile' : words[face], { tile: tile + 1 })}
      aria-disabled={!canOpen || undefined}
      aria-busy={isPending || undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={() => props.onPress(tile)}
      onKeyDown={(event) => props.onKeyDown(event, tile)}
      className={css.tile}
    >
      <span className={css.card} aria-hidden="true">
        <span className={css.back}>
          <BackPattern tile={tile} />
        </span>
        <span className={css.front}>
          {face === 'gem' && <GemArt />}
          {face === 'mine' && <MineArt />}
          {gainCents > 0 && <span className={css.gain}>{format.signedMoney(gainCents)}</span>}
        </span>
      </span>
    </button>
  )
})

/** The back never changes, so it is rendered once. */
const BackPattern = memo(function BackPattern({ tile }: { tile: number }) {
  return <Pattern seed={tile + 1} columns={2} rows={2} className={css.pattern ?? ''} />
})
