import { describe, expect, test } from 'vitest'
import { resolveOutcome } from '../markets/resolve.ts'
import { LOST, WON } from '../resolution.ts'
import { fightState } from '../states/fight-state.ts'
import { fightChances, fitFight, type FightModel } from './boxing.ts'
import { boxingPrices } from './boxing-prices.ts'

/** Three rounds: a stoppage in three of ten of each, home's in one of them; the judges see a draw in one of ten. */
const model: FightModel = {
  rounds: 3,
  stops: { home: 0.1, away: 0.2 },
  judges: { home: 0.5, draw: 0.1, away: 0.4 },
}
const rounded = (chance: number) => Number(chance.toFixed(9))

describe('a fight round by round', () => {
  test.each([
    // 0.7³ goes the distance; a third of the rest is home's.
    {
      done: 0,
      distance: 0.343,
      stoppedIn: [0.3, 0.21, 0.147],
      stoppages: [0.219, 0.438],
      decisions: [0.1715, 0.0343, 0.1372],
    },
    {
      done: 1,
      distance: 0.49,
      stoppedIn: [0.3, 0.21],
      stoppages: [0.17, 0.34],
      decisions: [0.245, 0.049, 0.196],
    },
    { done: 3, distance: 1, stoppedIn: [], stoppages: [0, 0], decisions: [0.5, 0.1, 0.4] },
  ])('after $done rounds', ({ done, ...expected }) => {
    const { home, away, draw, distance, stoppedIn } = fightChances(model, done)
    expect({
      distance: rounded(distance),
      stoppedIn: stoppedIn.map(rounded),
      stoppages: [home.stoppage, away.stoppage].map(rounded),
      decisions: [home.decision, draw, away.decision].map(rounded),
    }).toEqual(expected)
  })

  test('without stoppages goes to the judges', () => {
    const { home, away, distance } = fightChances({ ...model, stops: { home: 0, away: 0 } })
    expect([home.stoppage, away.stoppage, distance]).toEqual([0, 0, 1])
  })

  test.each([
    [{ stops: { home: -0.1, away: 0.2 } }, 0, 'sum below 1'],
    [{ stops: { home: 0.1, away: -0.2 } }, 0, 'sum below 1'],
    [{ stops: { home: 0.5, away: 0.5 } }, 0, 'sum below 1'],
    [{ judges: { home: 0.5, draw: 0, away: 0.4 } }, 0, 'judges'],
    [{ judges: { home: 0.5, draw: 0.2, away: 0.4 } }, 0, 'judges'],
    [{}, -1, 'round -1'],
    [{}, 0.5, 'round 0.5'],
    [{}, 4, 'round 4'],
  ])('%j after %d rounds is refused', (wrong, done, reason) => {
    expect(() => fightChances({ ...model, ...wrong }, done)).toThrow(reason)
  })

  test('is fitted to its favourite and distance, with one draw in 25 decisions', () => {
    for (const homeChance of [0.2, 0.5, 0.9]) {
      const { home, draw, distance } = fightChances(fitFight(homeChance, 12))
      expect((home.stoppage + home.decision) / (1 - draw)).toBeCloseTo(homeChance, 9)
      expect(distance).toBeCloseTo(0.46, 9)
      expect(draw).toBeCloseTo(0.46 * 0.04, 9)
    }
    expect(fightChances(fitFight(0.6, 10, 0.3)).distance).toBeCloseTo(0.3, 9)
    expect(fitFight(1.2, 12).stops.away).toBeCloseTo(0, 5)
    expect(fitFight(-0.2, 12).stops.home).toBeCloseTo(0, 5)
  })
})

describe('prices of a fight', () => {
  const priced = (done: number) =>
    new Map(
      boxingPrices(model, done, { marginBps: 0 }).map(({ market, outcomes, refunded }) => [
        `${market.type} ${market.lineQuarters ?? ''}`.trim(),
        { chances: outcomes.map(({ outcome, chance }) => [outcome, rounded(chance)]), refunded },
      ]),
    )

  test('price each way to end from the rounds', () => {
    const markets = priced(1)
    expect([...markets.keys()]).toEqual([
      'boxing.winner',
      'boxing.1x2',
      'boxing.method',
      'boxing.ending_round',
      'boxing.distance',
      'boxing.total_rounds 10',
    ])
    // 0.415 and 0.536 of what is no draw.
    expect(markets.get('boxing.winner')?.chances).toEqual([
      ['home', rounded(0.415 / 0.951)],
      ['away', rounded(0.536 / 0.951)],
    ])
    expect(markets.get('boxing.winner')?.refunded).toBeCloseTo(0.049, 12)
    expect(markets.get('boxing.1x2')?.chances).toEqual([['home', 0.415], ['draw', 0.049], ['away', 0.536]]) // prettier-ignore
    expect(markets.get('boxing.method')?.chances).toEqual([
      ['home_knockout', 0.17],
      ['home_decision', 0.245],
      ['away_knockout', 0.34],
      ['away_decision', 0.196],
      ['draw', 0.049],
    ])
    expect(markets.get('boxing.ending_round')?.chances).toEqual([['round2', 0.3], ['round3', 0.21], ['decision', 0.49]]) // prettier-ignore
    expect(markets.get('boxing.distance')?.chances).toEqual([['yes', 0.49], ['no', 0.51]]) // prettier-ignore
    expect(markets.get('boxing.total_rounds 10')?.chances).toEqual([['over', 0.7], ['under', 0.3]]) // prettier-ignore
  })

  test('count a stoppage after the half of its round, as the rules do', () => {
    const line = { type: 'boxing.total_rounds', period: 'full', lineQuarters: 10 } as const
    const stopped = (round: number) =>
      resolveOutcome(
        line,
        'over',
        fightState({ result: 'knockout', winner: 'home', round, isPastHalf: true }),
      )
    expect([stopped(2), stopped(3)]).toEqual([LOST, WON])
  })

  test('omit rounds that are almost certain either way', () => {
    const fast = { ...model, rounds: 12, stops: { home: 0.01, away: 0.01 } }
    const lines = boxingPrices(fast, 0, { marginBps: 0 }).flatMap(({ market }) => market.lineQuarters ?? [])
    // Over 1.5 has 98 %, over 2.5 96 %.
    expect(lines.map((line) => line / 4)).toEqual([2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5])
    const short = boxingPrices({ ...fast, stops: { home: 0.9, away: 0.08 } }, 0, { marginBps: 0 })
    expect(short.flatMap(({ market }) => market.lineQuarters ?? [])).toEqual([])
  })

  test('apply the margin by power unless told otherwise', () => {
    const shaped = (shape?: 'power' | 'shin') =>
      boxingPrices(model, 0, { marginBps: 800, ...(shape ? { shape } : {}) })
    expect(shaped()).toEqual(shaped('power'))
    expect(shaped('shin')).not.toEqual(shaped('power'))
  })
})
