import { binomialRows, type MatchGrids } from './match-grids.ts'
import { gridCounts } from './score-grid.ts'

/** Every distribution of the goals over two halves, with its chance: scores of both halves and of the match. */
export type HalfCells = {
  readonly key: string
  readonly chances: Float64Array
  /** Each cell's index among the scores of match, first and second half, each `width` wide. */
  readonly full: Uint16Array
  readonly half1: Uint16Array
  readonly half2: Uint16Array
  readonly width: number
  readonly from: Readonly<Record<'full' | 'half1' | 'half2', { home: number; away: number }>>
}

/** Scores beyond this are so rare that they move no price. */
const NEGLIGIBLE = 1e-8

/**
 * Goals of one side that the cells tell apart: 0 to 23. More are very rare, and larger cells would fill the
 * memory.
 */
const MAX_WIDTH = 24

/** Given the final score, each remaining goal falls in the first half by chance, as in the singles on halves. */
export function halfCells({
  full,
  half2,
  half1Share,
}: Pick<MatchGrids, 'full' | 'half2' | 'half1Share'>): HalfCells {
  const { home, away } = gridCounts(full)
  const width = Math.min(MAX_WIDTH, Math.max(reach(home), reach(away)) + 1)
  const rows = binomialRows(half1Share, width)
  const isSplit = half1Share > 0
  const cells: [chance: number, full: number, half1: number, half2: number][] = []
  const add = (i: number, j: number) => {
    const chance = full.cells[i * full.size + j] ?? 0
    for (let early = 0; early <= (isSplit ? i : 0); early += 1) {
      for (let against = 0; against <= (isSplit ? j : 0); against += 1) {
        const share = (rows[i]?.[early] ?? 0) * (rows[j]?.[against] ?? 0)
        const later = (i - early) * width + (j - against)
        cells.push([chance * share, i * width + j, early * width + against, later])
      }
    }
  }
  for (let i = 0; i < width; i += 1) {
    for (let j = 0; j < width; j += 1) add(i, j)
  }
  const from = {
    full: { home: full.homeFrom, away: full.awayFrom },
    half1: { home: full.homeFrom - half2.homeFrom, away: full.awayFrom - half2.awayFrom },
    half2: { home: half2.homeFrom, away: half2.awayFrom },
  }
  const starts = [from.half1, from.half2].flatMap((one) => [one.home, one.away])
  return {
    key: [width, isSplit, ...starts].join('/'),
    chances: Float64Array.from(cells, ([chance]) => chance),
    full: Uint16Array.from(cells, ([, at]) => at),
    half1: Uint16Array.from(cells, ([, , at]) => at),
    half2: Uint16Array.from(cells, ([, , , at]) => at),
    width,
    from,
  }
}

/** The count beyond which almost nothing is left. */
function reach(chances: Float64Array): number {
  let left = 1
  const at = chances.findIndex((chance) => (left -= chance) < NEGLIGIBLE)
  return at < 0 ? chances.length - 1 : at
}
