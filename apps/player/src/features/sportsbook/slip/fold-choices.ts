import { FULL_COVERS, type FullCover } from '@palpite/odds'

/** A way to combine the legs: a size, or a named full cover. */
export type FoldChoice = { name: FullCover | undefined; folds: readonly number[]; combinations: number }

/**
 * The systems of this many legs: each size, then the full covers. Beside bankers a single leg is a combination; all at
 * once are a parlay, not a system.
 */
export const foldChoices = (legs: number, hasBankers = false): readonly FoldChoice[] => {
  const least = hasBankers ? 1 : 2
  const most = Math.max(least, legs - 1)
  const sizes = Array.from({ length: most - least + 1 }, (_, at) => [at + least])
  const covers = Object.entries(FULL_COVERS).filter(([, cover]) => cover.legs === legs)
  const countOf = (folds: readonly number[]) => folds.reduce((sum, fold) => sum + waysOf(legs, fold), 0)
  return [
    ...sizes.map((folds) => ({ name: undefined, folds, combinations: countOf(folds) })),
    ...covers.map(([name, { folds }]) => ({
      name: name as FullCover,
      folds,
      combinations: countOf(folds),
    })),
  ]
}

const waysOf = (legs: number, fold: number): number =>
  Array.from({ length: fold }, (_, at) => at).reduce((ways, at) => (ways * (legs - at)) / (at + 1), 1)

/** The chosen folds available for this many legs; otherwise the smallest that make a system. */
export const fittingFolds = (
  chosen: readonly number[],
  legs: number,
  hasBankers: boolean,
): readonly number[] => {
  const fitting = chosen.filter((fold) => fold <= legs)
  const isParlay = hasBankers && legs > 1 && isSameFolds(fitting, [legs])
  if (fitting.length > 0 && !isParlay) return fitting
  return [hasBankers ? Math.max(1, legs - 1) : Math.min(2, legs)]
}

export const isSameFolds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((fold, at) => fold === other[at])
