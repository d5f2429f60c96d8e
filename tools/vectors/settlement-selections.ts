import type { MarketType, Side } from '@palpite/odds'
import { plainWord } from './settlement-results.ts'
import { outcomeNamed, sideNamed } from './settlement-sides.ts'
import { methodNamed } from './settlement-methods.ts'

/** What a selection says: an outcome of the market (or several that it wins with), and a side or line in its text. */
export type Pick = {
  readonly outcomes: readonly string[]
  readonly side?: Side
  readonly line?: string
}

const WORDS: Readonly<Record<string, string>> = {
  over: 'over o',
  under: 'under u',
  yes: 'yes y gg true goal',
  no: 'no n ng false no_goal',
  odd: 'odd',
  even: 'even',
  home_draw: '1x x1 home_draw home_or_draw draw_or_home home_or_tie draw_home h_d hd',
  draw_away: 'x2 2x draw_away draw_or_away away_or_draw away_draw away_or_tie d_a a_d',
  home_away: '12 21 1_2 home_away home_or_away away_or_home no_draw any_team h_a',
  half1: 'half1 1st first 1 1st_half first_half h1 1h ht1 half_1',
  half2: 'half2 2nd second 2 2nd_half second_half h2 2h half_2',
  equal: 'equal tie draw same x neither both_equal equal_goals',
  other_home:
    'other_home any_other_home_win any_other_home aohw home_other other_home_win any_other_home_score',
  other_away:
    'other_away any_other_away_win any_other_away aoaw away_other other_away_win any_other_away_score',
  other_draw: 'other_draw any_other_draw aod draw_other any_other_draw_score any_other_tie',
  other: 'other any_other any_unquoted any_other_score aos unquoted other_score others any_other_result',
  decision: 'decision points goes_the_distance distance to_go_the_distance by_decision full_distance',
}

const isSpelled = (outcome: string, word: string): boolean =>
  outcome === word || (WORDS[outcome] ?? '').split(' ').includes(word)

const LINE = String.raw`[+-]?\d+(?:\.\d+)?(?:\s*[,/]\s*[+-]?\d+(?:\.\d+)?)?`

/** The selection a text means in this market, or nothing when it is none of its outcomes. */
export const selectionNamed = (written: string, type: MarketType): Pick | undefined => {
  const text = written.trim().replaceAll(/[−–]/g, '-')
  const plain = pickOf(text, type)
  if (plain || !type.line) return plain
  const [, head = '', line = ''] = new RegExp(`^(.*[a-z])\\s*\\(?\\s*(${LINE})\\)?$`, 'i').exec(text) ?? []
  const found = pickOf(head, type)
  if (found) return { ...found, line }
  const start = /^(.*[a-z])\s*\(?\s*(\d+:\d+)\)?$/i.exec(text)
  const scored = pickOf(start?.[1] ?? '', type)
  return scored && start?.[2] !== undefined ? { ...scored, line: start[2] } : undefined
}

const pickOf = (text: string, type: MarketType): Pick | undefined => {
  const outcomes = outcomesOf(text, type)
  if (outcomes.length > 0) return { outcomes }
  if (!type.needsSide) return undefined
  const parts = plainWord(text).split('_')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const [side, rest] = sideNamed(first)
    ? [sideNamed(first), parts.slice(1)]
    : [sideNamed(last), parts.slice(0, -1)]
  const sided = outcomesOf(rest.filter((part) => part !== 'team').join('_'), type)
  return side && sided.length > 0 ? { outcomes: sided, side } : undefined
}

const outcomesOf = (text: string, type: MarketType): readonly string[] => {
  const word = plainWord(text)
  if (word === '') return []
  const own = type.id.split('.')[1] ?? ''
  const listed = type.outcomes.filter((outcome) => isSpelled(outcome, word))
  if (listed.length > 0) return listed
  const result = outcomeNamed(text)
  if (result && type.outcomes.includes(result)) return [result]
  if (own.endsWith('correct_score')) return scoreOf(text, type)
  if (own === 'half_time_full_time') return inTwo(text, type)
  if (own === 'exact_goals') return exactOf(text)
  if (own === 'ending_round') return only(`round${/^(?:round|rd|r)?_?(\d+)$/.exec(word)?.[1] ?? ''}`, type)
  if (own === 'method') return methodOf(text, type)
  return []
}

const only = (outcome: string, type: MarketType): string[] =>
  type.outcomes.includes(outcome) ? [outcome] : []

/** A score of its own, also one that is not on the house's list: the same rule settles it. "Other" takes all the rest. */
const scoreOf = (text: string, type: MarketType): readonly string[] => {
  const score = /^(\d{1,2})\s*[-:]\s*(\d{1,2})$/.exec(text.trim())
  if (score) return [`${Number(score[1])}-${Number(score[2])}`]
  if (!isSpelled('other', plainWord(text))) return []
  return type.outcomes.filter((outcome) => outcome.startsWith('other'))
}

const inTwo = (text: string, type: MarketType): string[] => {
  const parts = /^[hdax12]{2}$/i.test(text.trim()) ? Array.from(text.trim()) : text.split(/\s*[/-]\s*/)
  const [first, second] = parts.map((part) => outcomeNamed(part))
  return parts.length === 2 && first && second ? only(`${first}/${second}`, type) : []
}

const exactOf = (text: string): string[] => {
  const [, count, more] = /^(\d{1,2})\s*(\+|or more|and more)?(?:\s*goals?)?$/i.exec(text.trim()) ?? []
  return count === undefined ? [] : [`${Number(count)}${more === undefined ? '' : '+'}`]
}

const methodOf = (text: string, type: MarketType): string[] => {
  const [, side, how = ''] = /^(\S+)\s+(?:wins?\s+)?(?:by\s+)?(.+)$/i.exec(text.trim()) ?? []
  const method = methodNamed(how)
  const winner = sideNamed(side ?? '')
  return winner && method ? only(`${winner}_${method}`, type) : []
}
