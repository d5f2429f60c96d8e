import { adapters } from '../../apps/server/src/games/adapters/games.ts'
import { attempt, differs, list, object, text, verdict, type Check, type Json } from './case.ts'
import { gameNamed } from './fairness-games.ts'
import { drawnOf, isPaidByMultiplier, serve } from './served.ts'
import { plainWord } from './settlement-results.ts'

/** The house's game by every name that files have for it. */
const CODES: Readonly<Record<string, keyof typeof adapters>> = {
  dice: 'dice',
  limbo: 'limbo',
  mines: 'mines',
  dragon_tower: 'rowDouble',
  dragontower: 'rowDouble',
  tower: 'rowDouble',
  rowdouble: 'rowDouble',
  row_double: 'rowDouble',
  double: 'double',
  luckycolor: 'luckyColor',
  lucky_color: 'luckyColor',
  luckycolour: 'luckyColor',
  lucky_colour: 'luckyColor',
}

/**
 * The recorded rounds of a fairness file, played by the adapters the server plays with: the outcome must be the recorded
 * one, and what is paid must follow from the multiplier told. Rounds of games that nobody can play here are skipped by name.
 */
export const checkServed = (file: unknown): Check[] =>
  list(object(file)['vectors'] ?? file).map((value, place): Check => {
    const one = object(value)
    const id = text(one['id']) ?? `round ${place + 1}`
    const word = plainWord(text(one['game']))
    const game = Object.hasOwn(CODES, word) ? CODES[word] : undefined
    if (!game)
      return { verdict: 'skipped', id, what: `game ${text(one['game']) ?? 'not named'}, which is not served` }
    const other = gameNamed(word)?.otherRules(object(one['params']))
    if (other !== undefined) return { verdict: 'skipped', id, what: other }
    return attempt(id, () => checkRound(id, game, one))
  })

const checkRound = (id: string, game: keyof typeof adapters, one: Json): Check => {
  const { outcome, paid } = serve(game, one)
  const { drawn, colour } = drawnOf(one)
  const isShared = adapters[game].kind === 'shared'
  return verdict(id, [
    differs('outcome served', isShared ? drawn : one['outcome'], outcome),
    // The bet was on the colour that was recorded.
    colour === undefined ? undefined : differs(`a bet on ${colour}`, 'won', paid.status),
    isPaidByMultiplier(paid) ? undefined : `${game}: pays otherwise than its multiplier`,
  ])
}
