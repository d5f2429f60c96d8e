import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkServedPayTables } from './check-served-paytables.ts'
import { report } from './vectors.ts'

const linesOf = (file: object): string[] => report(checkServedPayTables(file)).lines

const HARD = [1.96, 3.92, 7.84, 15.68, 31.36, 62.72, 125.44, 250.88, 501.76]
const DOUBLE = {
  slots: 15,
  layout: { white: [0], red: [1, 2, 3, 4, 5, 6, 7], black: [8, 9, 10, 11, 12, 13, 14] },
  blaze: { white: 14, red: 2, black: 2, rtp: 14 / 15 },
}
const LUCKY = {
  green: [1, 3, 7, 9],
  red: [2, 4, 6, 8],
  violet: [0, 5],
  uniform96: {
    green: 2,
    green_on_5: 1.6,
    red: 2,
    red_on_0: 1.6,
    violet: 4.8,
    number: 9.6,
    big: 1.92,
    small: 1.92,
    rtp: 0.96,
  },
}
const DICE = { multiplier: '99/winChancePercent', winChanceMin: 0.01, winChanceMax: 98, maxMultiplier: 9900 }
const LIMBO = { target: [1.01, 1_000_000], winChancePercent: '99/target' }

test.each([
  [{ mines_rtp99: { 24: [24.75], 23: [12.38, 297] } }, { mines_rtp99: { 24: [24.25], 23: [12.38, 297] } }],
  [{ tower_rtp98: { hard: HARD } }, { tower_rtp98: { hard: [1.97, ...HARD.slice(1)] } }],
  [{ double: DOUBLE }, { double: { ...DOUBLE, blaze: { ...DOUBLE.blaze, white: 14.55 } } }],
  [{ double: DOUBLE }, { double: { ...DOUBLE, layout: { ...DOUBLE.layout, white: [1], red: [0, 2] } } }],
  [{ luckyColor: LUCKY }, { luckyColor: { ...LUCKY, green: [1, 3, 7] } }],
  [{ luckyColor: LUCKY }, { luckyColor: { ...LUCKY, uniform96: { ...LUCKY.uniform96, green_on_5: 1.5 } } }],
  [{ dice: DICE }, { dice: { ...DICE, winChanceMax: 98.01 } }],
  [{ dice: DICE }, { dice: { ...DICE, multiplier: '98/winChancePercent' } }],
  [{ limbo: LIMBO }, { limbo: { ...LIMBO, target: [1.01, 999_999] } }],
])('the server pays by %j, and another table is told', (right, wrong) => {
  expect(linesOf(right).at(-1)).toMatch(/^[1-9]\d* passed, 0 failed, 0 skipped$/)
  expect(linesOf(wrong)[0]).toMatch(/^mismatch /)
})

test('a table that the house does not play by is skipped by name', () => {
  expect(linesOf({ mines_rtp97: { 24: [24.25] } })).toEqual([
    'skipped pay table mines_rtp97, which is not served: 1',
    '0 passed, 0 failed, 1 skipped',
  ])
})

const file = new URL('../../../shared/vectors/paytables.json', import.meta.url)

test.skipIf(!existsSync(file))(
  'every pay table of the house is paid as it stands, none of its own is skipped (needs ../shared/vectors)',
  () => {
    const tables = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
    const own = ['mines_rtp99', 'tower_rtp98', 'double', 'luckyColor', 'dice', 'limbo']
    const checks = checkServedPayTables(Object.fromEntries(own.map((name) => [name, tables[name]])))
    expect(checks.filter(({ verdict }) => verdict === 'failed')).toEqual([])
    const left = checks.flatMap((check) => (check.verdict === 'skipped' ? [check.id] : []))
    expect(left).toEqual(['double fair97', 'luckyColor classic_2pct_fee'])
    expect(checks.length - left.length).toBeGreaterThanOrEqual(35)
  },
)
