import { describe, expect, test } from 'vitest'
import { fightState } from './fight-state.ts'
import { frameMatchState } from './frame-state.ts'

describe('a state of frames, computed by hand', () => {
  test('points frame by frame, the least and the most frames there can be', () => {
    const frames = [
      [70, 10],
      [0, 60],
      [80, 0],
      [30, 30],
    ] as const
    expect(frameMatchState({ bestOf: 5, ending: 'running', frames, isLastOpen: true })).toStrictEqual({
      sport: 'snooker',
      ending: 'running',
      counts: {
        'points.frame1': { home: 70, away: 10, over: true },
        'points.frame2': { home: 0, away: 60, over: true },
        'points.frame3': { home: 80, away: 0, over: true },
        'points.frame4': { home: 30, away: 30, over: false },
        'frames.full': { home: 2, away: 1, over: false, min: 4, max: 5 },
      },
    })
  })

  test.each([
    { what: 'a frame under way will be counted', isLastOpen: true, full: { home: 1, away: 1, min: 3 } },
    { what: 'no frame is under way', isLastOpen: false, full: { home: 2, away: 1, min: 3 } },
    { what: 'nobody said whether one is', isLastOpen: undefined, full: { home: 2, away: 1, min: 3 } },
  ])('without the form of the match: $what', ({ isLastOpen, full }) => {
    const frames = [
      [70, 10],
      [12, 60],
      [40, 3],
    ] as const
    const state = frameMatchState({
      ending: 'running',
      frames,
      ...(isLastOpen === undefined ? {} : { isLastOpen }),
    })
    expect(state.counts['frames.full']).toStrictEqual({ ...full, over: false })
  })

  test('an abandoned match keeps the minimum of frames it would have had', () => {
    const frames = [
      [70, 10],
      [12, 60],
    ] as const
    const { counts } = frameMatchState({ bestOf: 5, ending: 'abandoned', frames })
    expect(counts['frames.full']).toStrictEqual({ home: 1, away: 1, over: false, min: 4, max: 5 })
  })

  test('the winner is named; a walk-over counts no frame', () => {
    const frames = [[70, 10]] as const
    expect(frameMatchState({ bestOf: 5, ending: 'walkover', frames, winner: 'away' })).toStrictEqual({
      sport: 'snooker',
      ending: 'walkover',
      counts: {},
      winner: 'away',
    })
    expect(frameMatchState({ bestOf: 1, ending: 'finished', frames, winner: 'home' })).toStrictEqual({
      sport: 'snooker',
      ending: 'finished',
      counts: {
        'points.frame1': { home: 70, away: 10, over: true },
        'frames.full': { home: 1, away: 0, over: true },
      },
      winner: 'home',
    })
  })

  test('frames with unknown points cannot be resolved, and uncounted frames are none', () => {
    const said = frameMatchState({ ending: 'finished', frames: [], total: { home: 5, away: 1 } })
    expect(said).toMatchObject({
      unresolvable: 'parts_missing',
      counts: { 'frames.full': { home: 5, away: 1, over: true } },
    })
    expect(frameMatchState({ ending: 'finished', frames: [], total: null })).toStrictEqual({
      sport: 'snooker',
      ending: 'finished',
      counts: {},
      unresolvable: 'parts_missing',
    })
  })

  test('a match is over one frame to 35, an odd number, and lists no more of them', () => {
    const of = (bestOf: number, listed = 0) => {
      const frames = Array.from({ length: listed }, () => [70, 10] as const)
      return () => frameMatchState({ bestOf, ending: 'running', frames })
    }
    for (const right of [of(1), of(1, 1), of(35), of(35, 35)]) expect(right).not.toThrow()
    for (const wrong of [of(-1), of(0), of(2.5), of(37), of(1, 2)]) expect(wrong).toThrow('best of')
    const level = [
      [70, 10],
      [5, 5],
    ] as const
    expect(() => frameMatchState({ bestOf: 5, ending: 'running', frames: level })).toThrow('frame 2 cannot')
  })
})

describe('a state of a fight, computed by hand', () => {
  test('a decision counts every round, and no round ended the fight', () => {
    expect(fightState({ result: 'decision', winner: 'draw', rounds: 12 })).toStrictEqual({
      sport: 'boxing',
      ending: 'finished',
      winner: 'draw',
      method: 'decision',
      counts: { 'rounds.full': { home: 12, away: 0, over: true } },
    })
  })

  test('a no contest has no counts', () => {
    expect(fightState({ result: 'no_contest' })).toStrictEqual({
      sport: 'boxing',
      ending: 'no_contest',
      counts: {},
    })
  })

  test('a fight has one round to 15', () => {
    const of = (rounds: number) => () => fightState({ result: 'decision', winner: 'home', rounds })
    for (const right of [of(1), of(15)]) expect(right).not.toThrow()
    for (const wrong of [of(0), of(16), of(1.5)]) expect(wrong).toThrow('no round')
  })
})
