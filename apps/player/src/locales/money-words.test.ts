import { textLanguages } from '@palpite/contract/languages'
import { expect, test } from 'vitest'
import { readTexts } from '../../build/texts.ts'

/**
 * Names of figures that include the stake. What a ticket won or would have won is named in the player's words
 * instead.
 */
const withStake = [
  'sportsbook.stake.return',
  'sportsbook.place.upTo',
  'sportsbook.bet.returned',
  'wallet.entry.betReturn',
]

/** Names of figures that do not include the stake. */
const withoutStake = ['sportsbook.bet.expected', 'games.paced.profit', 'games.dice.won', 'games.limbo.won']

/** Words that both kinds of names may contain: "potential", "of", "bet". */
const besides = new Set(
  `potencial potential potenziale potentiel potensi möglicher mögliche возможная संभावित de of a d un pari di una
  apuesta aposta bet scommessa einer wette taruhan tiền dự kiến của có thể 예상`.split(/\s+/),
)

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/\{\w+\}/g, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '' && !besides.has(word))

test.each(textLanguages)('in %s no word names a figure with the stake and one without it', (language) => {
  const texts = readTexts(import.meta.dirname, language)
  const wordsIn = (keys: readonly string[]) => keys.flatMap((key) => wordsOf(texts[key] ?? key))
  const profit = new Set(wordsIn(withoutStake))
  expect(wordsIn(withStake).filter((word) => profit.has(word))).toEqual([])
})
