import { minesChance, minesMultiplier, MINES_TILES } from '@palpite/games'
import type { RoundOdds } from '../auto/chance-of-ruin.ts'
import { shareOf, worthCents } from '../paced/worth.ts'
import type { PacedRound } from '../paced/use-paced-round.ts'
import type { StakeBounds } from '../stake.ts'

export type MinesRound = PacedRound<'mines'>

/** A tile's content: face down, diamond or mine; whether the player opened it, and whether last. */
export type TileFace = { face: 'closed' | 'gem' | 'mine'; isOpened: boolean; isLast: boolean }

export const board = { columns: 5, rows: 5 } as const

/** The mine counts offered beside − and +. */
export const minePresets = [1, 3, 5, 10, 24] as const

export const mineBounds = { min: 1, max: MINES_TILES - 1 } as const

/** Every tile's content in this round; all face down without one. */
export const facesOf = (round: MinesRound | undefined): TileFace[] =>
  Array.from({ length: MINES_TILES }, (_, tile) => {
    const { opened = [], mines = null } = round?.state ?? {}
    const isOpened = opened.includes(tile)
    const isMine = mines?.includes(tile) ?? false
    const isShown = isOpened || mines !== null
    return {
      face: isMine ? 'mine' : isShown ? 'gem' : 'closed',
      isOpened,
      isLast: opened.at(-1) === tile,
    }
  })

/** The tiles that can still be opened. */
export const closedTiles = (round: MinesRound): number[] =>
  facesOf(round).flatMap(({ face }, tile) => (face === 'closed' ? [tile] : []))

/** The multipliers by number of diamonds, in ten-thousandths. */
export const ladderOf = (mineCount: number): number[] =>
  Array.from({ length: MINES_TILES - mineCount }, (_, place) => minesMultiplier(mineCount, place + 1) * 100)

/** The chance that the next tile is a diamond, as a fraction. */
export const nextChance = (mineCount: number, opened: number): number =>
  (MINES_TILES - mineCount - opened) / (MINES_TILES - opened)

/** The diamonds found: every opened tile but a mine. */
export const gemsFound = ({ state, status }: MinesRound): number =>
  state.opened.length - (status === 'lost' ? 1 : 0)

/** The last diamond's gain in cents; 0 if no diamond was found or the last tile was a mine. */
export const lastGainCents = ({ stakeCents, status, choice, state }: MinesRound): number => {
  const gems = state.opened.length
  if (status === 'lost' || gems === 0) return 0
  const after = (count: number) =>
    worthCents({ stakeCents, multiplierE4: minesMultiplier(choice.mineCount, count) * 100 })
  return after(gems) - after(gems - 1)
}

/** A pattern with this tile toggled, limited to the number of diamonds. */
export const patternAfter = (pattern: readonly number[], tile: number, mineCount: number): number[] =>
  pattern.includes(tile)
    ? pattern.filter((each) => each !== tile)
    : patternWithin([...pattern, tile], mineCount)

/** A pattern cut to what fits with this many mines. */
export const patternWithin = (pattern: readonly number[], mineCount: number): number[] =>
  pattern.slice(0, MINES_TILES - mineCount)

/** A pattern's exact chance and payout; undefined if empty. */
export const patternOdds = (mineCount: number, gems: number): RoundOdds | undefined =>
  gems === 0
    ? undefined
    : {
        chance: shareOf(minesChance(mineCount, gems)),
        multiplierE4: minesMultiplier(mineCount, gems) * 100,
      }

/** The stake bounds with this many mines: this many diamonds (manually the first) pay at most a round's maximum. */
export const minesStakeBounds = (
  mineCount: number,
  gems: number,
  { minStakeCents, maxStakeCents, maxPayoutCents }: Omit<StakeBounds, 'maxPaidStakeCents'>,
): StakeBounds => ({
  minStakeCents,
  maxStakeCents,
  maxPayoutCents,
  maxPaidStakeCents: Math.floor((maxPayoutCents * 100) / minesMultiplier(mineCount, gems)),
})
