import type { Calls } from '@palpite/contract'
import type { TextKey } from './text/keys.ts'

export type SmallGame = Calls['GET /api/app/games/rules']['data'][number]['game']

/** The small games in the order they are shown, with the text of each name. A game's code is also its screen. */
export const smallGames: readonly { game: SmallGame; text: TextKey }[] = [
  { game: 'mines', text: 'app.game.mines' },
  { game: 'double', text: 'app.game.double' },
  { game: 'limbo', text: 'app.game.limbo' },
  { game: 'dice', text: 'app.game.dice' },
  { game: 'luckyColor', text: 'app.game.luckyColor' },
  { game: 'rowDouble', text: 'app.game.rowDouble' },
]
