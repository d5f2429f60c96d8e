import type { Points } from '@palpite/odds'
import { list, number, object, text } from './case.ts'
import { take, type Fields } from './fields.ts'

const MAX = 100_000

/** A count: whole and not negative. */
export const countNamed = (value: unknown): number | undefined => {
  const count = number(value)
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 && count <= MAX ? count : undefined
}

const both = (home: unknown, away: unknown): Points | undefined => {
  const [first, second] = [countNamed(home), countNamed(away)]
  return first === undefined || second === undefined ? undefined : { home: first, away: second }
}

/** A score in one value: a list of two, an object of two sides, or "2-1" and "2:1". */
export const scoreNamed = (value: unknown): Points | undefined => {
  if (Array.isArray(value)) return value.length === 2 ? both(value[0], value[1]) : undefined
  const sides = object(value)
  if (Object.keys(sides).length > 0) return both(sides['home'] ?? sides['h'], sides['away'] ?? sides['a'])
  const [, home, away] = /^\s*(\d+)\s*[-:–]\s*(\d+)\s*$/.exec(text(value) ?? '') ?? []
  return home === undefined ? undefined : both(home, away)
}

/** The count of something for both sides, under any of its names and the spellings of a pair. */
export const pairOf = (fields: Fields, ...names: readonly string[]): Points | undefined => {
  const found = names.flatMap((name) => {
    const spelled = [
      [`${name}_home`, `${name}_away`],
      [`home_${name}`, `away_${name}`],
      [`h_${name}`, `a_${name}`],
    ].flatMap(([home = '', away = '']) => {
      const pair = both(fields.json[home], fields.json[away])
      if (pair) for (const field of [home, away]) fields.used.add(field)
      return pair ? [pair] : []
    })
    const whole = take(fields, [name], scoreNamed)
    return whole ? [...spelled, whole] : spelled
  })
  const [first] = found
  if (found.some((pair) => pair.home !== first?.home || pair.away !== first.away))
    throw new Error(`counts of ${names[0]} contradict each other`)
  return first
}

/** The score of the whole match: two fields named after the sides, or any pair under these names. */
export const finalScore = (fields: Fields, ...names: readonly string[]): Points | undefined => {
  const plain = both(fields.json['home'], fields.json['away'])
  if (plain) for (const side of ['home', 'away']) fields.used.add(side)
  const named = pairOf(fields, 'ft', 'score', 'full_time', 'final', ...names)
  if (plain && named && (plain.home !== named.home || plain.away !== named.away))
    throw new Error('final scores contradict each other')
  return plain ?? named
}

/** Scores of parts in their order, from a list of them. */
export const scoresNamed = (value: unknown): Points[] | undefined => {
  const written = typeof value === 'string' ? value.trim().split(/[\s,;]+/) : list(value)
  const scores = written.map(scoreNamed)
  return scores.length > 0 && scores.every((score) => score !== undefined)
    ? scores.flatMap((one) => one ?? [])
    : undefined
}
