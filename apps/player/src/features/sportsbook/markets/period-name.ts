import type { Period } from '@palpite/odds'
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
const whole: Readonly<Record<string, Readonly<Partial<Record<Period, TextKey>>>>> = {
  basketball: { all: 'sportsbook.period.withOvertime', full: 'sportsbook.period.regular' },
  american_football: { all: 'sportsbook.period.withOvertime', full: 'sportsbook.period.regular' },
  baseball: { all: 'sportsbook.period.withExtras', full: 'sportsbook.period.nine' },
}

/** A stretch of play as `@palpite/odds` names it, or by the specification's number (SPEC §3, period codes). */
export type AnyPeriod = Period | number

const byNumber: Readonly<Record<number, Period>> = {
  2: 'half1',
  1001: 'quarter1',
  1002: 'quarter2',
  1003: 'quarter3',
  1004: 'quarter4',
}

/** The stretch of play behind a number; corners (4) are counted over the whole match. */
export const periodOf = (period: AnyPeriod): Period =>
  typeof period === 'number' ? (byNumber[period] ?? 'full') : period

/** The name of a stretch of play; nothing for the whole match, where the sport knows only one. */
export const periodName = (t: Translate, sport: string, wire: AnyPeriod): string | undefined => {
  const period = periodOf(wire)
  const fixed = named[period] ?? whole[sport]?.[period]
  if (fixed) return t(fixed)
  const [, unit = '', count] = /^([a-z]+)(\d+)$/.exec(period) ?? []
  // An inning of cricket is a whole turn at the bat: another word than that of baseball.
  const key = sport === 'cricket' && unit === 'inning' ? 'sportsbook.period.innings' : numbered[unit]
  return key && count !== undefined ? t(key, { count: Number(count) }) : undefined
}
