import { describe, expect, test } from 'vitest'
import type { Asked, Points } from './grown-ends.ts'
import type { MarketRef } from './market-type.ts'
import { countedEnds, isSetSport, mayNotBePlayed, setEnds, wonEnds } from './set-ends.ts'
import type { Count, CountKey } from './state.ts'
import { marketType } from './table.ts'

type Counts = Partial<Record<CountKey, Count>>

const asked = (ref: MarketRef, counts: Counts, outcome = 'home'): Asked => {
  const type = marketType(ref.type)
  if (!type) throw new Error(`no market ${ref.type}`)
  return { type, ref, outcome, state: { sport: type.sport, ending: 'running', counts } }
}

const running = (home: number, away: number, max?: number): Count => ({
  home,
  away,
  over: false,
  ...(max === undefined ? {} : { max }),
})
const written = (ends: readonly Points[]) => ends.map(({ home, away }) => `${home}-${away}`)

test('tennis and similar sports have sets, snooker and football do not', () => {
  const sports = ['tennis', 'volleyball', 'badminton', 'table_tennis', 'snooker', 'football', 'toString']
  expect(sports.map(isSetSport)).toEqual([true, true, true, true, false, false, false])
})

describe("a match's possible scores in sets or frames", () => {
  const winner: MarketRef = { type: 'tennis.winner', period: 'full' }
  const frames: MarketRef = { type: 'snooker.winner', period: 'full' }

  test.each([
    { what: 'best of three at one set', ref: winner, now: running(1, 0, 3), ends: '2-0 2-1 1-2' },
    { what: 'best of five at one all', ref: winner, now: running(1, 1, 5), ends: '3-1 1-3 3-2 2-3' },
    // Two sets or three, whichever: nobody has won two of two if the match continues at 2-1.
    { what: 'of no said distance at 2-1', ref: winner, now: running(2, 1), ends: '2-1 3-1 3-2 2-3' },
    {
      what: 'snooker of no said distance at 17-16',
      ref: frames,
      now: running(17, 16),
      ends: '17-16 18-16 18-17 17-18',
    },
    { what: 'snooker to six at 4-5', ref: frames, now: running(4, 5, 11), ends: '4-6 6-5 5-6' },
  ])('$what: $ends', ({ ref, now, ends }) => {
    const key = ref === frames ? 'frames.full' : 'sets.full'
    expect(written(wonEnds(asked(ref, { [key]: now }))).join(' ')).toBe(ends)
  })

  test("are all of the sport's if nothing was counted", () => {
    expect(written(wonEnds(asked(winner, {})))).toHaveLength(2 * 2 + 2 * 3)
    expect(written(wonEnds(asked(frames, {})))).toHaveLength(18 * 19)
  })
})

describe('a set or frame may not be played', () => {
  const set = (number: number): MarketRef => ({ type: 'tennis.set_winner', period: `set${number}` })
  const frame = (number: number): MarketRef => ({ type: 'snooker.frame_winner', period: `frame${number}` })

  test.each([
    { ref: set(2), now: running(1, 0, 3), may: false },
    { ref: set(3), now: running(1, 0, 3), may: true },
    { ref: set(3), now: running(1, 1, 3), may: false },
    { ref: set(3), now: running(1, 0, 5), may: false },
    { ref: set(4), now: running(1, 0, 5), may: true },
    { ref: frame(7), now: running(4, 1, 11), may: false },
    { ref: frame(8), now: running(4, 1, 11), may: true },
    { ref: frame(10), now: running(1, 4, 11), may: true },
    // A side with ten won plays at least to ten.
    { ref: frame(12), now: running(10, 3), may: false },
    { ref: frame(14), now: running(10, 3), may: true },
    // Two sets may suffice, or three: only at two all is the third certain.
    { ref: set(3), now: running(1, 0), may: true },
  ])('$ref.period at $now.home-$now.away of $now.max: $may', ({ ref, now, may }) => {
    const key = ref.type.startsWith('snooker') ? 'frames.full' : 'sets.full'
    const { type, state } = asked(ref, { [key]: now })
    expect(mayNotBePlayed(type, ref, state)).toBe(may)
  })

  test('but is, once any of it is counted; and the match always is', () => {
    const counted = asked(set(3), { 'sets.full': running(1, 0, 3), 'games.set3': running(0, 0) })
    expect(mayNotBePlayed(counted.type, counted.ref, counted.state)).toBe(false)
    const whole = asked({ type: 'tennis.winner', period: 'full' }, {})
    expect(mayNotBePlayed(whole.type, whole.ref, whole.state)).toBe(false)
  })
})

describe("a set's possible scores", () => {
  const ends = (period: 'set2' | 'set3', counts: Counts) =>
    new Set(written(setEnds(asked({ type: 'tennis.set_winner', period }, counts))))

  test("are its sport's from the current score", () => {
    const counts = { 'sets.full': running(1, 0, 3), 'games.set2': running(5, 4) }
    expect(ends('set2', counts)).toEqual(new Set(['6-4', '7-5', '5-7', '7-6', '6-7']))
  })

  test('of the last set include the single game of a match tie-break, before it began', () => {
    const counts = { 'sets.full': running(1, 1, 3) }
    expect([...ends('set3', counts)]).toEqual(expect.arrayContaining(['1-0', '0-1', '6-0', '7-6']))
    expect([...ends('set3', { ...counts, 'games.set3': running(1, 0) })]).not.toContain('1-0')
    expect([...ends('set2', { 'sets.full': running(1, 0, 3) })]).not.toContain('1-0')
  })

  test("of badminton's last game are points only: no tie-break replaces it", () => {
    const ref: MarketRef = { type: 'badminton.set_winner', period: 'set3' }
    const finals = written(setEnds(asked(ref, { 'sets.full': running(1, 1, 3) })))
    expect(finals).toEqual(expect.arrayContaining(['21-0', '30-29']))
    expect(finals).not.toContain('1-0')
  })

  test('do not exist in a sport without sets', () => {
    expect(setEnds(asked({ type: 'snooker.frame_winner', period: 'frame1' }, {}))).toEqual([])
  })
})

/**
 * A set won at 6-4, the second at 2-1, two sets win. The second ends from 6-1 to 7-6 for the leader, from 2-6 to 6-7
 * for the other; then a third, which may be one game, or continue without a tie-break up to 37-35.
 */
describe("a match's possible games", () => {
  const counts: Counts = {
    'sets.full': running(1, 0, 3),
    'games.full': running(8, 5),
    'games.set2': running(2, 1),
  }
  const ends = (ref: MarketRef, outcome = 'over', said = counts) =>
    written(countedEnds(asked(ref, said, outcome)))

  test('in total: 17 at least, 95 at most, and values near the line', () => {
    const ref: MarketRef = { type: 'tennis.total', period: 'full', lineQuarters: 82 }
    expect(ends(ref)).toEqual(['17-0', '95-0', '18-0', '19-0', '20-0', '21-0', '22-0'])
    // Out of reach is not near.
    expect(ends({ ...ref, lineQuarters: 66 })).toEqual(['17-0', '95-0', '17-0', '18-0'])
  })

  test('as difference: from minus eight to plus seven', () => {
    const ref: MarketRef = { type: 'tennis.handicap', period: 'full', lineQuarters: -26 }
    expect(ends(ref, 'home')).toEqual([
      '0-8',
      '7-0',
      '4-0',
      '0-4',
      '5-0',
      '0-5',
      '6-0',
      '0-6',
      '7-0',
      '0-7',
      '0-8',
    ])
  })

  test('per side: 8 to 49, and 5 to 48', () => {
    const ref: MarketRef = { type: 'tennis.team_total', period: 'full', lineQuarters: 50, side: 'home' }
    expect(ends(ref)).toEqual(['8-0', '49-0', '10-0', '11-0', '12-0', '13-0', '14-0'])
    expect(ends({ ...ref, side: 'away' })).toEqual(['0-5', '0-48', '0-10', '0-11', '0-12', '0-13', '0-14'])
  })

  test('odd or even: either', () => {
    expect(ends({ type: 'tennis.odd_even', period: 'full' }, 'odd')).toEqual(['0-0', '1-0'])
  })

  test('of an uncounted match: any of its sets', () => {
    const ref: MarketRef = { type: 'tennis.total', period: 'full', lineQuarters: 82 }
    // 6-0 twice; or 7-6 twice and 37-35.
    expect(ends(ref, 'over', { 'sets.full': running(1, 0, 3) }).slice(0, 2)).toEqual(['12-0', '98-0'])
  })

  test('after a finished set: that set counts as it ended', () => {
    const ref: MarketRef = { type: 'tennis.total', period: 'full', lineQuarters: 82 }
    const after = {
      'sets.full': running(1, 1, 3),
      'games.full': running(9, 10),
      'games.set2': { home: 3, away: 6, over: true },
    }
    // The third is one game, or 72.
    expect(ends(ref, 'over', after).slice(0, 2)).toEqual(['20-0', '91-0'])
  })
})
