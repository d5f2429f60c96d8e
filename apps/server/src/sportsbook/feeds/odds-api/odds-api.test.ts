import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fairMarkets } from './consensus.ts'
import { readOddsApiGames } from './read-games.ts'

const FILE = new URL('../../../../../../../shared/feeds/odds-api-v4/nba_games_live.json', import.meta.url)

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
    ['has a game without teams', game({ home_team: undefined }), 'field_missing'],
    ['has an id that is none', game({ id: "1' or 1" }), 'field_not_valid'],
    ['has a kick-off that is none', game({ commence_time: 'tomorrow' }), 'field_not_valid'],
    ['has a price below one', game({}, [book('a', outcomes(0.5, 2))]), 'field_not_valid'],
    ['is longer than any answer', ' '.repeat(8_000_001), 'too_large'],
  ])('that %s is refused', (_what, text, reason) => {
    expect(fairOf(text)).toBe(reason)
  })

  test('prices a game by the middle of its bookmakers, without their margins', () => {
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
  test('have fair winners and handicaps in the lines that are quoted', () => {
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
