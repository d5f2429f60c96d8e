import { SPORTS, type Sport } from '@palpite/odds'
import { plainWord } from './settlement-results.ts'

const ALIASES: Readonly<Record<string, Sport>> = {
  soccer: 'football',
  association_football: 'football',
  futebol: 'football',
  hoops: 'basketball',
  nba: 'basketball',
  nfl: 'american_football',
  americanfootball: 'american_football',
  gridiron: 'american_football',
  mlb: 'baseball',
  tabletennis: 'table_tennis',
  ping_pong: 'table_tennis',
  horse_racing: 'racing',
  horseracing: 'racing',
  horses: 'racing',
  greyhounds: 'racing',
  greyhound_racing: 'racing',
}

/** Our sport for a file's name of it. */
export const sportNamed = (value: unknown): Sport | undefined => {
  const word = plainWord(value)
  return SPORTS.find((sport) => sport === word) ?? (Object.hasOwn(ALIASES, word) ? ALIASES[word] : undefined)
}
