import type { DiceBet, RowDifficulty } from '@palpite/games'
import { useEffect } from 'react'
import { create } from 'zustand'

/** The chosen setting of each game's page: mine count, difficulty, dice line, limbo target. */
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

/** The chosen or default setting, for the rules. */
export const useChosenSetting = <G extends keyof ChosenSettings>(game: G): ChosenSettings[G] =>
  useChosen((chosen) => chosen[game])

/** Publishes this page's setting for the rules. */
export const useReportSetting = <G extends keyof ChosenSettings>(
  game: G,
  setting: ChosenSettings[G],
): void => {
  const reported = JSON.stringify(setting)
  useEffect(() => {
    useChosen.setState({ [game]: JSON.parse(reported) as ChosenSettings[G] })
  }, [game, reported])
}
