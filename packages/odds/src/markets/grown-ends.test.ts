import { describe, expect, test } from 'vitest'
import { type Asked, grownEnds, halfEnds, numbersOf, type Points } from './grown-ends.ts'
import type { MarketRef } from './market-type.ts'
import type { Count, CountKey } from './state.ts'
import { marketType } from './table.ts'

type Counts = Partial<Record<CountKey, Count>>

const asked = (ref: MarketRef, outcome: string, counts: Counts): Asked => {
  const type = marketType(ref.type)
  if (!type) throw new Error(`no market ${ref.type}`)
  return { type, ref, outcome, state: { sport: type.sport, ending: 'running', counts } }
}

const running = (home: number, away: number): Count => ({ home, away, over: false })
const over = (home: number, away: number): Count => ({ home, away, over: true })
const total = (lineQuarters: number): MarketRef => ({ type: 'football.total', period: 'full', lineQuarters })
const written = (ends: readonly Points[]) => ends.map(({ home, away }) => `${home}-${away}`)
const goalEnds = (now: Count, ref: MarketRef = total(10), outcome = 'over') =>
  written(grownEnds(asked(ref, outcome, { 'goals.full': now })))

describe('the scores a score can grow to', () => {
  test('are only itself after its period', () => {
    expect(goalEnds(over(2, 1))).toEqual(['2-1'])
  })

  test('are each of a few more on either side, once each, and none lower', () => {
    const ends = goalEnds(running(2, 1))
    for (const home of [2, 3, 4, 5])
      for (const away of [1, 2, 3, 4]) expect(ends).toContain(`${home}-${away}`)
    expect(new Set(ends).size).toBe(ends.length)
    for (const end of ends) {
      const [home = 0, away = 0] = end.split('-').map(Number)
      expect([end, home >= 2 && away >= 1]).toEqual([end, true])
    }
  })

  test('turn a lead of five, by one and by two, and increase it', () => {
    const ends = goalEnds(running(6, 1))
    expect(ends).toEqual(expect.arrayContaining(['6-7', '6-8', '12-1', '13-1']))
  })

  test('exceed any list of scores: level, and won by either side', () => {
    expect(goalEnds(running(3, 1))).toEqual(expect.arrayContaining(['15-15', '16-15', '15-16']))
    expect(goalEnds(running(1, 3))).toEqual(expect.arrayContaining(['15-15', '16-15', '15-16']))
  })

  test('reach every sum, difference and side within two of the line', () => {
    const ends = goalEnds(running(4, 3), total(62)) // 15.5
    for (const near of [13, 14, 15, 16, 17]) {
      expect(ends).toContain(`${near - 3}-3`)
      expect(ends).toContain(`4-${near - 4}`)
      expect(ends).toContain(`${near}-3`)
      expect(ends).toContain(`4-${near}`)
      expect(ends).toContain(`${near + 3}-3`)
      expect(ends).toContain(`4-${near + 4}`)
    }
  })

  test("reach the score or number in the outcome's name", () => {
    expect(goalEnds(running(0, 0), { type: 'football.correct_score', period: 'full' }, '9-11')).toContain(
      '9-11',
    )
    expect(goalEnds(running(0, 0), { type: 'football.exact_goals', period: 'full' }, '21+')).toContain('21-0')
  })

  test("a handicap's lead may be lost again by goals of the other side", () => {
    const ref: MarketRef = { type: 'basketball.handicap', period: 'full', lineQuarters: -38 } // -9.5
    const ends = written(grownEnds(asked(ref, 'home', { 'points.full': running(20, 3) })))
    for (const lead of [7, 8, 9, 10, 11]) expect(ends).toContain(`20-${20 - lead}`)
  })

  test('of an uncounted first half start at the match score, even after it', () => {
    const ref: MarketRef = { type: 'football.1x2', period: 'half1' }
    const ends = written(grownEnds(asked(ref, 'home', { 'goals.full': over(1, 2) })))
    expect(ends).toEqual(expect.arrayContaining(['1-2', '2-2', '1-3']))
    expect(ends.filter((end) => end.startsWith('0-'))).toEqual([])
    const second: MarketRef = { type: 'football.1x2', period: 'half2' }
    expect(written(grownEnds(asked(second, 'home', { 'goals.full': running(1, 2) })))).toContain('0-0')
  })

  test('with overtime start at the match score, and are never level', () => {
    const ref: MarketRef = { type: 'basketball.total', period: 'all', lineQuarters: 282 }
    const ends = written(grownEnds(asked(ref, 'over', { 'points.full': running(30, 31) })))
    expect(ends).toEqual(expect.arrayContaining(['30-31', '32-31']))
    expect(ends).not.toContain('31-31')
    expect(ends.filter((end) => end.startsWith('0-'))).toEqual([])
    const full: MarketRef = { ...ref, period: 'full' }
    expect(written(grownEnds(asked(full, 'over', { 'points.full': running(30, 31) })))).toContain('31-31')
    const cup: MarketRef = { type: 'football.to_qualify', period: 'all' }
    expect(written(grownEnds(asked(cup, 'home', { 'goals.all': running(1, 1) })))).toContain('1-1')
  })

  test('of wickets are ten per side in an innings, and twenty in a match', () => {
    const ends = (period: 'inning1' | 'full') => {
      const ref: MarketRef = { type: 'cricket.wickets_total', period, lineQuarters: 34, side: 'home' }
      return grownEnds(asked(ref, 'over', { [`wickets.${period}`]: running(8, 0) }))
    }
    expect(Math.max(...ends('inning1').map(({ home }) => home))).toBe(10)
    const most = ends('full').map(({ home, away }) => Math.max(home, away))
    expect([Math.max(...most) > 10, Math.max(...most) <= 20]).toEqual([true, true])
  })
})

test.each([
  { outcome: 'over', more: [] },
  { outcome: '7', more: [7] },
  { outcome: '12+', more: [12] },
  { outcome: 'a7', more: [] },
  { outcome: '7-1', more: [] },
])('the numbers near a line of 5.25, and that in the name $outcome', ({ outcome, more }) => {
  const numbers = numbersOf({ ref: total(21), outcome })
  expect(numbers).toEqual([3, -3, 4, -4, 5, -5, 6, -6, 7, -7, ...more])
  expect(numbersOf({ ref: { type: 'football.total', period: 'full', lineQuarters: -21 }, outcome })).toEqual(
    numbers,
  )
})

describe('the endings of both halves together', () => {
  const halves = (counts: Counts) => {
    const ends = halfEnds(
      asked({ type: 'football.half_time_full_time', period: 'full' }, 'home/home', counts),
    )
    return ends.map((end) => {
      const [first, second, whole] = (['half1', 'half2', 'full'] as const).map(
        (period) => end.counts?.[`goals.${period}`],
      )
      if (!first || !second || !whole) throw new Error('all three are counted')
      expect([first.over, second.over, whole.over]).toEqual([true, true, true])
      expect([whole.home, whole.away]).toEqual([first.home + second.home, first.away + second.away])
      return { first: `${first.home}-${first.away}`, second: `${second.home}-${second.away}` }
    })
  }

  test('keep a finished first half, and continue the second', () => {
    const ends = halves({ 'goals.half1': over(1, 0), 'goals.half2': running(0, 1) })
    expect(new Set(ends.map(({ first }) => first))).toEqual(new Set(['1-0']))
    expect(new Set(ends.map(({ second }) => second))).toEqual(
      new Set(['0-1', '1-1', '0-2', '4-1', '0-5', '8-1', '0-9']),
    )
  })

  test('include what the second half already has', () => {
    const ends = halves({ 'goals.half1': over(1, 0), 'goals.half2': running(1, 0) })
    expect(new Set(ends.map(({ second }) => second))).toEqual(
      new Set(['1-0', '2-0', '1-1', '5-0', '1-4', '9-0', '1-8', '1-2']),
    )
  })

  test('turn a running first half, level it, and level match and halves by the second', () => {
    const ends = halves({ 'goals.half1': running(2, 0) })
    expect(new Set(ends.map(({ first }) => first))).toEqual(
      new Set(['2-0', '3-0', '2-1', '6-0', '2-4', '10-0', '2-8', '2-2']),
    )
    const after = ends.filter(({ first }) => first === '2-0').map(({ second }) => second)
    expect(new Set(after)).toEqual(new Set(['0-0', '1-0', '0-1', '4-0', '0-4', '8-0', '0-8', '0-2', '2-0']))
    const behind = ends.filter(({ first }) => first === '2-4').map(({ second }) => second)
    // Level at four all, and as many goals as in the first half.
    expect(behind).toEqual(expect.arrayContaining(['2-0', '6-0']))
  })

  test('start at the match score if no half was counted', () => {
    expect(new Set(halves({ 'goals.full': running(0, 1) }).map(({ first }) => first))).toEqual(
      new Set(['0-1', '1-1', '0-2', '3-1', '0-4', '6-1', '0-7']),
    )
  })
})
