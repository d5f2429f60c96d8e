import { describe, expect, test } from 'vitest'
import type { Fixture } from '../../../shared/fixture.ts'
import { byFavourite, type League, openAtFirst, shownMarketOf } from './leagues.ts'

const market = (type: string, period: 'full' | 'half1') => ({
  marketId: `${type}:${period}`,
  type,
  period,
  periodCode: 1,
  lineQuarters: type === 'football.total' ? 10 : null,
  side: null,
  status: 'open' as const,
  outcomes: [],
})

const fixture = (fixtureId: string): Fixture => ({
  fixtureId,
  sport: 'football',
  competition: 'Série A',
  simulated: false,
  title: null,
  participants: [
    { place: 1, name: 'Bahia', isWithdrawn: false },
    { place: 2, name: 'Vasco', isWithdrawn: false },
  ],
  home: 'Bahia',
  away: 'Vasco',
  startsAt: '2026-11-20T12:00:00.000Z',
  matchStatus: 0,
  clock: null,
  homeScore: null,
  awayScore: null,
  state: null,
  version: 1,
  marketCount: 3,
  markets: [
    market('football.1x2', 'half1'),
    market('football.1x2', 'full'),
    market('football.total', 'full'),
  ],
})

const league = (competition: string, matches: number): League => ({
  competition,
  country: null,
  fixtures: Array.from({ length: matches }, (_, at) => fixture(`${competition}${at}`)),
})

const names = (leagues: readonly League[]) => leagues.map(({ competition }) => competition)

describe('the leagues of a list', () => {
  test('float up when they are favourites, and otherwise keep their order', () => {
    const leagues = [league('A', 1), league('B', 1), league('C', 1), league('D', 1)]
    expect(names(byFavourite(leagues, ['D', 'B']))).toEqual(['B', 'D', 'A', 'C'])
    expect(names(byFavourite(leagues, []))).toEqual(['A', 'B', 'C', 'D'])
  })

  test('all stand open while their matches are few', () => {
    expect([...openAtFirst([league('A', 3), league('B', 4)])]).toEqual(['A', 'B'])
  })

  test('stand closed after the first two dozen matches', () => {
    expect([...openAtFirst([league('A', 60), league('B', 60), league('C', 60)])]).toEqual(['A', 'B'])
  })
})

describe('the market of a row', () => {
  test('is the one over the whole match, never that of its first half', () => {
    expect(shownMarketOf(fixture('1'), 'winner')?.marketId).toBe('football.1x2:full')
    expect(shownMarketOf(fixture('1'), 'total')?.marketId).toBe('football.total:full')
  })

  test('is missing where the match does not have it', () => {
    expect(shownMarketOf({ ...fixture('1'), markets: [] }, 'winner')).toBeUndefined()
  })
})
