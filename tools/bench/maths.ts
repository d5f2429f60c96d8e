import { cents } from '@palpite/money'
import {
  diceMultiplier,
  dicePayoutCents,
  minesView,
  openTile,
  placeMines,
  plainHmac,
  rollDice,
  startMines,
  type HmacSha256,
} from '@palpite/games'
import {
  HALF_LOST,
  HALF_WON,
  LOST,
  multipleReturn,
  periodMatchState,
  priceMilli,
  resolveMarket,
  singleReturn,
  WON,
  type MarketRef,
} from '@palpite/odds'
import { fitStrengths, footballPrices, matchGrids, type FootballState } from '@palpite/odds/football'
import { placeChances } from '@palpite/odds/models'
import { freshTennis, freshRallies, rallyEnds, tennisEnds } from '@palpite/odds/sets'
import { createHmac } from 'node:crypto'

/** One line of the table: what was done, how often in a second, and how long one took. */
export type MathsLine = { readonly what: string; readonly perSecond: number; readonly microseconds: number }

const WARM_MS = 150
const MEASURED_MS = 600

/** Runs the work until the time is up and counts; the first period warms the compiler and is not counted. */
const measure = (what: string, work: (round: number) => unknown): MathsLine => {
  const runFor = (lengthMs: number): { rounds: number; tookMs: number } => {
    const started = performance.now()
    let rounds = 0
    while (performance.now() - started < lengthMs) {
      for (let batch = 0; batch < 10; batch += 1) work(rounds + batch)
      rounds += 10
    }
    return { rounds, tookMs: performance.now() - started }
  }
  runFor(WARM_MS)
  const { rounds, tookMs } = runFor(MEASURED_MS)
  return { what, perSecond: (rounds * 1000) / tookMs, microseconds: (tookMs * 1000) / rounds }
}

const nodeHmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()

const finished = periodMatchState({
  sport: 'football',
  stat: 'goals',
  ending: 'finished',
  periods: [
    { home: 1, away: 0 },
    { home: 1, away: 1 },
  ],
})

const REFS: readonly MarketRef[] = [
  { type: 'football.1x2', period: 'full' },
  { type: 'football.total', period: 'full', lineQuarters: 11 },
  { type: 'football.asian_handicap', period: 'full', lineQuarters: -3 },
  { type: 'football.both_score', period: 'full' },
]

const legs = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    priceMilli: priceMilli(1500 + 37 * place),
    resolution: [WON, HALF_WON, WON, HALF_LOST][place % 4] ?? WON,
  }))

const state = (round: number): FootballState => ({
  expected: { home: 1.2 + (round % 100) / 200, away: 1.1, rho: -0.05 },
  clock: { phase: 'half1', minute: round % 45 },
  score: { home: 1, away: 0 },
})

const season = Array.from({ length: 900 }, (_, match) => ({
  home: `team ${match % 20}`,
  away: `team ${(match * 7 + 3 + (match % 20)) % 20}`,
  homeGoals: (match * 13) % 4,
  awayGoals: (match * 5) % 3,
  daysAgo: match % 700,
})).filter(({ home, away }) => home !== away)

const FIELD = Array.from({ length: 40 }, (_, runner) => (2 * (runner + 1)) / (40 * 41))

const WORKS: readonly (readonly [string, (round: number) => unknown])[] = [
  [
    'markets of four kinds settled',
    (round) => resolveMarket(REFS[round % 4] ?? { type: '', period: 'full' }, finished),
  ],
  [
    'single bets returned',
    (round) => singleReturn(cents(1000 + round), priceMilli(1910), round % 2 ? WON : HALF_WON),
  ],
  [
    'parlays of 6 legs returned',
    (round) => multipleReturn({ unitStakeCents: cents(1000 + round), legs: legs(6), folds: [6] }),
  ],
  [
    'goliaths (247 bets) returned',
    () => multipleReturn({ unitStakeCents: cents(100), legs: legs(8), folds: [2, 3, 4, 5, 6, 7, 8] }),
  ],
  [
    '31 of 63 selections returned',
    () =>
      multipleReturn({
        unitStakeCents: cents(1),
        legs: [...legs(40), ...legs(23).map((leg) => ({ ...leg, resolution: LOST }))],
        folds: [31],
      }),
  ],
  ['score grids with both halves', (round) => matchGrids(state(round))],
  ['football 1X2 and totals priced', (round) => footballPrices(state(round))],
  ['full football markets priced', (round) => footballPrices(state(round), { markets: 'all' })],
  [
    'tennis matches played out',
    (round) => tennisEnds(freshTennis({ home: 0.62 + (round % 10) / 500, away: 0.62 }, 3)),
  ],
  [
    'volleyball matches played out',
    (round) => rallyEnds(freshRallies('volleyball', 0.5 + (round % 10) / 500, 5)),
  ],
  ['strengths of 20 teams fitted', () => fitStrengths(season)],
  ['place chances, 40 runners, 4 places', () => placeChances(FIELD, 4)],
  ['dice rounds (Node HMAC)', (round) => playDice(nodeHmac, round)],
  ['dice rounds (browser HMAC)', (round) => playDice(plainHmac, round)],
  ['mines rounds with a view', (round) => playMines(nodeHmac, round)],
]

const BET = { side: 'over', targetHundredths: 5050 } as const

const playDice = (hmac: HmacSha256, nonce: number): number => {
  const result = rollDice(hmac, { serverSeed: 'server seed', clientSeed: 'client seed', nonce })
  return dicePayoutCents(cents(500), BET, result) + diceMultiplier(BET)
}

const playMines = (hmac: HmacSha256, nonce: number): unknown => {
  const mines = placeMines(hmac, { serverSeed: 'server seed', clientSeed: 'client seed', nonce }, 3)
  const opened = openTile(startMines(cents(500), mines), nonce % 25)
  return opened.ok ? minesView(opened.round) : undefined
}

/** Measures the mathematics on one core and gives the lines of its table. */
export const measureMaths = (): MathsLine[] => WORKS.map(([what, work]) => measure(what, work))

/** Prints what the mathematics does in a second on one core. */
export const benchMaths = (): void => {
  console.log('| on one core | a second | µs each |')
  console.log('|---|---:|---:|')
  for (const { what, perSecond, microseconds } of measureMaths()) {
    const rate = Math.round(perSecond).toLocaleString('en')
    console.log(
      `| ${what} | ${rate} | ${microseconds < 100 ? microseconds.toFixed(2) : Math.round(microseconds)} |`,
    )
  }
}

if (import.meta.main) benchMaths()
