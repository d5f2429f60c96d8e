import type { SmallGame } from '../../../shared/small-games.ts'
import type { TextKey } from '../../../shared/text/keys.ts'

/** Each game's rules and payouts, a paragraph each; return, bounds and fairness have common texts. */
export const rulesTexts: Readonly<Partial<Record<SmallGame, readonly TextKey[]>>> = {
  limbo: ['games.limbo.rules.play', 'games.limbo.rules.pays'],
  dice: ['games.dice.rules.play', 'games.dice.rules.pays'],
  mines: ['games.mines.rules.play'],
  rowDouble: ['games.rowDouble.rules.play'],
}
