import { readFileSync } from 'node:fs'
import { MARKET_TYPES, type MarketType, type Period, SPORTS } from '@palpite/odds'
import { describe, expect, test } from 'vitest'
import { openTestDeps } from '../test/test-deps.ts'
import type { Json } from './case.ts'
import { checkFeed } from './feed.ts'
import { report } from './vectors.ts'

const played = async (...cases: Json[]) => report(await checkFeed({ cases }, () => openTestDeps())).lines

const football = (steps: readonly Json[], expectation: Json): Json => ({
  name: 'a case',
  feed: 'uof',
  sport: 'football',
  participants: ['Alfa', 'Bravo'],
  steps,
  expect: expectation,
})
const RESULT = { market: 'football.1x2', prices: { home: 2, draw: 3.4, away: 3.6 } }
const HOME_WON = { market: '1x2', certainty: 2, results: { home: 'won', draw: 'lost', away: 'lost' } }

describe('cases of feeds', () => {
  test('of our own pass, each of them, none skipped', async () => {
    const file: unknown = JSON.parse(readFileSync(new URL('feed-cases.json', import.meta.url), 'utf8'))
    const checks = await checkFeed(file, () => openTestDeps())
    expect(report(checks).lines).toEqual([`${checks.length} passed, 0 failed, 0 skipped`])
    expect(checks.length).toBeGreaterThan(10)
  })

  test('that expect what is not so fail, and name all that differs', async () => {
    const steps = [
      RESULT,
      { bet: 'p1', outcome: 'Alfa', stakeCents: 1000 },
      { bet: 'p2', outcome: 'draw', stakeCents: 1000, refused: 'market_closed' },
      HOME_WON,
      { settle: true },
    ]
    const expectation = {
      outcomes: { 'football.1x2 home': 'lost', '1x2 X': 'open' },
      prices: { 'football.1x2': { home: 2.5 } },
      cashCents: { p1: 10_999 },
      bets: { p1: 'open' },
      alarms: ['settlement_differs'],
    }
    expect(await played(football(steps, expectation))).toEqual([
      'mismatch a case: step 3, bet of p2: expected market_closed, got placed; ' +
        'outcomes football.1x2 home: expected lost, got won; outcomes 1x2 X: expected open, got lost; ' +
        'prices football.1x2 home: expected 2.5, got 2; cashCents p1: expected 10999, got 11000; ' +
        'bets p1: expected open, got settled with 10; alarms: settlement_differs did not ring',
      '0 passed, 1 failed, 0 skipped',
    ])
  })

  test.each<[string, Json, string]>([
    ['a feed', { feed: 'pigeon' }, 'skipped feed pigeon: 1'],
    ['a sport', { sport: 'chess' }, 'skipped sport chess: 1'],
    ['a market', { steps: [{ market: 'football.throw_ins' }] }, 'skipped market football.throw_ins: 1'],
    [
      'an outcome',
      { steps: [{ ...RESULT, prices: { maybe: 2 } }] },
      'skipped outcome maybe of football.1x2: 1',
    ],
    ['a step', { steps: [{ dance: true }] }, 'skipped step 1 with dance: 1'],
    [
      'an expectation',
      { steps: [RESULT], expect: { weather: 'fine' } },
      'skipped field weather of expect: 1',
    ],
  ])('that name %s nobody knows are skipped by that name', async (_what, change, line) => {
    expect(await played({ ...football([RESULT], {}), ...change })).toContain(line)
  })

  test('say what became of an outcome in words, in halves and in shares of a dead heat', async () => {
    const reported = { over: 'half_won', under: 'half_lost' }
    const steps = [
      { market: 'total', line: 2.25, prices: { over: 2, under: 2 } },
      { bet: 'p1', outcome: 'over', stakeCents: 1000 },
      RESULT,
      { bet: 'p2', on: '1x2', outcome: 'home', stakeCents: 1000 },
      { market: 'total', line: 2.25, certainty: 2, results: reported },
      { market: '1x2', certainty: 2, results: { home: 'won 3/4', draw: 'void', away: 'lost' } },
      { settle: true },
    ]
    const outcomes = {
      'total over 2.25': 'half_won',
      'football.total line=2.25 under': 'half_lost',
      'football.1x2 home': 'won 3/4',
      'football.1x2 draw': 'void',
    }
    const cashCents = { p1: 10_500, p2: 10_500 }
    expect(await played(football(steps, { outcomes, cashCents, alarms: [] }))).toEqual([
      '1 passed, 0 failed, 0 skipped',
    ])
  })

  test('name periods, lines and bets as people write them', async () => {
    const steps = [
      { market: 'total', quarter: 2, line: 40.5, prices: { over: 2, under: 2 }, producer: 'live' },
      { bet: 'p1', outcome: 'over', stakeCents: 1000 },
      { market: '1x2', period: '1st half', prices: { 1: 2, X: 9, 2: 2 } },
      { bet: 'p2', on: '1x2', period: 'half1', outcome: 'Bravo', stakeCents: 1000 },
      { market: 'total', quarter: 2, line: 40.5, results: { over: 'void', under: 'void' } },
      { market: '1x2', period: 'half1', results: { home: 'lost', draw: 'lost', away: 'won' }, settle: true },
    ]
    const outcomes = {
      'basketball.total quarter 2 40.5 over': 'void',
      'total Q2 under 40.5': 'void',
      '1x2 1st half Bravo': 'won',
    }
    const bets = { p1: 'void', p2: ['won'] }
    expect(await played({ ...football(steps, { outcomes, bets }), sport: 'basketball' })).toEqual([
      '1 passed, 0 failed, 0 skipped',
    ])
  })

  test('take a message as it is written, also one that was recorded long ago', async () => {
    const message = (at: number, price: number) => ({
      raw: `<odds_change product="1" event_id="{event}" timestamp="${at}"><odds><market id="1" status="1"><outcome id="1" odds="${price}"/><outcome id="2" odds="3"/><outcome id="3" odds="4"/></market></odds></odds_change>`,
    })
    const steps = [message(1_500_000_000_000, 2), message(1_500_000_001_000, 2.2)]
    expect(await played(football(steps, { prices: { '1x2 1': 2.2 } }))).toEqual([
      '1 passed, 0 failed, 0 skipped',
    ])
  })

  test('take lines of a stream as they are, or runners alone', async () => {
    const runner = (id: number, name: string) => ({ id, name, status: 'ACTIVE', sortPriority: id })
    const definition = { status: 'OPEN', runners: [runner(7, 'Alfa'), runner(8, 'Bravo')] }
    const mc = [{ id: '1.5', img: true, marketDefinition: definition, rc: [{ id: 7, atb: [[3, 10]] }] }]
    const steps = [
      {
        lines: [
          { op: 'mcm', mc },
          { op: 'mcm', mc: [{ id: '1.5', rc: [{ id: 8, atb: [[4, 10]] }] }] },
        ],
      },
      { bet: 'p1', on: 'racing.win', outcome: '8', stakeCents: 1000 },
      {
        market: 'racing.place',
        lines: [
          {
            numberOfWinners: 1,
            runners: [
              { ...runner(7, 'Alfa'), best: 1.5 },
              { ...runner(8, 'Bravo'), best: 2 },
            ],
          },
        ],
      },
      { bet: 'p2', outcome: 'Bravo', stakeCents: 1000 },
      { raw: { op: 'mcm', mc: [{ id: '1.5', marketDefinition: { status: 'SUSPENDED' } }] } },
      { bet: 'p3', on: 'racing.win', outcome: 'Alfa', refused: 'market_closed' },
    ]
    const prices = { 'racing.win Alfa': null, 'racing.win Bravo': null, 'racing.place Bravo': 2 }
    expect(
      await played({
        ...football(steps, { prices, cashCents: { p1: 9000, p2: 9000, p3: 10_000 } }),
        feed: 'betfair',
        sport: 'racing',
      }),
    ).toEqual(['1 passed, 0 failed, 0 skipped'])
  })
})

/** A whole match and one numbered part of it, where a market has both. */
const periodsOf = ({ periods }: MarketType): Period[] => {
  const all = Object.keys(periods) as Period[]
  return [...new Set([all[0], all.at(-1)])].filter((period): period is Period => period !== undefined)
}

const LINES: Readonly<Record<string, number>> = { quarter: 1.5, half: 1.5, half_only: 1.5, whole: 1 }

describe('every market of the product', () => {
  test.each(SPORTS.filter((sport) => sport !== 'racing'))(
    'of %s is offered and bet on by its name',
    async (sport) => {
      const types = MARKET_TYPES.filter((type) => type.sport === sport)
      const markets = types.flatMap((type) =>
        periodsOf(type).map((period) => ({
          market: type.id,
          period,
          ...(type.line ? { line: LINES[type.line] } : {}),
          ...(type.needsSide ? { side: 'home' } : {}),
          prices: Object.fromEntries(type.outcomes.map((code) => [code, type.outcomes.length + 1])),
        })),
      )
      const steps = markets.flatMap((market, at) => [
        market,
        { bet: `p${at}`, outcome: Object.keys(market.prices)[0], stakeCents: 100 },
      ])
      const cashCents = Object.fromEntries(markets.map((_, at) => [`p${at}`, 9900]))
      expect(await played({ ...football(steps, { cashCents }), sport })).toEqual([
        '1 passed, 0 failed, 0 skipped',
      ])
    },
  )
})
