import type { TextKey } from '../../shared/text/keys.ts'
import type { text } from '../../shared/text/text.ts'

type Translate = typeof text

/** What names a market, on a match and on a leg alike. */
type MarketName = { type: string; period: number; lineQuarters: number | null }

type Pick = {
  code: string
  lineQuarters: number | null
  home: string
  away: string
  name?: string | null
}

export const winnerType = 'football.1x2'
export const totalType = 'football.total'

/** Period codes of SPEC §3. */
export const fullGame = 1
const firstHalf = 2

const marketTexts: Readonly<Record<string, TextKey>> = {
  [winnerType]: 'sportsbook.market.winner',
  [totalType]: 'sportsbook.market.total',
}

const periodTexts: Readonly<Record<number, TextKey>> = {
  [firstHalf]: 'sportsbook.period.firstHalf',
  4: 'sportsbook.period.corners',
  1001: 'sportsbook.period.quarter1',
  1002: 'sportsbook.period.quarter2',
  1003: 'sportsbook.period.quarter3',
  1004: 'sportsbook.period.quarter4',
}

const pickTexts: Readonly<Record<string, TextKey>> = {
  home: 'sportsbook.pick.team',
  away: 'sportsbook.pick.team',
  draw: 'sportsbook.pick.draw',
  over: 'sportsbook.pick.over',
  under: 'sportsbook.pick.under',
}

const fullTexts: Readonly<Record<string, TextKey>> = {
  home: 'app.outcome.home',
  draw: 'app.outcome.draw',
  away: 'app.outcome.away',
  over: 'app.outcome.over',
  under: 'app.outcome.under',
}

/** A line as the wire has it, in quarters of a goal, as the number a reader knows. */
export const lineOf = (lineQuarters: number | null): number => (lineQuarters ?? 0) / 4

/** The name of a market: "Resultado final", "Mais/menos gols · 1º tempo". The line is the pick's to say. */
export const marketName = (t: Translate, { type, period }: Omit<MarketName, 'lineQuarters'>): string => {
  const name = t(marketTexts[type] ?? 'sportsbook.market.other')
  const stretch = periodTexts[period]
  return stretch ? t('sportsbook.market.ofPeriod', { market: name, period: t(stretch) }) : name
}

/** What is picked, in as few words as say it: "Flamengo", "Empate", "Mais de 2,5". */
export const pickName = (t: Translate, { code, lineQuarters, home, away, name }: Pick): string =>
  t(pickTexts[code] ?? 'sportsbook.pick.other', {
    team: code === 'home' ? home : away,
    line: lineOf(lineQuarters),
    name: name ?? code,
  })

/** What is picked, as a whole that stands alone: "Flamengo vence", with the stretch of play where it is not the match. */
export const fullPickName = (t: Translate, pick: Pick & { period: number }): string => {
  const { code, lineQuarters, home, away, name, period } = pick
  const words = t(fullTexts[code] ?? 'app.outcome.other', {
    home,
    away,
    line: lineOf(lineQuarters),
    name: name ?? code,
  })
  const stretch = periodTexts[period]
  return stretch ? t('sportsbook.pick.inPeriod', { pick: words, period: t(stretch) }) : words
}
