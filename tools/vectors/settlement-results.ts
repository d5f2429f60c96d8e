import {
  deadHeat,
  HALF_LOST,
  HALF_WON,
  LOST,
  VOID,
  WON,
  type Resolution,
  type ResultName,
} from '@palpite/odds'
import { number, text } from './case.ts'

/** A word of a file in one spelling: small letters, one underscore between its parts. */
export const plainWord = (value: unknown): string =>
  (text(value) ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')

const WORDS: Readonly<Record<Exclude<ResultName, 'dead_heat'>, string>> = {
  won: 'won win winner wins w',
  lost: 'lost lose loss loser l',
  void:
    'void voided push pushed refund refunded returned cancelled canceled non_runner nr stake_refunded ' +
    'void_refund',
  half_won: 'half_won half_win won_half win_half half_winner hw',
  half_lost: 'half_lost half_lose half_loss lost_half lose_half half_loser hl',
}

const NAMES: ReadonlyMap<string, ResultName> = new Map(
  (Object.entries(WORDS) as [ResultName, string][]).flatMap(([name, words]) =>
    words.split(' ').map((word) => [word, name] as const),
  ),
)

/** The product's result codes that name one result; losing has three of them. */
const CODES: Readonly<Record<number, ResultName>> = {
  10: 'won',
  11: 'half_lost',
  20: 'lost',
  4: 'lost',
  [-11]: 'lost',
  21: 'half_won',
  90: 'void',
}

/** The result a file names, in our word for it. */
export const resultNamed = (value: unknown): ResultName | undefined => {
  const code = number(value)
  if (code !== undefined) return CODES[code]
  const word = plainWord(value)
  return ['dead_heat', 'deadheat', 'dh'].includes(word) ? 'dead_heat' : NAMES.get(word)
}

const RESOLUTIONS: Readonly<Record<Exclude<ResultName, 'dead_heat'>, Resolution>> = {
  won: WON,
  lost: LOST,
  void: VOID,
  half_won: HALF_WON,
  half_lost: HALF_LOST,
}

const MOST_TIED = 1000

/** What a leg resolved to: a named result, or a dead heat of this many for one place. */
export const resolutionNamed = (result: unknown, tied: unknown): Resolution | undefined => {
  const name = resultNamed(result)
  if (name === undefined) return undefined
  const count = number(tied) ?? 1
  const isCount = Number.isSafeInteger(count) && count >= 1 && count <= MOST_TIED
  if (!isCount) return undefined
  if (name === 'dead_heat') return count > 1 ? deadHeat(1, count) : undefined
  if (name === 'won' && count > 1) return deadHeat(1, count)
  return RESOLUTIONS[name]
}
