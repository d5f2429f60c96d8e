import { ROWS } from '@palpite/games'
import { StarArt } from '@palpite/ui'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { tileAfterKey } from '../paced/tile-after-key.ts'
import css from './Tower.module.css'
import type { StepFace, TowerRow } from './tower.ts'

type Props = {
  rows: readonly TowerRow[]
  climbed: number
  /** The current row's tile awaiting an answer. */
  pendingTile: number | undefined
  isLocked: boolean
  onPick: (tile: number, row: number) => void
  /** Whether a path is being chosen: every row is selectable. */
  isChoosing: boolean
  /** A row's multiplier: the badge of a climbed one. */
  factor: string
  /** Shown over the tower after a win. */
  children: ReactNode
}

/**
 * The nine rows, the first at the bottom, all visible if they fit. Otherwise the tower moves down a row per climbed
 * one, and fades at the top.
 */
export function Tower({ rows, climbed, pendingTile, isLocked, onPick, isChoosing, factor, children }: Props) {
  const t = useText()
  const moved = { '--moved': Math.max(0, climbed - 1) } as CSSProperties
  return (
    <div data-brief className={css.window} style={moved}>
      <ol className={css.tower} aria-label={t('games.rowDouble.tower')}>
        {rows.toReversed().map((row) => (
          <Row
            key={row.row}
            row={row}
            pendingTile={row.state === 'current' ? pendingTile : undefined}
            isLocked={isLocked}
            isChoosing={isChoosing}
            onPick={onPick}
            factor={factor}
          />
        ))}
      </ol>
      {children}
    </div>
  )
}

type RowProps = Pick<Props, 'pendingTile' | 'isLocked' | 'isChoosing' | 'onPick' | 'factor'> & {
  row: TowerRow
}

/** One row: multiplier and tiles. Only a selectable row is a tab stop; arrow keys move inside. */
function Row({
  row: { row, multiplierE4, state, tiles },
  pendingTile,
  isLocked,
  isChoosing,
  onPick,
  factor,
}: RowProps) {
  const t = useText()
  const format = useFormat()
  const place = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const isCurrent = state === 'current' || state === 'aimed'

  const onKeyDown = (event: KeyboardEvent, tile: number) => {
    const next = tileAfterKey(event.key, tile, { columns: tiles.length, rows: 1 })
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    place.current?.querySelector<HTMLElement>(`[data-tile="${next}"]`)?.focus()
  }

  return (
    <li
      className={css.row}
      data-state={state}
      data-top={row === ROWS - 1 || undefined}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <span className={css.pays}>
        {format.multiplier(multiplierE4)}
        <span className={css.badge} aria-hidden="true">
          {factor}
        </span>
      </span>
      <div
        ref={place}
        dir="ltr" // the same columns in every script
        role="group"
        aria-label={t('games.rowDouble.row', { row: row + 1 })}
        className={css.tiles}
      >
        {tiles.map((tile, at) => (
          <button
            key={at}
            type="button"
            data-tile={at}
            data-face={tile.face}
            data-picked={tile.isPicked || undefined}
            data-pending={pendingTile === at || undefined}
            aria-pressed={isChoosing ? tile.isPicked : undefined}
            aria-label={t(isChoosing ? 'games.auto.step' : wordsOf(tile), { row: row + 1, tile: at + 1 })}
            aria-disabled={!isCurrent || isLocked || undefined}
            aria-busy={pendingTile === at || undefined}
            tabIndex={isCurrent && stop === at ? 0 : -1}
            onClick={isCurrent && !isLocked ? () => onPick(at, row) : undefined}
            onKeyDown={isCurrent ? (event) => onKeyDown(event, at) : undefined}
            className={css.tile}
          >
            {tile.face === 'safe' && <StarArt />}
            {tile.face === 'gap' && <span aria-hidden="true">×</span>}
          </button>
        ))}
      </div>
    </li>
  )
}

const wordsOf = ({ face, isPicked }: StepFace) => {
  if (face === 'closed') return 'games.rowDouble.tile.closed'
  if (face === 'gap') return isPicked ? 'games.rowDouble.tile.fell' : 'games.rowDouble.tile.gap'
  return isPicked ? 'games.rowDouble.tile.climbed' : 'games.rowDouble.tile.safe'
}
