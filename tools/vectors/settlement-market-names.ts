import type { Sport } from '@palpite/odds'
import {
  FOOTBALL,
  QUARTER_SPORTS,
  BASEBALL,
  BOXING,
  CRICKET,
  RALLY_SPORTS,
  SNOOKER,
  TENNIS,
  type Names,
} from './settlement-market-words.ts'
import { periodNamed, type NamedPeriod } from './settlement-periods.ts'
import { plainWord } from './settlement-results.ts'

/** What a file's market name says: our own ids it can mean, the likeliest first, and a period, side or line in it. */
export type NamedMarket = {
  readonly ids: readonly string[]
  readonly period?: NamedPeriod
  readonly side?: 'home' | 'away'
  readonly line?: string
}

const BY_SPORT: Readonly<Record<Exclude<Sport, 'racing'>, Names>> = {
  football: FOOTBALL,
  basketball: QUARTER_SPORTS,
  american_football: QUARTER_SPORTS,
  baseball: BASEBALL,
  cricket: CRICKET,
  tennis: TENNIS,
  volleyball: RALLY_SPORTS.volleyball,
  badminton: RALLY_SPORTS.badminton,
  table_tennis: RALLY_SPORTS.table_tennis,
  snooker: SNOOKER,
  boxing: BOXING,
}

const idsOf = (word: string, sport: Sport): string[] =>
  sport === 'racing'
    ? []
    : Object.entries(BY_SPORT[sport])
        .filter(([, words]) => words.split(' ').includes(word))
        .map(([id]) => id)

/** The market a file names, or nothing when no market of ours is called that. */
export const marketNamed = (written: string, sport: Sport): NamedMarket | undefined => {
  const lined = /^(.*[a-z].*?)[\s_]+([+-]?\d+\.\d+)$/i.exec(written.trim())
  // "set_winner 2" is "set_2_winner".
  const word = plainWord(lined?.[1] ?? written).replace(
    /^(set|quarter|inning|frame|game)_(.+)_(\d{1,2})$/,
    '$1_$3_$2',
  )
  const found = withoutPeriod(word, sport)
  return found && lined?.[2] !== undefined ? { ...found, line: lined[2] } : found
}

const withoutPeriod = (word: string, sport: Sport): NamedMarket | undefined => {
  const plain = withoutSide(word, sport)
  if (plain) return plain
  const parts = word.split('_')
  // The longest period first: "first_half" before "first", "set_1" before "1".
  for (let size = Math.min(4, parts.length - 1); size >= 1; size -= 1) {
    for (let from = 0; from + size <= parts.length; from += 1) {
      const period = periodNamed(parts.slice(from, from + size).join('_'), sport)
      const rest = [...parts.slice(0, from), ...parts.slice(from + size)]
      const found = period && withoutSide(withoutFillers(rest).join('_'), sport)
      if (found) return { ...found, period }
    }
  }
  return undefined
}

/** Words that only join a name with its period. */
const withoutFillers = (parts: readonly string[]): string[] =>
  parts.filter((part, place) => {
    const isEdge = place === 0 || place === parts.length - 1
    return !(isEdge && ['of', 'in', 'the', 'to', 'only', 'win'].includes(part)) || parts.length === 1
  })

const withoutSide = (word: string, sport: Sport): NamedMarket | undefined => {
  const ids = idsOf(word, sport)
  if (ids.length > 0) return { ids }
  const [, side, rest = ''] = /^(home|away)_(?:team_)?(.+)$/.exec(word) ?? []
  if (side !== 'home' && side !== 'away') return undefined
  const sided = SIDED.flatMap((id) => (idsOf(rest, sport).includes(id) ? [SIDE_OF[id] ?? id] : []))
  return sided.length > 0 ? { ids: sided, side } : undefined
}

/** Markets of both sides together whose name with a side before it is the side's own. */
const SIDE_OF: Readonly<Record<string, string>> = {
  total: 'team_total',
  corners_total: 'corners_team_total',
  cards_total: 'cards_team_total',
}
const SIDED = [...Object.keys(SIDE_OF), ...Object.values(SIDE_OF)]
