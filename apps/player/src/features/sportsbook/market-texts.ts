import { lineText } from '@palpite/odds'
import { marketName, marketNames, type NamedMarket, periodName } from '@palpite/odds/market-words'
import type { TextKey } from '../../shared/text/keys.ts'
import { decimalMark } from '../../shared/text/language.ts'
import type { text } from '../../shared/text/text.ts'
import { type Pick, wordsOf } from './markets/pick-words.ts'

type Translate = typeof text

/** A wire line in quarters of a goal as a readable number. */
export const lineOf = (lineQuarters: number | null): number => (lineQuarters ?? 0) / 4

const minus = '−'

/** A side's handicap with sign: `+1,5`, `−0,75`, `0`. The market stores the home side's; away has the opposite. */
export const handicapText = (lineQuarters: number, code: string): string => {
  const own = code === 'away' ? -lineQuarters : lineQuarters
  const digits = lineText(Math.abs(own)).replace('.', decimalMark())
  return own === 0 ? digits : `${own < 0 ? minus : '+'}${digits}`
}

/** Whether the app can name this market type; others are hidden. */
export const isNamed = (type: string): boolean => type in marketNames

const overUnder: Readonly<Record<string, TextKey>> = {
  over: 'sportsbook.pick.over',
  under: 'sportsbook.pick.under',
}

/** The pick in few words: "Flamengo", "Empate", "Mais de 2,5", "Flamengo −1,5". */
export const pickName = (t: Translate, pick: Pick): string => {
  const { code, lineQuarters } = pick
  const ofTotal = overUnder[code]
  if (ofTotal) return t(ofTotal, { line: lineOf(lineQuarters) })
  const picked = wordsOf(t, pick)
  // A runner has a number, and no handicap.
  if (lineQuarters === null || /^\d+$/.test(code)) return picked
  const line = handicapText(lineQuarters, code)
  return code === 'draw'
    ? t('sportsbook.pick.drawLine', { line })
    : t('sportsbook.pick.teamLine', { team: picked, line })
}

const winners: Readonly<Record<string, TextKey>> = {
  home: 'sportsbook.pick.wins',
  draw: 'sportsbook.pick.drawOf',
  away: 'sportsbook.pick.wins',
}

/** Winner types: their picks alone read "Flamengo vence". */
const isOfWinner = (type: string): boolean => /\.(?:1x2|winner|moneyline|set_winner|frame_winner)$/.test(type)

/** The pick as a standalone phrase: "Flamengo vence", with the period if not the match. */
export const fullPickName = (t: Translate, pick: Pick & NamedMarket): string => {
  const { type, code, home, away, period, lineQuarters } = pick
  const wins = lineQuarters === null && isOfWinner(type) ? winners[code] : undefined
  if (!wins && !home)
    return t('sportsbook.pick.aloneIn', { market: marketName(t, pick), pick: pickName(t, pick) })
  if (!wins)
    return t('sportsbook.pick.alone', { home, away, market: marketName(t, pick), pick: pickName(t, pick) })
  const words = t(wins, { home, away, team: code === 'home' ? home : away })
  const stretch = periodName(t, type, period)
  return stretch ? t('sportsbook.pick.inPeriod', { pick: words, period: stretch }) : words
}
