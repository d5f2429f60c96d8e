import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { useStable } from '../../../shared/use-stable.ts'
import { tileAfterKey } from '../paced/tile-after-key.ts'
import { board, facesOf, lastGainCents, type MinesRound, type TileFace } from './mines-board.ts'
import css from './MinesBoard.module.css'
import { MinesTile } from './MinesTile.tsx'

type Props = {
  round: MinesRound | undefined
  /** The tile awaiting an answer. */
  pendingTile: number | undefined
  isLocked: boolean
  onOpen: (tile: number) => void
  /** The tiles for automatic play, and the setter while choosing. */
  pattern?: readonly number[] | undefined
  onChoose?: ((tile: number) => void) | undefined
  /** Shown over the board after a win. */
  children: ReactNode
}

/** The five-by-five board: one tab stop, arrow keys, Enter opens. */
export function MinesBoard(props: Props) {
  const { round, pendingTile, isLocked, onOpen, pattern, onChoose, children } = props
  const t = useText()
  const grid = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const isOpen = round?.status === 'open'
  const faces = facesOf(round)
  const gainCents = round ? lastGainCents(round) : 0

  // During a step, and without a round, the whole board is disabled at once: toggling 25 tiles cost frames on a phone.
  const isShut = isLocked && onChoose === undefined
  const isIdle = !isOpen && onChoose === undefined
  const canOpen = (face: TileFace) => onChoose !== undefined || face.face === 'closed'

  const onPress = useStable((tile: number) => {
    const face = faces[tile]
    if (!face || !canOpen(face) || isShut || isIdle) return
    setStop(tile)
    if (onChoose) onChoose(tile)
    else onOpen(tile)
  })
  const onKeyDown = useStable((event: KeyboardEvent, tile: number) => {
    const next = tileAfterKey(event.key, tile, board)
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    grid.current?.querySelector<HTMLElement>(`[data-tile="${next}"]`)?.focus()
  })

  return (
    <div className={css.board} data-status={round?.status}>
      <div
        ref={grid}
        dir="ltr" // the board's columns are the same in every script
        role="group"
        aria-label={t('games.mines.board')}
        aria-disabled={isShut || isIdle || undefined}
        data-idle={isIdle || undefined}
        className={css.grid}
      >
        {faces.map((face, tile) => (
          <MinesTile
            key={tile}
            {...face}
            tile={tile}
            canOpen={canOpen(face)}
            isChosen={pattern?.includes(tile)}
            isChoosing={onChoose !== undefined}
            isPending={pendingTile === tile}
            isStop={stop === tile}
            gainCents={isOpen && face.isLast ? gainCents : 0}
            onPress={onPress}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      {children}
    </div>
  )
}
