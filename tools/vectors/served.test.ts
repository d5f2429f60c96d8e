import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkServed } from './check-served.ts'
import { isPaidByMultiplier } from './served.ts'
import { report } from './vectors.ts'

const SEEDS = { serverSeed: 'a', clientSeed: 'b', nonce: 0 }
const SHARED = { roundSeed: 'ab', salt: 'cd' }

const lineOf = (one: object): string =>
  report(checkServed({ vectors: [{ id: 'one', ...one }] })).lines[0] ?? ''
const gotOf = (line: string): unknown => JSON.parse(/got (.*)$/.exec(line)?.[1] ?? 'null')

test.each([
  [{ game: 'dice', ...SEEDS }],
  [{ game: 'limbo', ...SEEDS }],
  [{ game: 'mines', ...SEEDS, params: { mines: 3, tiles: 25 } }],
  [{ game: 'mines', ...SEEDS, params: { mines: 24 } }],
  [{ game: 'dragon-tower', ...SEEDS, params: { difficulty: 'hard' } }],
  [{ game: 'double', ...SHARED }],
  [{ game: 'luckyColor', ...SHARED }],
])('the server plays %j as recorded, and a wrong record is told', (one) => {
  const wrong = lineOf({ ...one, outcome: 99 })
  expect(wrong).toMatch(/^mismatch one: outcome served/)
  expect(lineOf({ ...one, outcome: gotOf(wrong) })).toBe('1 passed, 0 failed, 0 skipped')
})

test('a bet on the colour that was recorded must win', () => {
  const one = { game: 'double', ...SHARED }
  const roll = gotOf(lineOf({ ...one, outcome: { roll: 99, color: 'red' } }))
  const reported = ['red', 'black', 'white'].map((color) => lineOf({ ...one, outcome: { roll, color } }))
  expect(reported.filter((line) => line === '1 passed, 0 failed, 0 skipped')).toHaveLength(1)
  expect(reported.filter((line) => line.startsWith('mismatch one: a bet on'))).toHaveLength(2)
})

test.each([
  [{ game: 'crash', gameHash: 'ab', salt: 'cd' }, 'skipped game crash, which is not served: 1'],
  [{ game: 'mines', ...SEEDS, params: { mines: 3, tiles: 36 } }, 'skipped parameter tiles 36: 1'],
])('a round %j is told by name', (one, line) => {
  expect(lineOf({ ...one, outcome: 1 })).toBe(line)
})

test('a payout that does not follow from its multiplier is seen', () => {
  expect(isPaidByMultiplier({ status: 'won', payoutCents: 1980, multiplierE4: 19_800 })).toBe(true)
  expect(isPaidByMultiplier({ status: 'won', payoutCents: 1981, multiplierE4: 19_800 })).toBe(false)
})

const file = new URL('../../../shared/vectors/fairness.json', import.meta.url)

test.skipIf(!existsSync(file))(
  'the server plays every recorded round of its games, none is skipped (needs ../shared/vectors)',
  () => {
    const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: { game: string }[] }
    const ours = vectors.filter(({ game }) => game !== 'crash')
    expect(ours.length).toBeGreaterThan(100)
    expect(report(checkServed({ vectors: ours })).lines).toEqual([
      `${ours.length} passed, 0 failed, 0 skipped`,
    ])
  },
)
