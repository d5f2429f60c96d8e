type Board = { columns: number; rows: number }

/** The tile an arrow key leads to; undefined for other keys or at the edge. */
export const tileAfterKey = (key: string, tile: number, { columns, rows }: Board): number | undefined => {
  const column = tile % columns
  const row = Math.floor(tile / columns)
  switch (key) {
    case 'ArrowRight':
      return column + 1 < columns ? tile + 1 : undefined
    case 'ArrowLeft':
      return column > 0 ? tile - 1 : undefined
    case 'ArrowDown':
      return row + 1 < rows ? tile + columns : undefined
    case 'ArrowUp':
      return row > 0 ? tile - columns : undefined
    case 'Home':
      return row * columns
    case 'End':
      return (row + 1) * columns - 1
    default:
      return undefined
  }
}

/** A uniformly random item. `random` is in [0, 1). */
export const oneOf = (tiles: readonly number[], random: number): number | undefined =>
  tiles[Math.floor(random * tiles.length)]
