import { expect, test } from 'vitest'
import { checkFairness } from './fairness.ts'
import { checkPayTables } from './paytables.ts'
import { report } from './vectors.ts'

const SEEDS = { serverSeed: 'a', clientSeed: 'b', nonce: 0 }
const SHARED = { roundSeed: 'ab', salt: 'cd' }

const round = (one: object): string =>
  report(checkFairness({ vectors: [{ id: 'one', ...one }] })).lines[0] ?? ''
const tables = (file: object): string[] => report(checkPayTables(file)).lines

/** The value a mismatch says we got, so that a case can be made to expect it. */
const gotOf = (line: string): unknown => JSON.parse(/got (.*)$/.exec(line)?.[1] ?? 'null')

test.each([
  [{ game: 'luckyColor', ...SHARED }],
  [{ game: 'lucky_color', ...SHARED }],
  [{ game: 'double', ...SHARED }],
  [{ game: 'crash', gameHash: 'ab', salt: 'cd' }],
  [{ game: 'slot', ...SEEDS }],
  [{ game: 'row_double', ...SEEDS, params: { difficulty: 'hard' } }],
  [{ game: 'rowDouble', ...SEEDS, params: { difficulty: 'easy', tilesPerRow: 4 } }],
  [{ game: 'Dice', ...SEEDS }],
  [{ game: 'limbo', ...SEEDS, params: { houseEdge: 0.01 } }],
  [{ game: 'mines', ...SEEDS, params: { mines: 3 } }],
])('a round %j is played, right or wrong, never skipped', (one) => {
  const wrong = round({ ...one, outcome: 'nothing such' })
  expect(wrong).toMatch(/^mismatch one: outcome: /)
  expect(round({ ...one, outcome: gotOf(wrong) })).toBe('1 passed, 0 failed, 0 skipped')
})

test.each([
  [{ game: 'dice', ...SEEDS, hmac0: '00' }, /^mismatch one: /],
  [{ game: 'dice', ...SEEDS, hmacs: ['00'] }, /^mismatch one: /],
  [{ game: 'dice', ...SEEDS, aura: 'blue' }, /^(mismatch|skipped)/],
  [{ game: 'roulette', ...SEEDS }, /^skipped game roulette/],
  [{ game: 'mines', ...SEEDS, params: { mines: 3, tiles: 36 } }, /^skipped parameter tiles 36/],
  [{ game: 'mines', ...SEEDS }, /^mismatch one: mines must be/],
  [{ game: 'row_double', ...SEEDS, params: { difficulty: 'hard', rows: 8 } }, /^skipped parameter rows/],
])('a round %j is told', (one, line) => {
  const plain = round({ ...one, outcome: 29.02 })
  expect(plain).toMatch(line)
})

test('what is won on a roll is compared too', () => {
  const one = { game: 'dice', ...SEEDS, params: { target: 98, side: 'under' } }
  const outcome = gotOf(round({ ...one, outcome: 'x' }))
  expect(round({ ...one, outcome, win: true, multiplier: 1.0102 })).toBe('1 passed, 0 failed, 0 skipped')
  expect(round({ ...one, outcome, win: false })).toMatch(/^mismatch one: win/)
  expect(round({ ...one, outcome, multiplier: 1.01 })).toMatch(/^mismatch one: multiplier/)
})

test('a row is compared to its end, at any return', () => {
  expect(tables({ mines_rtp99: { 23: [12.38, 297] } })).toEqual(['1 passed, 0 failed, 0 skipped'])
  expect(tables({ mines_rtp99: { 23: [12.38] } })[0]).toMatch(/^mismatch mines_rtp99 23/)
  expect(tables({ 'mines_rtp96.5': { 24: [24.13] } })).toEqual(['1 passed, 0 failed, 0 skipped'])
  expect(tables({ 'mines_rtp96.5': { 24: [24.12] } })[0]).toMatch(/^mismatch/)
  expect(
    tables({ rowDouble_rtp98: { hard: [1.96, 3.92, 7.84, 15.68, 31.36, 62.72, 125.44, 250.88, 501.76] } }),
  ).toEqual(['1 passed, 0 failed, 0 skipped'])
  expect(tables({ tower_rtp98: { hard: [1.96] } })[0]).toMatch(/^mismatch/)
})

test.each([
  [
    { dice: { multipliers: { 47: 2.1064, 50: 1.98 }, winChanceMin: 0.01, winChanceMax: 98 } },
    '1 passed, 0 failed, 0 skipped',
  ],
  [{ dice: { multiplier: '99/winChancePercent, 4 decimals' } }, '1 passed, 0 failed, 0 skipped'],
  [{ dice: { multiplier: '98/winChancePercent' } }, 'mismatch dice table: multiplier: expected 98, got 99'],
  [
    { dice: { winChanceMin: 0.02 } },
    'mismatch dice table: below: expected "chance_too_small", got undefined',
  ],
  [{ dice: { colour: 'green' } }, 'skipped field colour of dice: 1'],
  [
    { limbo: { winChancePercent: '98/target' } },
    'mismatch limbo table: winChancePercent: expected 98, got 99',
  ],
  [{ slot: { rtp: 0.5 } }, /^mismatch slot table: rtp/],
  [{ crash: { houseEdge: 0.01 } }, '1 passed, 0 failed, 0 skipped'],
  [{ double: { slots: 15, x: { white: 14, red: 2, black: 2, rtp: 0.95 } } }, /^mismatch double x/],
  [{ double: { slots: 15, x: { white: 14, red: 2, black: 2 } } }, '2 passed, 0 failed, 0 skipped'],
  [{ double: { slots: 15, blaze: { white: 15, red: 2, black: 2 } } }, /^mismatch double blaze/],
  [{ lucky_color: { green: [1, 3, 7] } }, /^mismatch luckyColor layout: green/],
  [{ wheel: { rtp: 0.9 } }, 'skipped pay table wheel: 1'],
])('the table %j: %s', (file, line) => {
  expect(tables(file)[0]).toMatch(
    line instanceof RegExp ? line : new RegExp(`^${line.replaceAll(/[()+.]/g, '\\$&')}`),
  )
})
