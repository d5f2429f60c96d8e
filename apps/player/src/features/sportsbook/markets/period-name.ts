import type { TextKey } from '../../../shared/text/keys.ts'
import type { text } from '../../../shared/text/text.ts'

type Translate = typeof text

const named: Readonly<Record<string, TextKey>> = {
  half1: 'sportsbook.period.half1',
  half2: 'sportsbook.period.half2',
  first5: 'sportsbook.period.first5',
}

const numbered: Readonly<Record<string, TextKey>> = {
  quarter: 'sportsbook.period.quarter',
  set: 'sportsbook.period.set',
  inning: 'sportsbook.period.inning',
  frame: 'sportsbook.period.frame',
  round: 'sportsbook.period.round',
}

/** Sports whose match can be bet on with and without what is played after a draw: their markets say which. */
const whole: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  basketball: { all: 'sportsbook.period.withOvertime', full: 'sportsbook.period.regular' },
  american_football: { all: 'sportsbook.period.withOvertime', full: 'sportsbook.period.regular' },
  baseball: { all: 'sportsbook.period.withExtras', full: 'sportsbook.period.nine' },
}

/** The name of a stretch of play; nothing for the whole match, where the sport knows only one. */
export const periodName = (t: Translate, sport: string, period: string): string | undefined => {
  const fixed = named[period] ?? whole[sport]?.[period]
  if (fixed) return t(fixed)
  const [, unit = '', count] = /^([a-z]+)(\d+)$/.exec(period) ?? []
  // An inning of cricket is a whole turn at the bat: another word than that of baseball.
  const key = sport === 'cricket' && unit === 'inning' ? 'sportsbook.period.innings' : numbered[unit]
  return key && count !== undefined ? t(key, { count: Number(count) }) : undefined
}
