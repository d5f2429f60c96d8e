import type { GameRound } from '../../shared/overlays.ts'
import { useText } from '../../shared/text/text.ts'
import { useHundredths } from './hundredths.ts'
import { roundLabel, roundWords } from './round-texts.ts'

/** Describes rounds in the current language. */
export const useRoundWords = () => {
  const loadLanguage = { t: useText(), hundredths: useHundredths() }
  return {
    words: (round: GameRound) => roundWords(round, loadLanguage),
    label: (round: GameRound) => roundLabel(round, loadLanguage),
  }
}
