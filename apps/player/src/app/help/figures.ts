import type { Language } from '@palpite/contract/languages'
import {
  diceReturnToPlayer,
  DOUBLE_PAYS,
  limboReturnToPlayer,
  LUCKY_PAYS,
  minesReturnToPlayer,
} from '@palpite/games'
import { formatPercent } from '../../shared/format/format.ts'

const shareOf = ({ n, d }: { n: number | bigint; d: number | bigint }): number => Number(n) / Number(d)

/**
 * What the articles say in figures, from the code that pays; of a game whose return depends on what is chosen, that of the
 * choice it opens with, as its tile shows it.
 */
export const figuresIn = (language: Language): Readonly<Record<string, string>> => {
  const percent = (share: number) => formatPercent(share, language, 2)
  const times = (hundredths: number) => new Intl.NumberFormat(language).format(hundredths / 100)
  return {
    mines: percent(shareOf(minesReturnToPlayer(3, 1))),
    dice: percent(shareOf(diceReturnToPlayer({ side: 'over', targetHundredths: 5050 }))),
    limbo: percent(shareOf(limboReturnToPlayer(200))),
    doubleColour: times(DOUBLE_PAYS.red),
    doubleWhite: times(DOUBLE_PAYS.white),
    luckyColour: times(LUCKY_PAYS.colour),
    luckyDual: times(LUCKY_PAYS.dual),
    luckyViolet: times(LUCKY_PAYS.violet),
    luckyDigit: times(LUCKY_PAYS.digit),
    luckySize: times(LUCKY_PAYS.size),
  }
}
