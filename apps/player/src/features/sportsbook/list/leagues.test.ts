import { describe, expect, test } from 'vitest'
import type { Fixture } from '../../../shared/fixture.ts'
import { columnHeads } from './column-heads.ts'
import { withToggled } from './followed.ts'
import { byFavourite, type Favourites, favouritesOf, inPlace, type League, openAtFirst } from './leagues.ts'
import { listMarkets, marketsWithin, offeredMarketOf, shownMarketOf } from './list-markets.ts'

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
  isOutright: false,
  title: null,
  participants: [
    { place: 1, name: 'Bahia', isWithdrawn: false },
    { place: 2, name: 'Vasco', isWithdrawn: false },
  ],
  home: 'Bahia',
  away: 'Vasco',
  startsAt: '2026-11-20T12:00:00.000Z',
  isDayOnly: false,
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
  test('are listed favourites first, otherwise in order', () => {
    const leagues = [league('A', 1), league('B', 1), league('C', 1), league('D', 1)]
    expect(names(byFavourite(leagues, ['D', 'B']))).toEqual(['B', 'D', 'A', 'C'])
    expect(names(byFavourite(leagues, []))).toEqual(['A', 'B', 'C', 'D'])
  })

  test('are all open while their matches are few', () => {
    expect([...openAtFirst([league('A', 3), league('B', 4)])]).toEqual(['A', 'B'])
  })

  test('are closed after the first two dozen matches', () => {
    expect([...openAtFirst([league('A', 60), league('B', 60), league('C', 60)])]).toEqual(['A', 'B'])
  })
})

describe('visible leagues', () => {
  const of = (competition: string, country: string | null): League => ({ ...league(competition, 1), country })
  const leagues = [of('A', 'BR'), of('B', 'BR'), of('C', 'ES'), of('D', null)]

  test.each([
    { filter: {}, left: ['A', 'B', 'C', 'D'] },
    { filter: { country: 'BR' }, left: ['A', 'B'] },
    { filter: { country: 'BR', league: 'B' }, left: ['B'] },
    { filter: { favourites: 'only' }, left: ['C'] },
    { filter: { league: 'gone' }, left: ['A', 'B', 'C', 'D'] },
  ] as const)('are $left with $filter', ({ filter, left }) => {
    expect(names(inPlace(leagues, filter, { leagues: ['C'], fixtureIds: [], teams: [] }))).toEqual(left)
  })
})

describe('favourites', () => {
  const leagues = [league('A', 3), league('B', 2)]
  const shown = (favourites: Partial<Favourites>) =>
    favouritesOf(leagues, { leagues: [], fixtureIds: [], teams: [], ...favourites }).map(
      ({ competition, fixtures }) => [competition, fixtures.length],
    )

  test.each([
    { favourites: {}, left: [] },
    { favourites: { leagues: ['B'] }, left: [['B', 2]] },
    { favourites: { fixtureIds: ['A1'] }, left: [['A', 1]] },
    { favourites: { leagues: ['A'], fixtureIds: ['A1'] }, left: [['A', 3]] },
    {
      favourites: { teams: [{ sport: 'football', name: 'Vasco' }] },
      left: [
        ['A', 3],
        ['B', 2],
      ],
    },
    // A side of the same name in another sport is another.
    { favourites: { teams: [{ sport: 'basketball', name: 'Vasco' }] }, left: [] },
  ] as { favourites: Partial<Favourites>; left: [string, number][] }[])(
    'are $left with $favourites',
    ({ favourites, left }) => {
      expect(shown(favourites)).toEqual(left)
    },
  )

  test('are toggled by the same star, matches and sides separately', () => {
    const match = fixture('7')
    const none = { fixtureIds: [], teams: [] }
    const both = withToggled(withToggled(none, match, undefined), match, 'home')
    expect(both).toEqual({ fixtureIds: ['7'], teams: [{ sport: 'football', name: 'Bahia' }] })
    expect(withToggled(both, match, undefined)).toEqual({ ...both, fixtureIds: [] })
    expect(withToggled(both, match, 'home')).toEqual({ ...both, teams: [] })
  })
})

describe('the market of a row', () => {
  test('covers the whole match, never only its first half', () => {
    expect(listMarkets([league('A', 1)]).map(({ key }) => key)).toEqual([
      'football.1x2:half1',
      'football.1x2:full',
      'football.total:full',
    ])
    expect(shownMarketOf(fixture('1'), 'football.1x2:full')?.marketId).toBe('football.1x2:full')
  })

  test.each([
    { columns: 9, taken: 4 },
    { columns: 7, taken: 3 },
    { columns: 6, taken: 2 },
    { columns: 2, taken: 1 },
  ])('is one of the first $taken where $columns prices fit', (row) => {
    const codes = [
      ['home', 'draw', 'away'],
      ['over', 'under'],
      ['yes', 'no'],
      ['home', 'away'],
    ]
    const markets = codes.map((own, at) => ({ key: `${at}`, type: '', period: 'full', codes: own }))
    expect(marketsWithin(markets, row.columns)).toHaveLength(row.taken)
  })

  test('is missing if the match does not have it', () => {
    expect(shownMarketOf({ ...fixture('1'), markets: [] }, 'football.1x2:full')).toBeUndefined()
  })

  test('shows no padlocks once decided, but does while the whole match is suspended', () => {
    const stopped = (type: string) => ({ ...market(type, 'full'), status: 'suspended' as const })
    const decided = {
      ...fixture('1'),
      markets: [market('football.1x2', 'full'), stopped('football.both_score')],
    }
    expect(offeredMarketOf(decided, 'football.both_score:full')).toBeUndefined()
    expect(offeredMarketOf(decided, 'football.1x2:full')?.status).toBe('open')
    const atGoal = { ...fixture('1'), markets: [stopped('football.1x2'), stopped('football.both_score')] }
    expect(offeredMarketOf(atGoal, 'football.both_score:full')?.status).toBe('suspended')
  })

  test.each([
    { codes: ['away', 'home', 'draw'], heads: ['home', 'draw', 'away'] },
    { codes: ['under', 'over'], heads: ['line', 'over', 'under'] },
    { codes: ['no', 'yes'], heads: ['yes', 'no'] },
    { codes: ['4', '7'], heads: [] },
  ])('stands under the heads $heads', ({ codes, heads }) => {
    expect(columnHeads({ codes }).map((head) => head.split('.').at(-1))).toEqual(heads)
  })
})
