import { describe, expect, test } from 'vitest'
import { WON } from '../resolution.ts'
import { resolveOutcome } from './resolve.ts'
import type { MatchState } from './state.ts'

describe('cricket with three ways', () => {
  const runs = (home: number, away: number, said: Partial<MatchState> = {}): MatchState => ({
    sport: 'cricket',
    ending: 'finished',
    tallies: { 'runs.full': { home, away, over: true }, 'runs.all': { home, away, over: true } },
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

  test('the winner market still goes to the super over', () => {
    const ref = { type: 'cricket.winner', period: 'all' } as const
    expect(resolveOutcome(ref, 'home', runs(160, 160, { winner: 'home' }))).toBe(WON)
  })
})
