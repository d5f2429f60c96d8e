import { Icon } from '@palpite/ui'

type Props = {
  /** What the board is and where its traps lie, for those who cannot see it. */
  label: string
  columns: number
  /** Tiles of the board in the order they are shown. */
  tiles: readonly { isTrap: boolean; isChosen: boolean }[]
}

/** A board or a tower as it lay: traps are marked, tiles that the player chose have a ring. */
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
          // A board never changes its order: the place is the tile.
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
