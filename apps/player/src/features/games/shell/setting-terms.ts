import {
  DICE_RESULTS,
  type DiceBet,
  diceMultiplier,
  diceReturnToPlayer,
  limboReturnToPlayer,
  MINES_TILES,
  minesChance,
  minesMultiplier,
  minesReturnToPlayer,
  ROWS,
  rowChance,
  type RowDifficulty,
  rowMultiplier,
  rowReturnToPlayer,
} from '@palpite/games'
import { shareOf } from '../paced/worth.ts'

/** A setting's exact return, win chance and maximum payout. */
export type SettingTerms = {
  returned: number
  /** In step games, of the first step. */
  chance: number
  /** The maximum in ten-thousandths of the stake; in step games, after the last one. */
  maxMultiplierE4: number
}

export const diceTerms = (bet: DiceBet): SettingTerms => {
  const { n, d } = diceReturnToPlayer(bet)
  const wins = bet.side === 'under' ? bet.targetHundredths : DICE_RESULTS - 1 - bet.targetHundredths
  return { returned: n / d, chance: wins / DICE_RESULTS, maxMultiplierE4: diceMultiplier(bet) }
}

export const limboTerms = (targetHundredths: number): SettingTerms => {
  const returned = shareOf(limboReturnToPlayer(targetHundredths))
  return { returned, chance: (returned * 100) / targetHundredths, maxMultiplierE4: targetHundredths * 100 }
}

export const minesTerms = (mineCount: number): SettingTerms => ({
  returned: shareOf(minesReturnToPlayer(mineCount, 1)),
  chance: shareOf(minesChance(mineCount, 1)),
  maxMultiplierE4: minesMultiplier(mineCount, MINES_TILES - mineCount) * 100,
})

export const rowTerms = (difficulty: RowDifficulty): SettingTerms => ({
  returned: shareOf(rowReturnToPlayer(difficulty, 1)),
  chance: shareOf(rowChance(difficulty, 1)),
  maxMultiplierE4: rowMultiplier(difficulty, ROWS) * 100,
})
