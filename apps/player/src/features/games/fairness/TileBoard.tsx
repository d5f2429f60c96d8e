import { Icon } from '@palpite/ui'

type Props = {
  /** A description of the board and its traps for screen readers. */
  label: string
  columns: number
  /** The board's tiles in display order. */
  tiles: readonly { isTrap: boolean; isChosen: boolean }[]
}

/** A board or tower: traps are marked, chosen tiles have a ring. */
export function TileBoard({ label, columns, tiles }: Props) {
  return (
    <div
      role="img"
      aria-label={label}
      className="grid w-full max-w-180 gap-3"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {tiles.map(({ isTrap, isChosen }, place) => (
        <span
          // A board's order is fixed, so the index is a key.
          key={place}
          data-trap={isTrap || undefined}
          data-chosen={isChosen || undefined}
          className="grid h-22 place-items-center rounded-8 bg-surface-3 text-win data-chosen:outline-2 data-chosen:-outline-offset-2 data-chosen:outline-current data-trap:bg-loss-tint data-trap:text-loss"
        >
          {isTrap ? (
            <Icon name="x-bold" className="size-12" />
          ) : (
            isChosen && <Icon name="check-bold" className="size-12" />
          )}
        </span>
      ))}
    </div>
  )
}
