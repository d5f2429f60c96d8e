import type { Calls } from '@palpite/contract'
import type { TextKey } from './text/keys.ts'

export type SmallGame = Calls['GET /api/app/games/rules']['data'][number]['game']

const names: Readonly<Record<SmallGame, TextKey>> = {
  mines: 'app.game.mines',
  double: 'app.game.double',
  limbo: 'app.game.limbo',
  dice: 'app.game.dice',
  luckyColor: 'app.game.luckyColor',
  rowDouble: 'app.game.rowDouble',
}

/** The text key of a game's name. */
export const nameOf = (game: SmallGame): TextKey => names[game]

/** The small games in display order with their text keys. A game's code is also its screen. */
export const smallGames: readonly { game: SmallGame; text: TextKey }[] = [
  { game: 'mines', text: names.mines },
  { game: 'double', text: names.double },
  { game: 'limbo', text: names.limbo },
  { game: 'dice', text: names.dice },
  { game: 'luckyColor', text: names.luckyColor },
  { game: 'rowDouble', text: names.rowDouble },
]
