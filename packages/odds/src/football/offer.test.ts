import { expect, test } from 'vitest'
import { rungBelow } from '../ladder.ts'
import { applyMargin } from '../margin/apply-margin.ts'
import type { PricedMarket } from '../priced-market.ts'
import { footballCountPrices, footballPrices } from './prices.ts'

const clock = { phase: 'before', minute: 0 } as const
const nil = { home: 0, away: 0 }
const match = { expected: { home: 1.5, away: 1.1, rho: -0.05 }, clock, score: nil }
const corners = { stat: 'corners', clock, expected: { home: 5, away: 4 }, counted: nil } as const

/** Each market once, whatever its lines, as "period type side: outcomes". */
const offered = (markets: readonly PricedMarket[]): string[] => [
  ...new Set(
    markets.map(({ market, outcomes }) => {
      const { period, type, side } = market
      const name = [period, type, side].filter((part) => part !== undefined).join(' ')
      return `${name}: ${outcomes.map(({ outcome }) => outcome).join(' ')}`
    }),
  ),
]

const EACH_PERIOD = [
  '1x2: home draw away',
  'total: over under',
  'asian_handicap: home away',
  'team_total home: over under',
  'team_total away: over under',
  'double_chance: home_draw home_away draw_away',
  'draw_no_bet: home away',
  'european_handicap: home draw away',
  'both_score: yes no',
  'odd_even: odd even',
  'exact_goals: 0 1 2 3 4 5 6+',
]
const scores = (most: number) =>
  Array.from({ length: (most + 1) ** 2 }, (_, at) => `${Math.floor(at / (most + 1))}-${at % (most + 1)}`)
const results = ['home', 'draw', 'away']

test('before kick-off a match has these markets and outcomes', () => {
  const half = (period: string) =>
    [...EACH_PERIOD, `half_correct_score: ${scores(2).join(' ')} other`].map(
      (one) => `${period} football.${one}`,
    )
  expect(offered(footballPrices(match, { markets: 'all' }))).toEqual([
    ...[...EACH_PERIOD, `correct_score: ${scores(3).join(' ')} other_home other_draw other_away`].map(
      (one) => `full football.${one}`,
    ),
    ...half('half1'),
    ...half('half2'),
    `full football.half_time_full_time: ${results.flatMap((first) => results.map((end) => `${first}/${end}`)).join(' ')}`,
    'full football.highest_half: half1 equal half2',
  ])
})

test('unless asked for, only results and totals of match and halves are priced', () => {
  const main = ['full', 'half1', 'half2'].flatMap((period) => [
    `${period} football.1x2: home draw away`,
    `${period} football.total: over under`,
  ])
  expect(offered(footballPrices(match))).toEqual(main)
  expect(offered(footballPrices(match, { markets: ['football.both_score'] }))).toEqual(
    ['full', 'half1', 'half2'].map((period) => `${period} football.both_score: yes no`),
  )
})

test('each market type can be asked for alone', () => {
  const all = footballPrices(match, { markets: 'all' })
  const types = [...new Set(all.map(({ market }) => market.type))]
  expect(types).toHaveLength(14)
  for (const type of types)
    expect(footballPrices(match, { markets: [type] })).toEqual(
      all.filter(({ market }) => market.type === type),
    )
})

test('what is as good as decided is not offered', () => {
  const [score, halfTime] = [
    { home: 2, away: 1 },
    { home: 2, away: 0 },
  ]
  const late = { clock: { phase: 'half2', minute: 92 }, score, halfTime } as const
  const types = (goals: number) =>
    new Set(
      footballPrices({ ...late, expected: { home: goals, away: goals, rho: 0 } }, { markets: 'all' })
        .filter(({ market }) => market.period === 'full')
        .map(({ market: { type } }) => type.replace('football.', '')),
    )
  const lists = ['exact_goals', 'correct_score', 'highest_half']
  expect([...types(4)]).toEqual(expect.arrayContaining([...lists, 'european_handicap']))
  expect(types(4)).not.toContain('both_score') // both have scored
  for (const type of [...lists, 'draw_no_bet', 'european_handicap']) expect(types(0.01)).not.toContain(type)
})

test('corners and cards of a match have these markets; only corners can be odd or even', () => {
  const of = (stat: string) =>
    [
      '1x2: home draw away',
      'total: over under',
      'handicap: home away',
      'team_total home: over under',
      'team_total away: over under',
    ].map((one) => `full football.${stat}_${one}`)
  expect(offered(footballCountPrices(corners))).toEqual([
    ...of('corners'),
    'full football.corners_odd_even: odd even',
  ])
  expect(offered(footballCountPrices({ ...corners, stat: 'cards' }))).toEqual(of('cards'))
})

/** The result's prices in thousandths, worked out from its chances: a book of 106 %, rounded down to a rung. */
const priced = (result: PricedMarket | undefined, shape: 'power' | 'shin') =>
  applyMargin(result?.outcomes.map(({ chance }) => chance) ?? [], 600, shape).map((implied) =>
    rungBelow(1 / implied),
  )

test.each([
  ['goals', footballPrices({ ...match, expected: { home: 3, away: 0.4, rho: 0 } })],
  ['corners', footballCountPrices({ ...corners, expected: { home: 9, away: 2 } })],
])('the result of %s has 6 %% margin by power, unless another shape is asked for', (_what, [result]) => {
  const given = result?.outcomes.map(({ priceMilli }) => priceMilli)
  expect(given).toEqual(priced(result, 'power'))
  expect(given).not.toEqual(priced(result, 'shin'))
})
