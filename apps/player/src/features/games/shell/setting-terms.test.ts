import { expect, test } from 'vitest'
import { diceTerms, limboTerms, minesTerms, rowTerms } from './setting-terms.ts'

test.each([
  {
    what: 'dice over 50.50',
    terms: diceTerms({ side: 'over', targetHundredths: 5050 }),
    returned: 0.9899,
    chance: 4950 / 10_001,
    maxMultiplierE4: 20_000,
  },
  {
    what: 'dice under 2.00',
    terms: diceTerms({ side: 'under', targetHundredths: 200 }),
    returned: 0.9899,
    chance: 200 / 10_001,
    maxMultiplierE4: 495_000,
  },
  { what: 'limbo at 2.00', terms: limboTerms(200), returned: 0.99, chance: 0.495, maxMultiplierE4: 20_000 },
  {
    what: 'limbo at a million',
    terms: limboTerms(100_000_000),
    returned: 0.9537,
    chance: 0.95367 / 1_000_000,
    maxMultiplierE4: 10_000_000_000,
  },
  { what: '3 mines', terms: minesTerms(3), returned: 0.9944, chance: 22 / 25, maxMultiplierE4: 22_770_000 },
  { what: '24 mines', terms: minesTerms(24), returned: 0.99, chance: 1 / 25, maxMultiplierE4: 247_500 },
  { what: 'hard rows', terms: rowTerms('hard'), returned: 0.98, chance: 1 / 2, maxMultiplierE4: 5_017_600 },
  {
    what: 'master rows',
    terms: rowTerms('master'),
    returned: 0.98,
    chance: 1 / 4,
    maxMultiplierE4: 2_569_011_200,
  },
])(
  '$what: return, chance and most are those of its pay table',
  ({ terms, returned, chance, maxMultiplierE4 }) => {
    expect(terms.returned).toBeCloseTo(returned, 4)
    expect(terms.chance).toBeCloseTo(chance, 6)
    expect(terms.maxMultiplierE4).toBe(maxMultiplierE4)
  },
)
