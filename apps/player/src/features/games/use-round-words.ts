import type { GameRound } from '../../shared/overlays.ts'
import { useText } from '../../shared/text/text.ts'
import { useHundredths } from './hundredths.ts'
import { roundLabel, roundWords } from './round-texts.ts'

/** Describes rounds in the current language. */
export const useRoundWords = () => {
  const texts = { t: useText(), hundredths: useHundredths() }
  return {
    words: (round: GameRound) => roundWords(round, texts),
    label: (round: GameRound) => roundLabel(round, texts),
  }
}
