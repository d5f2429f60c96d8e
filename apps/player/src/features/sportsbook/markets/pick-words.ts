import type { TextKey } from '../../../shared/text/keys.ts'
import type { text } from '../../../shared/text/text.ts'

type Translate = typeof text

/** An outcome of a market, and its two sides. */
export type Pick = {
  code: string
  lineQuarters: number | null
  home: string
  away: string
  /** The runner's name, if the outcome is one. */
  name?: string | null
}

/** A side by its team's name, or the word for a draw. */
const sideName = (t: Translate, code: string, { home, away }: Pick): string =>
  code === 'home' ? home : code === 'away' ? away : t('sportsbook.pick.draw')

const words: Readonly<Record<string, TextKey>> = {
  yes: 'sportsbook.pick.yes',
  no: 'sportsbook.pick.no',
  odd: 'sportsbook.pick.odd',
  even: 'sportsbook.pick.even',
  home_draw: 'sportsbook.pick.homeDraw',
  home_away: 'sportsbook.pick.eitherTeam',
  draw_away: 'sportsbook.pick.drawAway',
  other: 'sportsbook.pick.otherScore',
  other_draw: 'sportsbook.pick.otherDraw',
  half1: 'sportsbook.period.half1',
  half2: 'sportsbook.period.half2',
  equal: 'sportsbook.pick.equal',
  decision: 'sportsbook.pick.decision',
}

/** What a side does, after an underscore: `away_knockout`. */
const ofSide: Readonly<Record<string, TextKey>> = {
  knockout: 'sportsbook.pick.knockout',
  decision: 'sportsbook.pick.decisionFor',
  disqualification: 'sportsbook.pick.disqualification',
}

/** A runner's number, which has a name; otherwise a count. */
const isNumber = /^\d+$/

/** A pick without a line. */
export const wordsOf = (t: Translate, pick: Pick): string => {
  const { code, home, away, name } = pick
  if (code === 'home' || code === 'away' || code === 'draw') return sideName(t, code, pick)
  if (name && isNumber.test(code)) return name
  const fixed = words[code]
  if (fixed) return t(fixed, { home, away })
  return (
    scoreWords(t, code) ??
    sidesWords(t, pick) ??
    countWords(t, code) ??
    t('sportsbook.pick.other', { name: name ?? code })
  )
}

/** `2-1`. */
const scoreWords = (t: Translate, code: string): string | undefined => {
  const [, home, away] = /^(\d+)-(\d+)$/.exec(code) ?? []
  return home !== undefined && away !== undefined ? t('sportsbook.pick.score', { home, away }) : undefined
}

/** `home/draw`, `other_home`, `away_knockout`. */
const sidesWords = (t: Translate, pick: Pick): string | undefined => {
  const [first = '', second = ''] = pick.code.split('/')
  if (second) {
    return t('sportsbook.pick.inTurn', {
      first: sideName(t, first, pick),
      second: sideName(t, second, pick),
    })
  }
  const [side = '', way = ''] = pick.code.split('_')
  if (side === 'other') return t('sportsbook.pick.otherTeam', { team: sideName(t, way, pick) })
  const key = ofSide[way]
  return key && t(key, { team: sideName(t, side, pick) })
}

/** `3`, `6+` of goals; `round7` of a fight. */
const countWords = (t: Translate, code: string): string | undefined => {
  const [, round] = /^round(\d+)$/.exec(code) ?? []
  if (round !== undefined) return t('sportsbook.period.round', { count: Number(round) })
  const [, count, more] = /^(\d+)(\+?)$/.exec(code) ?? []
  return count === undefined
    ? undefined
    : t(more ? 'sportsbook.pick.goalsOrMore' : 'sportsbook.pick.goals', { count: Number(count) })
}
