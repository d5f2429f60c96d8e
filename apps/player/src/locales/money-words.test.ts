import { textLanguages } from '@palpite/contract/languages'
import { expect, test } from 'vitest'
import { readTexts } from '../../build/texts.ts'

/** Names of figures that the stake is part of. What a ticket won or would have won is told in the player's words instead. */
const withStake = [
  'sportsbook.stake.return',
  'sportsbook.place.upTo',
  'sportsbook.bet.returned',
  'wallet.entry.betReturn',
]

/** Names of figures that the stake is no part of. */
const withoutStake = ['sportsbook.bet.expected', 'games.paced.profit', 'games.dice.won', 'games.limbo.won']

/** Says of either kind that it may come, or of what. */
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
