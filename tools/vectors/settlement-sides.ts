import type { Side } from '@palpite/odds'
import { plainWord } from './settlement-results.ts'

const HOME = 'home h 1 w1 team1 team_1 t1 player1 player_1 p1 home_team home_win side_1 home_player'.split(
  ' ',
)
const AWAY = 'away a 2 w2 team2 team_2 t2 player2 player_2 p2 away_team away_win side_2 away_player'.split(
  ' ',
)
const DRAW =
  'draw x d tie tied the_draw level drawn draws technical_draw majority_draw split_draw unanimous_draw'.split(
    ' ',
  )

/** The side a word means. */
export const sideNamed = (value: unknown): Side | undefined => {
  const word = plainWord(value)
  return HOME.includes(word) ? 'home' : AWAY.includes(word) ? 'away' : undefined
}

/** The result a word means: a side or the draw. */
export const outcomeNamed = (value: unknown): Side | 'draw' | undefined =>
  sideNamed(value) ?? (DRAW.includes(plainWord(value)) ? 'draw' : undefined)
