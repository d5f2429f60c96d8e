import type { MatchState, Points, Side, Count, CountKey } from '@palpite/odds'
import { number, text } from './case.ts'
import { take, type Fields } from './fields.ts'
import { finalScore, pairOf } from './settlement-counts.ts'
import { endedOf } from './settlement-endings.ts'
import { plainWord } from './settlement-results.ts'
import { outcomeNamed } from './settlement-sides.ts'

type Counts = Partial<Record<CountKey, Count>>

const HALF_MINUTES = 45

/** The match state of a football match; `shownResult` gives a score to a result without one, where only that matters. */
export const footballState = (fields: Fields, shownResult: boolean): MatchState => {
  const ended = endedOf(fields)
  const isOtherFormat = hasOtherFormat(fields)
  const minute = take(
    fields,
    ['minute', 'abandoned_at', 'abandoned_minute', 'at_minute', 'stopped_at'],
    number,
  )
  const winner = throughOf(fields)
  const over = ended.ending === 'finished'
  const counts = {
    ...goalsOf(fields, { over, minute, shown: shownResult ? ended.result : undefined }),
    ...sidesOf(fields, over),
  }
  const named = winner ? { winner } : {}
  // The match that was offered has two halves of 45 minutes: another one is not it, and none of its counts counts.
  if (isOtherFormat) return { sport: 'football', ending: over ? 'shortened' : ended.ending, counts: {} }
  return { sport: 'football', ending: ended.ending, counts, ...named }
}

const SHOWN: Readonly<Record<Side | 'draw', Points>> = {
  home: { home: 1, away: 0 },
  draw: { home: 0, away: 0 },
  away: { home: 0, away: 1 },
}

type Reported = {
  readonly over: boolean
  readonly minute: number | undefined
  readonly shown: Side | 'draw' | undefined
}

const goalsOf = (fields: Fields, { over, minute, shown }: Reported): Counts => {
  const counts: Counts = {}
  const goals = finalScore(fields, 'goals') ?? (shown ? SHOWN[shown] : undefined)
  const half = pairOf(fields, 'ht', 'h1', 'half1', 'first_half', 'half_time', 'halftime')
  const later = pairOf(fields, 'h2', 'sh', 'half2', 'second_half')
  const extra = pairOf(fields, 'et', 'aet', 'extra_time', 'after_extra_time')
  if (half) counts['goals.half1'] = { ...half, over: over || (minute ?? 0) > HALF_MINUTES }
  const isSecondHalf = goals && half
  if (later) counts['goals.half2'] = { ...later, over }
  else if (isSecondHalf) counts['goals.half2'] = { ...less(goals, half), over }
  if (goals) counts['goals.full'] = { ...goals, over }
  const all = goals && extra ? afterExtra(goals, extra) : (extra ?? goals)
  if (all) counts['goals.all'] = { ...all, over }
  return counts
}

const less = (all: Points, part: Points): Points => {
  const rest = { home: all.home - part.home, away: all.away - part.away }
  if (rest.home < 0 || rest.away < 0) throw new Error('a half has more than the match')
  return rest
}

/** Files give the score after extra time, or extra time alone: the second where it is below the score of 90 minutes. */
const afterExtra = (goals: Points, extra: Points): Points =>
  extra.home < goals.home || extra.away < goals.away
    ? { home: goals.home + extra.home, away: goals.away + extra.away }
    : extra

/** Corners, and cards: a yellow and a red count one each. */
const sidesOf = (fields: Fields, over: boolean): Counts => {
  const counts: Counts = {}
  const put = (stat: 'corners' | 'cards', all: Points | undefined, half: Points | undefined): void => {
    if (all) counts[`${stat}.full`] = { ...all, over }
    if (half) counts[`${stat}.half1`] = { ...half, over }
    if (all && half) counts[`${stat}.half2`] = { ...less(all, half), over }
  }
  put('corners', pairOf(fields, 'corners'), pairOf(fields, ...halves('corners')))
  put(
    'cards',
    pairOf(fields, 'cards', 'bookings') ?? cardsOf(fields, ['yellow'], ['red']),
    pairOf(fields, ...halves('cards')) ?? cardsOf(fields, halves('yellow'), halves('red')),
  )
  return counts
}

const halves = (stat: string): string[] => [
  `ht_${stat}`,
  `${stat}_ht`,
  `h1_${stat}`,
  `${stat}_h1`,
  `first_half_${stat}`,
]

const cardsOf = (fields: Fields, yellows: readonly string[], reds: readonly string[]): Points | undefined => {
  const cards = (names: readonly string[]) =>
    pairOf(fields, ...names, ...names.map((name) => `${name}_cards`))
  const [yellow, red] = [cards(yellows), cards(reds)]
  return yellow && red ? { home: yellow.home + red.home, away: yellow.away + red.away } : undefined
}

const REGULAR_WORDS =
  'regular regular_time extratime extra_time penaltyshootout penalty_shootout penalties full_time ft aet ap 90min standard normal'.split(
    ' ',
  )

/** Is it said to be of another format than two halves of 45 minutes? Throws on a format nobody can read. */
const hasOtherFormat = (fields: Fields): boolean => {
  const text = take(fields, ['format', 'duration', 'length', 'halves', 'periods', 'match_format'], (value) =>
    isOther(value),
  )
  const whole = take(
    fields,
    ['minutes', 'match_minutes', 'total_minutes', 'match_length', 'regulation_minutes'],
    (value) => isOther(value),
  )
  const half = take(fields, ['half_length', 'half_minutes', 'minutes_per_half', 'half_duration'], (value) => {
    const minutes = number(value)
    return minutes === undefined ? undefined : minutes !== HALF_MINUTES
  })
  const short = take(fields, ['shortened_format', 'short_format', 'is_shortened'], (value) =>
    typeof value === 'boolean' ? value : undefined,
  )
  return [text, whole, half, short].includes(true)
}

/** Counts of minutes that are the usual match, with extra time or without; 2 is how many halves it has. */
const USUAL = [2, 90, 120]

const isOther = (value: unknown): boolean => {
  const count = number(value)
  if (count !== undefined) return !USUAL.includes(count)
  const written = text(value) ?? ''
  const [, parts, minutes] =
    /(?:^|\s)(\d+)\s*(?:[x×*]|halves of|periods of)\s*(\d+)(?!\d)/i.exec(written) ?? []
  if (parts !== undefined) return Number(parts) !== 2 || Number(minutes) !== HALF_MINUTES
  const whole = /^\s*(\d+)\s*(?:min(?:ute)?s?|')\s*$/i.exec(written)?.[1]
  if (whole !== undefined) return !USUAL.includes(Number(whole))
  if (REGULAR_WORDS.includes(plainWord(written))) return false
  throw new Error(`format ${written} is not understood`)
}

const SHOOT_OUT = [
  'pens',
  'pen',
  'penalties',
  'penalty',
  'pk',
  'pks',
  'ps',
  'pso',
  'so',
  'shoot_out',
  'shootout',
  'penalty_shootout',
  'penalty_shoot_out',
  'penalties_shootout',
  'p',
] as const
const THROUGH =
  'winner qualified qualifier qualifies qualify advances advance advanced advancing progresses progress progressed ' +
  'progressing through goes_through to_qualify went_through tie_winner'

/** Who goes through: named, by the shoot-out, or over two matches. */
const throughOf = (fields: Fields): Side | 'draw' | undefined => {
  const names = [
    ...THROUGH.split(' '),
    ...SHOOT_OUT.flatMap((name) => [name, `${name}_winner`, `winner_${name}`]),
  ]
  const named = take(fields, names, outcomeNamed)
  const shootOut = pairOf(fields, ...SHOOT_OUT)
  const together = pairOf(fields, 'agg', 'aggregate', 'agg_score')
  const lead = ({ home, away }: Points): Side | undefined =>
    home === away ? undefined : home > away ? 'home' : 'away'
  const counted = (shootOut && lead(shootOut)) ?? (together && lead(together))
  if (named && named !== 'draw' && shootOut && counted && counted !== named)
    throw new Error('the shoot-out and who goes through contradict each other')
  return named === 'draw' ? counted : (named ?? counted)
}
