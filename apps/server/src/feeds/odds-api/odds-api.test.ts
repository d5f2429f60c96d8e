import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fairMarkets } from './consensus.ts'
import { readOddsApiGames } from './read-games.ts'

const FILE = new URL('../../../../../../shared/feeds/odds-api-v4/nba_games_live.json', import.meta.url)

const outcomes = (home: number, away: number) => [
  { name: 'Home', price: home },
  { name: 'Away', price: away },
]
const game = (own: object = {}, books: readonly object[] = []) =>
  JSON.stringify([
    {
      id: '88ec7352b864871886a86b3bcb559179',
      sport_key: 'basketball_nba',
      sport_title: 'NBA',
      commence_time: '2025-03-04T00:10:00Z',
      home_team: 'Home',
      away_team: 'Away',
      bookmakers: books,
      ...own,
    },
  ])
const book = (key: string, prices: readonly object[], own: object = {}) => ({
  key,
  markets: [{ key: 'h2h', last_update: '2025-03-03T09:45:51Z', outcomes: prices, ...own }],
})
const fairOf = (text: string) => {
  const read = readOddsApiGames(text)
  return read.ok ? read.value.games.flatMap(fairMarkets) : read.refusal.reason
}

describe('a poll of The Odds API', () => {
  test.each([
    ['is no JSON', '[{', 'malformed'],
    ['is no list', '{}', 'field_missing'],
    ['is longer than any answer', ' '.repeat(8_000_001), 'too_large'],
  ])('that %s is refused', (_what, text, reason) => {
    expect(fairOf(text)).toBe(reason)
  })

  test.each([
    ['without teams', game({ home_team: undefined }), 'field_missing', 'home_team'],
    ['with a team that is null', game({ away_team: null }), 'field_missing', 'away_team'],
    ['with an id that is none', game({ id: "1' or 1" }), 'field_not_valid', 'id'],
    ['with a kick-off that is none', game({ commence_time: 'tomorrow' }), 'field_not_valid', 'commence_time'],
    ['with a price below one', game({}, [book('a', outcomes(0.5, 2))]), 'field_not_valid', 'price'],
    [
      'with a price that is null',
      game({}, [book('a', [{ name: 'Home', price: null }])]),
      'field_missing',
      'price',
    ],
    [
      'with a market that does not say when it is from',
      game({}, [book('a', outcomes(2, 1.8), { last_update: undefined })]),
      'field_missing',
      'last_update',
    ],
    ['that is nothing', '[null]', 'field_missing', 'the document'],
  ])('omits only a game %s, by name', (_what, text, reason, field) => {
    const [left] = JSON.parse(text) as object[]
    const [other] = JSON.parse(game({ id: '0123456789abcdef' })) as object[]
    const read = readOddsApiGames(JSON.stringify([left, other]))
    const { games, left: named } = read.ok ? read.value : { games: [], left: [] }
    expect(games.map(({ key }) => key)).toEqual(['0123456789abcdef'])
    expect(named).toMatchObject([{ refusal: { reason } }])
    expect(named[0]?.refusal.detail).toMatch(new RegExp(`${field}$`))
  })

  test('silently omits other sports, whatever they contain', () => {
    const read = readOddsApiGames(game({ sport_key: 'golf_masters_tournament_winner', home_team: null }))
    expect(read).toMatchObject({ ok: true, value: { games: [], left: [], otherSports: 1 } })
  })

  test('prices a game by the median of its bookmakers, without their margins', () => {
    const books = [
      book('a', outcomes(1.9, 1.9)),
      book('b', outcomes(1.92, 1.88)),
      book('wrong', outcomes(9, 1.05)),
    ]
    const [winner] = fairOf(game({}, books)) as ReturnType<typeof fairMarkets>
    expect(winner?.market).toEqual({ type: 'basketball.winner', period: 'all' })
    expect(winner?.outcomes.map(({ code }) => code)).toEqual(['home', 'away'])
    expect(winner?.outcomes[0]?.chance).toBeCloseTo(0.495, 2)
    expect(winner?.books).toBe(3)
  })

  test.each([
    [
      'of a sport the house does not have',
      game({ sport_key: 'icehockey_nhl' }, [book('a', outcomes(2, 1.8))]),
    ],
    [
      'with an outcome of another name',
      game({}, [book('a', [...outcomes(2, 1.8)].with(0, { name: 'X', price: 2 }))]),
    ],
    ['to lay instead of back', game({}, [book('a', outcomes(2, 1.8), { key: 'h2h_lay' })])],
    [
      'whose two lines are not one',
      game({}, [
        book(
          'a',
          [
            { name: 'Home', price: 1.9, point: -3.5 },
            { name: 'Away', price: 1.9, point: 2.5 },
          ],
          { key: 'spreads' },
        ),
      ]),
    ],
    ['that sums to less than one', game({}, [book('a', outcomes(2.5, 2.5))])],
  ])('a quote %s makes no market', (_what, text) => {
    expect(fairOf(text)).toEqual([])
  })
})

describe.runIf(existsSync(FILE))('the recorded games of the NBA', () => {
  test('have fair winners and handicaps at the quoted lines', () => {
    const { data } = JSON.parse(readFileSync(FILE, 'utf8')) as { data: unknown }
    const read = readOddsApiGames(JSON.stringify(data))
    const games = read.ok ? read.value.games : []
    expect(games.map(({ home, away }) => `${home} ${away}`)).toContain(
      'Charlotte Hornets Golden State Warriors',
    )
    for (const one of games) {
      const markets = fairMarkets(one)
      expect(markets.map(({ market }) => market.type)).toContain('basketball.winner')
      for (const { outcomes: fair } of markets) {
        expect(fair.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 9)
      }
    }
    const warriors = games.find(({ away }) => away === 'Golden State Warriors')
    const [winner] = warriors ? fairMarkets(warriors) : []
    expect(winner?.outcomes.find(({ code }) => code === 'away')?.chance).toBeGreaterThan(0.8)
  })
})
