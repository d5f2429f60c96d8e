import { expect, test } from 'vitest'
import { rungBelow } from '../ladder.ts'
import { applyMargin } from '../margin/apply-margin.ts'
import type { PricedMarket } from '../priced-market.ts'
import { marketType } from '../markets/table.ts'
import type { MarketRef } from '../markets/market-type.ts'
import { countGrid, footballCountPrices, footballPrices } from './prices.ts'
import type { FootballState, Score } from './match-grids.ts'
import {
  CARD_PROFILE,
  CORNER_PROFILE,
  type FootballClock,
  GOAL_PROFILE,
  type TimeProfile,
} from './profile.ts'

/**
 * Prices worked out again the slow way, from docs/maths/football.md alone: every way in which the remaining goals can
 * fall, and each market's rule written out for one ending.
 */
const MOST_GOALS = 12

type Ending = { readonly half1: Score; readonly half2: Score; readonly full: Score; readonly chance: number }

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
const poisson = (mean: number, n: number) => (Math.exp(-mean) * mean ** n) / factorial(n)
const choose = (n: number, k: number) => factorial(n) / (factorial(k) * factorial(n - k))
const upTo = (most: number) => Array.from({ length: most + 1 }, (_, n) => n)
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0)

/** Dixon and Coles' factor of a score. */
const lowScore = (mean: Score, rho: number, { home, away }: Score): number => {
  const factors: Record<string, number> = {
    '0-0': 1 - mean.home * mean.away * rho,
    '0-1': 1 + mean.home * rho,
    '1-0': 1 + mean.away * rho,
    '1-1': 1 - rho,
  }
  return factors[`${home}-${away}`] ?? 1
}

/** What part of a half's events falls after this minute of it: bins of five minutes, the ninth with the stoppage time. */
const leftOfHalf = (bins: readonly number[], minute: number, length: number): number =>
  sum(
    bins.map((share, at) => {
      const [from, to] = [at * 5, at === 8 ? length : at * 5 + 5]
      const left = Math.max(to - Math.max(minute, from), at === 8 ? 1 : 0)
      return (share * Math.min(left, to - from)) / (to - from)
    }),
  )

const leftByHalf = ({ phase, minute }: FootballClock, { half1, half2 }: TimeProfile) => {
  const whole = sum(half1) + sum(half2)
  const second = phase === 'half2' ? leftOfHalf(half2, minute - 45, 48.72) : sum(half2)
  const first = { before: sum(half1), half1: leftOfHalf(half1, minute, 46.33), break: 0, half2: 0 }[phase]
  return { half1: first / whole, half2: second / whole }
}

/** Every ending of a match with its chance. */
function endingsOf({ expected, clock, score, halfTime, redCards }: FootballState): Ending[] {
  const left = leftByHalf(clock, GOAL_PROFILE)
  const share = left.half1 + left.half2
  const reds = redCards ?? { home: 0, away: 0 }
  const mean = {
    home: expected.home * share * (2 / 3) ** reds.home * (5 / 4) ** reds.away,
    away: expected.away * share * (2 / 3) ** reds.away * (5 / 4) ** reds.home,
  }
  const rho = score.home + score.away === 0 ? expected.rho * share : 0
  const early = left.half1 / share
  const isFirst = clock.phase === 'before' || clock.phase === 'half1'
  const half1 = isFirst ? score : (halfTime ?? score)
  const half2 = { home: score.home - half1.home, away: score.away - half1.away }
  const splits = (goals: number) =>
    upTo(goals).map((first) => ({
      first,
      second: goals - first,
      chance: choose(goals, first) * early ** first * (1 - early) ** (goals - first),
    }))
  return upTo(MOST_GOALS).flatMap((home) =>
    upTo(MOST_GOALS).flatMap((away) => {
      const whole = poisson(mean.home, home) * poisson(mean.away, away) * lowScore(mean, rho, { home, away })
      return splits(home).flatMap((h) =>
        splits(away)
          .map((a) => ({
            half1: { home: half1.home + h.first, away: half1.away + a.first },
            half2: { home: half2.home + h.second, away: half2.away + a.second },
            full: { home: score.home + home, away: score.away + away },
            chance: whole * h.chance * a.chance,
          }))
          .filter(({ chance }) => chance > 0),
      )
    }),
  )
}

const leaderOf = ({ home, away }: Score) => (home > away ? 'home' : home < away ? 'away' : 'draw')
const goalsOf = ({ home, away }: Score) => home + away

/** Won and lost parts of a stake whose count is this much above its line: a quarter line is two half stakes. */
const aboveLine = (excess: number) => {
  const halves = Number.isInteger(excess * 2) ? [excess] : [excess - 0.25, excess + 0.25]
  const part = (is: (one: number) => boolean) => halves.filter(is).length / halves.length
  return { won: part((one) => one > 0), lost: part((one) => one < 0) }
}
const either = (isWon: boolean) => ({ won: isWon ? 1 : 0, lost: isWon ? 0 : 1 })
const swapped = ({ won, lost }: { won: number; lost: number }) => ({ won: lost, lost: won })

/** How an outcome of a market ends, by its rule alone; without what is not decided by one period. */
function endOf({ type, lineQuarters = 0, side }: MarketRef, outcome: string, score: Score) {
  const line = lineQuarters / 4
  const rules: Record<string, () => { won: number; lost: number }> = {
    '1x2': () => either(leaderOf(score) === outcome),
    double_chance: () => either(outcome.split('_').includes(leaderOf(score))),
    draw_no_bet: () =>
      leaderOf(score) === 'draw' ? { won: 0, lost: 0 } : either(leaderOf(score) === outcome),
    european_handicap: () => either(leaderOf({ ...score, home: score.home + line }) === outcome),
    both_score: () => either((score.home > 0 && score.away > 0) === (outcome === 'yes')),
    odd_even: () => either((goalsOf(score) % 2 === 1) === (outcome === 'odd')),
    exact_goals: () => either(`${goalsOf(score) > 5 ? '6+' : goalsOf(score)}` === outcome),
    total: () => aboveLine(goalsOf(score) - line),
    team_total: () => aboveLine(score[side === 'away' ? 'away' : 'home'] - line),
    asian_handicap: () => aboveLine(score.home - score.away + line),
    handicap: () => aboveLine(score.home - score.away + line),
    correct_score: () => either(listed(type, score, `other_${leaderOf(score)}`) === outcome),
    half_correct_score: () => either(listed(type, score, 'other') === outcome),
  }
  const rule = rules[type.replace(/^football\.((corners|cards)_)?/, '')]
  if (!rule) return undefined
  return outcome === 'under' || (type.endsWith('handicap') && !/european/.test(type) && outcome === 'away')
    ? swapped(rule())
    : rule()
}

const listed = (type: string, { home, away }: Score, other: string) =>
  (marketType(type)?.outcomes ?? []).includes(`${home}-${away}`) ? `${home}-${away}` : other

function endOfBothHalves(type: string, outcome: string, { half1, half2, full }: Ending) {
  if (type === 'football.half_time_full_time')
    return either(`${leaderOf(half1)}/${leaderOf(full)}` === outcome)
  const [first, second] = [goalsOf(half1), goalsOf(half2)]
  return either((first > second ? 'half1' : first < second ? 'half2' : 'equal') === outcome)
}

/** The chance that an outcome wins where it is decided, and the share that is refunded. */
function chanceOf(endings: readonly Ending[], market: MarketRef, outcome: string) {
  let [won, lost] = [0, 0]
  for (const ending of endings) {
    const score = ending[market.period === 'half1' || market.period === 'half2' ? market.period : 'full']
    const end = endOf(market, outcome, score) ?? endOfBothHalves(market.type, outcome, ending)
    won += end.won * ending.chance
    lost += end.lost * ending.chance
  }
  return { chance: won / (won + lost), refunded: 1 - won - lost }
}

const nil = { home: 0, away: 0 }
const states: Record<string, FootballState> = {
  'before kick-off': {
    expected: { home: 1.6, away: 1.1, rho: -0.08 },
    clock: { phase: 'before', minute: 0 },
    score: nil,
  },
  'a favourite before kick-off': {
    expected: { home: 2.1, away: 0.4, rho: 0.05 },
    clock: { phase: 'before', minute: 0 },
    score: nil,
  },
  'in the first half at nil': {
    expected: { home: 1.3, away: 1.4, rho: -0.1 },
    clock: { phase: 'half1', minute: 23 },
    score: nil,
  },
  'in stoppage time of the first half': {
    expected: { home: 1.3, away: 1.4, rho: -0.1 },
    clock: { phase: 'half1', minute: 48 },
    score: { home: 0, away: 2 },
    redCards: { home: 1, away: 0 },
  },
  'at half-time': {
    expected: { home: 1.7, away: 0.9, rho: -0.05 },
    clock: { phase: 'break', minute: 45 },
    score: { home: 1, away: 1 },
    halfTime: { home: 1, away: 1 },
  },
  'in the second half, one sent off': {
    expected: { home: 1.5, away: 1.2, rho: -0.05 },
    clock: { phase: 'half2', minute: 58 },
    score: { home: 2, away: 1 },
    halfTime: { home: 0, away: 1 },
    redCards: { home: 0, away: 2 },
  },
  'late, at nil': {
    expected: { home: 1.5, away: 1.2, rho: -0.05 },
    clock: { phase: 'half2', minute: 87 },
    score: nil,
    halfTime: nil,
  },
}

test.each(Object.entries(states))('%s every chance is that of counting all endings', (_when, state) => {
  const endings = endingsOf(state)
  expect(sum(endings.map(({ chance }) => chance))).toBeCloseTo(1, 5)
  const markets = footballPrices(state, { markets: 'all' })
  for (const { market, outcomes, refunded = 0 } of markets) {
    const counted = outcomes.map(({ outcome }) => chanceOf(endings, market, outcome))
    for (const [at, { outcome, chance }] of outcomes.entries())
      expect([market, outcome, chance]).toEqual([
        market,
        outcome,
        expect.closeTo(counted[at]?.chance ?? -1, 5),
      ])
    expect(refunded).toBeCloseTo(counted[0]?.refunded ?? -1, 5)
  }
})

/** Each outcome's price in thousandths from the counted chances, with this margin in a book of one or two. */
const pricesOf = ({ market, outcomes }: PricedMarket, marginBps: number) => {
  const whole = sum(outcomes.map(({ chance }) => chance))
  const books = market.type.endsWith('double_chance') ? 2 : 1
  return applyMargin(
    outcomes.map(({ chance }) => chance / whole),
    marginBps,
    'power',
  ).map((implied) => rungBelow(1 / (implied * books)))
}

test('results have 6 % margin, lines and pairs 4.5 %, lists of scores 15 %', () => {
  const margins: [RegExp, number][] = [
    [/1x2|double_chance|european_handicap/, 600],
    [/total|asian_handicap|draw_no_bet|both_score|odd_even/, 450],
    [/exact_goals|correct_score|half_time_full_time|highest_half/, 1500],
  ]
  const state = states['before kick-off']
  for (const priced of state ? footballPrices(state, { markets: 'all' }) : []) {
    const margin = margins.find(([types]) => types.test(priced.market.type.replace('team_total', 'total')))
    expect([priced.market, priced.outcomes.map(({ priceMilli }) => priceMilli)]).toEqual([
      priced.market,
      pricesOf(priced, margin?.[1] ?? 0),
    ])
  }
})

/** The markets of a period without lines, and what their least likely outcome must reach to be offered. */
const FLOORS = { draw_no_bet: 0.01, both_score: 0.01, highest_half: 0.01 } as const

test.each(Array.from({ length: 45 }, (_, at) => 45 + at))(
  'in minute %i of a match that is three ahead, a market is offered while two outcomes have a chance',
  (minute) => {
    const state: FootballState = {
      expected: { home: 1.4, away: 1, rho: -0.05 },
      clock: { phase: 'half2', minute },
      score: { home: 3, away: 0 },
      halfTime: { home: 2, away: 0 },
    }
    const endings = endingsOf(state)
    const offered = (type: string, period: string, line?: number) =>
      footballPrices(state, { markets: 'all' }).some(
        ({ market }) =>
          market.type === `football.${type}` && market.period === period && market.lineQuarters === line,
      )
    const chances = (name: string, outcomes: readonly string[], line?: number) => {
      const type = `football.${name}`
      const market = { type, period: 'full' as const, ...(line === undefined ? {} : { lineQuarters: line }) }
      return outcomes.map((outcome) => chanceOf(endings, market, outcome).chance).toSorted((a, b) => b - a)
    }
    const second = (list: readonly number[]) => list[1] ?? 0
    expect(offered('draw_no_bet', 'full')).toBe(
      second(chances('draw_no_bet', ['home', 'away'])) >= FLOORS.draw_no_bet,
    )
    expect(offered('both_score', 'full')).toBe(
      second(chances('both_score', ['yes', 'no'])) >= FLOORS.both_score,
    )
    expect(offered('highest_half', 'full')).toBe(
      second(chances('highest_half', ['half1', 'equal', 'half2'])) >= FLOORS.highest_half,
    )
    expect(offered('correct_score', 'full')).toBe(
      second(chances('correct_score', marketType('football.correct_score')?.outcomes ?? [])) >= 0.001,
    )
    for (const line of [-12, -8, -4, 4, 8, 12])
      expect([line, offered('european_handicap', 'full', line)]).toEqual([
        line,
        (chances('european_handicap', ['home', 'draw', 'away'], line)[2] ?? 0) >= 0.01,
      ])
    expect(offered('european_handicap', 'full', 0)).toBe(false)
  },
)

test.each([
  ['corners', CORNER_PROFILE, { phase: 'half1', minute: 31 }, { home: 2, away: 0 }],
  ['cards', CARD_PROFILE, { phase: 'half2', minute: 71 }, { home: 1, away: 3 }],
  ['cards', CARD_PROFILE, { phase: 'before', minute: 0 }, nil],
] as const)('%s are Poisson counts by their own profile (%#)', (stat, profile, clock, counted) => {
  const { home, away } = counted
  const left = leftByHalf(clock, profile)
  const share = left.half1 + left.half2
  const mean = { home: 5.5 * share, away: 4.2 * share }
  const endings = upTo(26).flatMap((h) =>
    upTo(26).map((a) => {
      const full = { home: home + h, away: away + a }
      return { full, half1: nil, half2: nil, chance: poisson(mean.home, h) * poisson(mean.away, a) }
    }),
  )
  const state = { stat, clock, expected: { home: 5.5, away: 4.2 }, counted }
  expect([countGrid(state).homeFrom, countGrid(state).awayFrom]).toEqual([home, away])
  for (const { market, outcomes } of footballCountPrices(state)) {
    for (const { outcome, chance } of outcomes)
      expect([market, outcome, chance]).toEqual([
        market,
        outcome,
        expect.closeTo(chanceOf(endings, market, outcome).chance, 5),
      ])
  }
})
