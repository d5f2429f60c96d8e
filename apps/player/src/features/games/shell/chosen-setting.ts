import type { DiceBet, RowDifficulty } from '@palpite/games'
import { useEffect } from 'react'
import { create } from 'zustand'

/** What is chosen on the page of each game: count of mines, difficulty, line of dice, target of limbo. */
export type ChosenSettings = {
  mines: number
  rowDouble: RowDifficulty
  dice: DiceBet
  limbo: number
}

const useChosen = create<ChosenSettings>(() => ({
  mines: 3,
  rowDouble: 'hard',
  dice: { side: 'over', targetHundredths: 5050 },
  limbo: 200,
}))

/** The setting that is chosen now, or that the game begins with: the rules tell of it. */
export const useChosenSetting = <G extends keyof ChosenSettings>(game: G): ChosenSettings[G] =>
  useChosen((chosen) => chosen[game])

/** Tells the rules what is chosen on this page. */
export const useTellSetting = <G extends keyof ChosenSettings>(game: G, setting: ChosenSettings[G]): void => {
  const told = JSON.stringify(setting)
  useEffect(() => {
    useChosen.setState({ [game]: JSON.parse(told) as ChosenSettings[G] })
  }, [game, told])
}
