import { MAX_LEGS } from './parlay.ts'

/** The full-cover bets: how many legs, and which folds. */
export const FULL_COVERS = {
  trixie: { legs: 3, folds: [2, 3] },
  patent: { legs: 3, folds: [1, 2, 3] },
  yankee: { legs: 4, folds: [2, 3, 4] },
  lucky15: { legs: 4, folds: [1, 2, 3, 4] },
  super_yankee: { legs: 5, folds: [2, 3, 4, 5] },
  lucky31: { legs: 5, folds: [1, 2, 3, 4, 5] },
  heinz: { legs: 6, folds: [2, 3, 4, 5, 6] },
  lucky63: { legs: 6, folds: [1, 2, 3, 4, 5, 6] },
  super_heinz: { legs: 7, folds: [2, 3, 4, 5, 6, 7] },
  goliath: { legs: 8, folds: [2, 3, 4, 5, 6, 7, 8] },
} as const satisfies Record<string, { legs: number; folds: readonly number[] }>

export type FullCover = keyof typeof FULL_COVERS

/** Canadian is another name of the super yankee. */
export const isFullCover = (name: string): name is FullCover => Object.hasOwn(FULL_COVERS, name)

/** A named full cover's folds for this many legs; `undefined` if it has another number of legs. */
export const fullCoverFolds = (name: FullCover, legs: number): readonly number[] | undefined =>
  FULL_COVERS[name].legs === legs ? FULL_COVERS[name].folds : undefined

/** The folds of "k of n": only combinations of k. `undefined` if impossible. */
export const someOf = (pick: number, legs: number): readonly number[] | undefined =>
  Number.isSafeInteger(pick) && pick >= 1 && pick <= legs && legs <= MAX_LEGS ? [pick] : undefined
