import { fullCoverFolds, isFullCover, someOf } from '@palpite/odds'
import { plainWord } from './settlement-results.ts'

/** Bets on all legs together, by how many legs their name says; those of any number have none. */
const PARLAYS: Readonly<Record<string, number>> = {
  single: 1,
  double: 2,
  treble: 3,
  triple: 3,
  fourfold: 4,
  fivefold: 5,
  sixfold: 6,
  sevenfold: 7,
  eightfold: 8,
  ninefold: 9,
  tenfold: 10,
}
const ANY_PARLAY = 'accumulator acca parlay combo multi multiple express each_way'.split(' ')

/** All combinations of one size, by their name. */
const SIZES: Readonly<Record<string, number>> = {
  singles: 1,
  doubles: 2,
  trebles: 3,
  fourfolds: 4,
  fivefolds: 5,
}

const COVERS: Readonly<Record<string, string>> = {
  canadian: 'super_yankee',
  superyankee: 'super_yankee',
  superheinz: 'super_heinz',
  lucky_15: 'lucky15',
  lucky_31: 'lucky31',
  lucky_63: 'lucky63',
}

/**
 * The folds of a bet on this many legs (bankers not counted) by the name files give it; full covers are known by the
 * product, the rest by their counts. `undefined` when there is no such bet on this many legs.
 */
export const foldsOf = (type: string, legs: number): readonly number[] | undefined => {
  const word = plainWord(type)
  const name = COVERS[word] ?? word
  if (isFullCover(name)) return fullCoverFolds(name, legs)
  const some = /^(?:system_|perm_|kombi_)?(\d+)_(?:of_|from_)?(\d+)$/.exec(word)
  if (some) return Number(some[2]) === legs ? someOf(Number(some[1]), legs) : undefined
  const size = SIZES[word]
  if (size !== undefined) return someOf(size, legs)
  const folded =
    /^(\d+)_?(?:folds?|leg_parlay|leg)$/.exec(word) ?? /^(?:parlay|acca|accumulator)_?(\d+)$/.exec(word)
  const named = folded ? Number(folded[1]) : PARLAYS[word]
  if (ANY_PARLAY.includes(word) || named === legs) return legs >= 1 ? [legs] : undefined
  return undefined
}
