import { describe, expect, test } from 'vitest'
import { cricketPrices } from './cricket-prices.ts'
import { ballChances, cricketChances, inningsRuns, type CricketState, type InningsState } from './cricket.ts'

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0)
const meanOf = (chances: Iterable<number>): number =>
  [...chances].reduce((all, chance, runs) => all + chance * runs, 0)

describe('a ball', () => {
  test.each([
    [0, 1.628, 0.0415],
    [35, 1.628, 0.0415],
    [36, 1.491, 0.0423],
    [89, 1.491, 0.0423],
    [90, 1.744, 0.0694],
    [119, 1.744, 0.0694],
  ])('after %d of them brings %d runs on average unless it is a wicket', (done, mean, wicket) => {
    const ball = ballChances(done, 1)
    expect(sum(ball.runs)).toBeCloseTo(1, 12)
    expect(meanOf(ball.runs)).toBeCloseTo(mean, 9)
    expect(meanOf(ballChances(done, 0.8).runs)).toBeCloseTo(0.8 * mean, 9)
    expect(ball.wicket).toBe(wicket)
    expect(ball.runs.length).toBe(7)
  })

  test('brings at most as many runs as there are balls without a dot', () => {
    expect(() => ballChances(0, 1.7)).toThrow('no ball brings')
    expect(ballChances(0, 1.2).runs[0]).toBeGreaterThan(0)
  })
})

/** An innings ball by ball, each way on its own. */
const walked = (state: InningsState): Map<number, number> => {
  const found = new Map<number, number>()
  const play = (balls: number, wickets: number, runs: number, chance: number): void => {
    const isPassed = state.target !== undefined && runs > state.target
    if (balls === 120 || wickets === 10 || isPassed) {
      found.set(runs, (found.get(runs) ?? 0) + chance)
      return
    }
    const ball = ballChances(balls, state.strength)
    play(balls + 1, wickets + 1, runs, chance * ball.wicket)
    for (const [scored, share] of ball.runs.entries())
      play(balls + 1, wickets, runs + scored, chance * share * (1 - ball.wicket))
  }
  play(state.balls, state.wickets, state.runs, 1)
  return found
}

describe('an innings', () => {
  test.each<InningsState>([
    { balls: 116, wickets: 3, runs: 150, strength: 1 },
    { balls: 116, wickets: 8, runs: 150, strength: 1.1 },
    { balls: 117, wickets: 9, runs: 0, strength: 0.9 },
    { balls: 116, wickets: 3, runs: 150, strength: 1, target: 155 },
    { balls: 118, wickets: 9, runs: 150, strength: 1, target: 150 },
    { balls: 119, wickets: 0, runs: 320, strength: 1 },
    { balls: 120, wickets: 4, runs: 171, strength: 1 },
    { balls: 80, wickets: 10, runs: 99, strength: 1 },
    { balls: 80, wickets: 2, runs: 156, strength: 1, target: 155 },
  ])('of $runs for $wickets after $balls balls ends as every way of bowling the rest says', (state) => {
    const runs = inningsRuns(state)
    const expected = walked(state)
    expect(sum(runs)).toBeCloseTo(1, 12)
    for (const [total, chance] of expected) expect(runs[total]).toBeCloseTo(chance, 12)
  })

  test("before its first ball has its phases' runs minus the cost of wickets, and is cached", () => {
    const fresh: InningsState = { balls: 0, wickets: 0, runs: 0, strength: 1 }
    const runs = inningsRuns(fresh)
    expect(sum(runs)).toBeCloseTo(1, 9)
    const unhindered = 36 * 1.628 * (1 - 0.0415) + 54 * 1.491 * (1 - 0.0423) + 30 * 1.744 * (1 - 0.0694)
    expect(meanOf(runs)).toBeLessThan(unhindered)
    expect(meanOf(runs)).toBeGreaterThan(0.95 * unhindered)
    expect(inningsRuns(fresh)).toEqual(runs)
    expect(meanOf(inningsRuns({ ...fresh, strength: 1.1 }))).toBeGreaterThan(meanOf(runs))
    expect(
      inningsRuns({ ...fresh, target: 100 })
        .slice(107)
        .every((chance) => chance === 0),
    ).toBe(true)
  })

  test('above 329 runs counts as 329', () => {
    const runs = inningsRuns({ balls: 118, wickets: 0, runs: 325, strength: 1 })
    expect(sum(runs)).toBeCloseTo(1, 12)
    expect(runs.length).toBe(330)
  })

  test.each([
    { balls: -1 },
    { balls: 121 },
    { balls: 1.5 },
    { wickets: -1 },
    { wickets: 11 },
    { runs: -1 },
    { runs: 330 },
  ])('with %j is none', (wrong) => {
    expect(() => inningsRuns({ balls: 60, wickets: 2, runs: 80, strength: 1, ...wrong })).toThrow(
      'not an innings',
    )
  })
})

describe('a match', () => {
  const state: CricketState = {
    first: { balls: 118, wickets: 5, runs: 8, strength: 1 },
    second: { balls: 117, wickets: 7, runs: 2, strength: 1.05 },
    battingFirst: 'home',
  }

  test("is won as often as both innings' runs imply, in order", () => {
    const expected = { home: 0, away: 0, tie: 0 }
    for (const [first, one] of walked(state.first)) {
      for (const [second, two] of walked(state.second))
        expected[first > second ? 'home' : first < second ? 'away' : 'tie'] += one * two
    }
    const { home, away, tie, firstRuns } = cricketChances(state)
    expect([home, away, tie].map((one) => one.toFixed(12))).toEqual(
      [expected.home, expected.away, expected.tie].map((one) => one.toFixed(12)),
    )
    expect(firstRuns).toEqual(inningsRuns(state.first))
    const turned = cricketChances({ ...state, battingFirst: 'away' })
    expect([turned.home, turned.away, turned.tie]).toEqual([away, home, tie])
  })

  const priced = (more: Partial<CricketState>) => cricketPrices({ ...state, ...more }, { marginBps: 600 })
  const fresh = { balls: 0, wickets: 0, runs: 0, strength: 1 }

  test("is priced with the first side's runs until the chase begins", () => {
    for (const battingFirst of ['home', 'away'] as const) {
      const markets = priced({ first: { ...fresh, balls: 100, runs: 130 }, second: fresh, battingFirst })
      const totals = markets.filter(({ market }) => market.type === 'cricket.team_total')
      expect(totals.length).toBeGreaterThan(3)
      expect(new Set(totals.map(({ market }) => market.side))).toEqual(new Set([battingFirst]))
    }
    const ofChase = { ...fresh, balls: 1 }
    expect(priced({ first: { ...fresh, balls: 120, runs: 150 }, second: fresh }).map(({ market }) => market.type)).toEqual(['cricket.winner']) // prettier-ignore
    expect(priced({ first: { ...fresh, balls: 80, runs: 150, wickets: 10 }, second: ofChase }).map(({ market }) => market.type)).toEqual(['cricket.winner']) // prettier-ignore
  })

  test('splits a tie between both sides, and has no winner market once almost won', () => {
    const { home, tie } = cricketChances(state)
    const [winner] = priced({})
    expect(winner?.outcomes.map(({ outcome }) => outcome)).toEqual(['home', 'away'])
    expect(winner?.outcomes[0]?.chance).toBeCloseTo(home + tie / 2, 12)
    const second = { balls: 119, wickets: 9, runs: 2, strength: 1 }
    expect(priced({ first: { ...fresh, balls: 120, runs: 200 }, second })).toEqual([])
    expect(priced({ first: { ...fresh, balls: 120, runs: 1 }, second })).toEqual([])
  })
})
