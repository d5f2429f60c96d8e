import { describe, expect, test } from 'vitest'
import { frameMatchState } from '../states/frame-state.ts'
import { fightState } from '../states/fight-state.ts'
import { LOST, VOID, WON } from '../resolution.ts'
import { resolveMarket, resolveOutcome } from './resolve.ts'
import type { MatchState, Count } from './state.ts'

describe('cricket with three ways', () => {
  const runs = (home: number, away: number, said: Partial<MatchState> = {}): MatchState => ({
    sport: 'cricket',
    ending: 'finished',
    counts: { 'runs.full': { home, away, over: true }, 'runs.all': { home, away, over: true } },
    ...said,
  })

  test.each([
    ['more runs win', runs(181, 160), 'home'],
    ['a rain-adjusted target can be passed with fewer runs', runs(181, 150, { winner: 'away' }), 'away'],
    ['a match without enough time is drawn, whatever the runs', runs(620, 410, { winner: 'draw' }), 'draw'],
    ['level runs are a draw', runs(160, 160), 'draw'],
    ['a super over does not count', runs(160, 160, { winner: 'home' }), 'draw'],
    ['level runs against an adjusted target', runs(160, 160, { winner: 'home', result: 'home' }), 'home'],
  ] as const)('%s', (_, state, result) => {
    const ref = { type: 'cricket.1x2', period: 'full' } as const
    const won = (['home', 'draw', 'away'] as const).filter((one) => resolveOutcome(ref, one, state) === WON)
    expect(won).toEqual([result])
  })

  test('the winner market follows the super over', () => {
    const ref = { type: 'cricket.winner', period: 'all' } as const
    expect(resolveOutcome(ref, 'home', runs(160, 160, { winner: 'home' }))).toBe(WON)
  })
})

describe('a result is on the list, or nobody has lost', () => {
  const counted = (market: ReadonlyMap<string, unknown>, found: unknown): number =>
    [...market.values()].filter((one) => one === found).length

  test('every snooker match, from one frame to 35, has its score on the list', () => {
    for (let toWin = 1; toWin <= 18; toWin += 1) {
      for (let lost = 0; lost < toWin; lost += 1) {
        const order = Array.from({ length: toWin + lost }, (_, frame) => frame >= lost)
        const state = frameMatchState({
          bestOf: 2 * toWin - 1,
          ending: 'finished',
          frames: order.map((isHome) => (isHome ? [70, 12] : [12, 70])),
        })
        const market = resolveMarket({ type: 'snooker.correct_score', period: 'full' }, state)
        expect(market.get(`${toWin}-${lost}`)).toBe(WON)
        expect(counted(market, LOST)).toBe(market.size - 1)
      }
    }
  })

  test('a fight of fifteen rounds can end in any of them', () => {
    for (let round = 1; round <= 15; round += 1) {
      const state = fightState({ result: 'knockout', winner: 'home', round, isPastHalf: true })
      const market = resolveMarket({ type: 'boxing.ending_round', period: 'full' }, state)
      expect(market.get(`round${round}`)).toBe(WON)
      expect(counted(market, LOST)).toBe(market.size - 1)
    }
  })

  test('a set score that is not on the list refunds every stake', () => {
    const state: MatchState = {
      sport: 'tennis',
      ending: 'finished',
      counts: { 'sets.full': { home: 1, away: 0, over: true } satisfies Count },
    }
    const market = resolveMarket({ type: 'tennis.correct_score', period: 'full' }, state)
    expect(counted(market, VOID)).toBe(market.size)
  })

  test('a round or method that was not offered refunds every stake', () => {
    const fight = fightState({ result: 'knockout', winner: 'home', round: 5, isPastHalf: true })
    const late = resolveMarket(
      { type: 'boxing.ending_round', period: 'full' },
      { ...fight, endedInRound: 20 },
    )
    expect(counted(late, VOID)).toBe(late.size)
    const strange = resolveMarket(
      { type: 'boxing.method', period: 'full' },
      { ...fight, method: 'lightning' },
    )
    expect(counted(strange, VOID)).toBe(strange.size)
  })
})

describe('who progresses', () => {
  const ref = { type: 'football.to_qualify', period: 'all' } as const
  const tie = (said: Partial<MatchState>): MatchState => ({
    sport: 'football',
    ending: 'finished',
    counts: { 'goals.all': { home: 2, away: 1, over: true } },
    ...said,
  })

  test("is a single match's winner, or the named side", () => {
    expect(resolveOutcome(ref, 'home', tie({}))).toBe(WON)
    expect(resolveOutcome(ref, 'home', tie({ winner: 'away' }))).toBe(LOST)
  })

  test('is open over two matches until named', () => {
    expect(resolveOutcome(ref, 'home', tie({ isTwoLegged: true }))).toBeUndefined()
    expect(resolveOutcome(ref, 'away', tie({ isTwoLegged: true, winner: 'away' }))).toBe(WON)
    expect(resolveOutcome(ref, 'home', tie({ isTwoLegged: true, ending: 'abandoned' }))).toBe(VOID)
  })
})
