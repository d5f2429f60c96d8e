import { describe, expect, test } from 'vitest'
import { baseballPrices } from '../points/points-prices.ts'
import { resultChances } from '../counts/shares.ts'
import { baseballEnds, baseballPart, fitBaseball, halfInningRuns } from './baseball.ts'

const expected = { home: 4.6, away: 4.4 }
const homeWins = (halvesPlayed: number, home: number, away: number): number =>
  baseballEnds({ expected, runs: { home, away }, halvesPlayed }).homeWins

describe('the home side still bats in an extra inning', () => {
  test.each([
    [3, 4],
    [4, 4],
    [2, 5],
  ])('%d–%d after the top of the tenth is as likely won as after the top of the ninth', (home, away) => {
    expect(homeWins(19, home, away)).toBeCloseTo(homeWins(17, home, away), 12)
    expect(homeWins(25, home, away)).toBeCloseTo(homeWins(17, home, away), 12)
  })

  test('trailing by a run it may still win, and leading by one it has won: the inning stops', () => {
    expect(homeWins(19, 3, 4)).toBeGreaterThan(0.1)
    expect(homeWins(19, 5, 4)).toBe(1)
    const { all } = baseballEnds({ expected, runs: { home: 3, away: 4 }, halvesPlayed: 19 })
    const max = all.differences.findLastIndex((chance) => chance > 1e-9) + all.differenceFrom
    expect(max).toBe(1)
  })

  test('a complete extra inning with a lead ends the match', () => {
    expect([homeWins(20, 4, 5), homeWins(20, 5, 4)]).toEqual([0, 1])
  })

  test('nothing on nine innings is priced after them', () => {
    const priced = (halvesPlayed: number) =>
      baseballPrices({ expected, runs: { home: 4, away: 4 }, halvesPlayed }, { marginBps: 450 })
    expect(priced(19).map(({ market }) => market.period)).not.toContain('full')
    expect(priced(18).map(({ market }) => market.period)).not.toContain('full')
    expect(priced(17).map(({ market }) => market.period)).toContain('full')
  })
})

const part = (halvesPlayed: number, until: number, home = 0, away = 0) =>
  baseballPart({ expected, runs: { home, away }, halvesPlayed, until })
const mean = (chances: Float64Array, from: number) =>
  chances.reduce((total, chance, place) => total + chance * (place + from), 0)

describe('a part of the match', () => {
  test('counts the expected runs of its own innings, in the lead or not', () => {
    const { home, homeFrom, away, awayFrom } = part(4, 10, 3, 1)
    expect(mean(home, homeFrom)).toBeCloseTo(3 + (3 * expected.home) / 9, 6)
    expect(mean(away, awayFrom)).toBeCloseTo(1 + (3 * expected.away) / 9, 6)
  })

  test('after its first half only the home side adds to it', () => {
    const { away, awayFrom } = part(7, 8, 0, 2)
    expect(awayFrom).toBe(2)
    expect(away[0]).toBeCloseTo(1, 12)
    expect(resultChances(part(7, 8, 0, 2)).away).toBeGreaterThan(0.85)
  })

  test.each([
    { what: 'over', from: 10, until: 10 },
    { what: 'in the ninth inning', from: 16, until: 18 },
    { what: 'before its start', from: -1, until: 2 },
    { what: 'cut in the ninth inning', from: 14, until: 17 },
  ])('that is $what has no chances', ({ from, until }) => {
    expect(() => part(from, until)).toThrow('not a part of a match')
  })
})

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0)

describe('a half-inning', () => {
  /** docs/maths/baseball.md §1: 900 matches of 2019, with 0.5306 runs on average. */
  const measured = [0.7132, 0.1516, 0.0729, 0.0344, 0.0166, 0.0065, 0.003, 0.0013, 0.0005]

  test('of an average side has the measured runs', () => {
    for (const [runs, chance] of halfInningRuns(0.5306).entries())
      expect(chance).toBeCloseTo(measured[runs] ?? -1, 9)
  })

  test.each([0.021, 0.2, 1, 2.9])(
    'of a side expected to score %d has that mean, bent by one factor',
    (runs) => {
      const chances = halfInningRuns(runs)
      expect(sum(chances)).toBeCloseTo(1, 12)
      expect(sum(chances.map((chance, count) => chance * count))).toBeCloseTo(runs, 9)
      const bent = chances.map((chance, count) => chance / (measured[count] ?? 1))
      const factor = (bent[1] ?? 0) / (bent[0] ?? 1)
      for (const [count, ratio] of bent.entries())
        expect(ratio / ((bent[0] ?? 1) * factor ** count)).toBeCloseTo(1, 9)
    },
  )

  test.each([0.02, 0, -1, 3, Number.NaN])('rejects an expectation of %d runs', (runs) => {
    expect(() => halfInningRuns(runs)).toThrow(`runs per inning out of range: ${runs}`)
  })
})

type End = { readonly hosts: number; readonly visitors: number; readonly chance: number }

/** The plain way: half-inning by half-inning by the rules, with whole scores as keys. */
function playOut(start: { home: number; away: number }, halvesPlayed: number): End[] {
  const runs = { home: halfInningRuns(expected.home / 9), away: halfInningRuns(expected.away / 9) }
  const ends: End[] = []
  let open = new Map([[`${start.home}-${start.away}`, 1]])
  for (let half = halvesPlayed; open.size > 0; half += 1) {
    const next = new Map<string, number>()
    const isBottom = half % 2 === 1
    for (const [score, chance] of open) {
      const [hosts = 0, visitors = 0] = score.split('-').map(Number)
      const isOver = half >= 17 && (isBottom ? hosts > visitors : hosts !== visitors)
      if (isOver) ends.push({ hosts, visitors, chance })
      if (isOver || chance < 1e-9) continue
      for (const [scored, share] of runs[isBottom ? 'home' : 'away'].entries()) {
        // In its last half the home side stops at the winning run.
        const counted = isBottom && half >= 17 ? Math.min(scored, visitors - hosts + 1) : scored
        const to = isBottom ? `${hosts + counted}-${visitors}` : `${hosts}-${visitors + counted}`
        next.set(to, (next.get(to) ?? 0) + chance * share)
      }
    }
    open = next
  }
  return ends
}

describe('a match equals playing it out', () => {
  test.each([
    { at: 'before the ninth inning, behind', home: 2, away: 3, halvesPlayed: 16 },
    { at: 'before the bottom of the ninth, level', home: 3, away: 3, halvesPlayed: 17 },
    { at: 'before the bottom of the ninth, far behind', home: 0, away: 4, halvesPlayed: 17 },
    { at: 'before the bottom of the ninth, ahead', home: 5, away: 1, halvesPlayed: 17 },
    { at: 'level after nine', home: 1, away: 1, halvesPlayed: 18 },
    { at: 'in the bottom of the twelfth, behind', home: 6, away: 7, halvesPlayed: 23 },
    { at: 'over after ten', home: 6, away: 7, halvesPlayed: 20 },
  ])('$at', ({ home, away, halvesPlayed }) => {
    const { all, homeWins: won } = baseballEnds({ expected, runs: { home, away }, halvesPlayed })
    const ends = playOut({ home, away }, halvesPlayed)
    const played = (fits: (end: End) => boolean): number => sum(ends.filter(fits).map(({ chance }) => chance))
    expect(won).toBeCloseTo(
      played(({ hosts, visitors }) => hosts > visitors),
      6,
    )
    for (let count = 0; count < 12; count += 1) {
      expect(all.totals[count - all.totalFrom] ?? 0).toBeCloseTo(
        played(({ hosts, visitors }) => hosts + visitors === count),
        6,
      )
      expect(all.home[count - all.homeFrom] ?? 0).toBeCloseTo(
        played(({ hosts }) => hosts === count),
        6,
      )
      expect(all.away[count - all.awayFrom] ?? 0).toBeCloseTo(
        played(({ visitors }) => visitors === count),
        6,
      )
    }
    for (let margin = -6; margin <= 6; margin += 1) {
      expect(all.differences[margin - all.differenceFrom] ?? 0).toBeCloseTo(
        played(({ hosts, visitors }) => hosts - visitors === margin),
        6,
      )
    }
  })

  test('and the nine-inning counts stay after they are over', () => {
    const { full } = baseballEnds({ expected, runs: { home: 4, away: 4 }, halvesPlayed: 21 })
    expect(full.differences[-full.differenceFrom]).toBe(1)
    expect(full.totals[8 - full.totalFrom]).toBe(1)
  })
})

describe('a whole match', () => {
  const fresh = { expected: { home: 4.6, away: 4.4 }, runs: { home: 0, away: 0 }, halvesPlayed: 0 }

  // docs/maths/baseball.md §2 and §3.
  test("of 4.6 against 4.4 runs has the worked examples' chances", () => {
    const { full, homeWins: won } = baseballEnds(fresh)
    const level = (until: number): string => (100 * resultChances(part(0, until)).draw).toFixed(1)
    expect((100 * won).toFixed(1)).toBe('51.9')
    expect((100 * resultChances(full).draw).toFixed(1)).toBe('10.1')
    expect([level(2), level(10)]).toEqual(['55.3', '15.2'])
  })

  test('includes all runs of the visitors, who bat in every inning, and all probability', () => {
    const { full, all } = baseballEnds(fresh)
    expect(mean(full.away, full.awayFrom)).toBeCloseTo(4.4, 6)
    expect(mean(full.home, full.homeFrom)).toBeLessThan(4.6)
    for (const counts of [full, all]) expect(sum(counts.totals)).toBeCloseTo(1, 8)
  })

  test('of forty runs and more loses no probability', () => {
    const { all } = baseballEnds({ ...fresh, expected: { home: 26, away: 26 } })
    expect(sum(all.totals)).toBeCloseTo(1, 8)
  })

  test.each([-1, 0.5, Number.NaN])('is rejected after %d half-innings', (halvesPlayed) => {
    expect(() => baseballEnds({ ...fresh, halvesPlayed })).toThrow(`half-innings: ${halvesPlayed}`)
  })

  test.each([
    { chance: 0.6, fitted: 0.6 },
    { chance: 0.999, fitted: 0.98 },
  ])(
    'is fitted to a chance of $chance as $fitted, with the total that was asked for',
    ({ chance, fitted }) => {
      const fit = fitBaseball(chance, 9)
      expect(fit.home + fit.away).toBeCloseTo(9, 9)
      expect(baseballEnds({ ...fresh, expected: fit }).homeWins).toBeCloseTo(fitted, 6)
    },
  )
})
