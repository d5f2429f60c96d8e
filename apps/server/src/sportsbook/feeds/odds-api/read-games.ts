import type { Sport } from '@palpite/odds'
import * as z from 'zod/mini'
import { attemptReading, type FeedReading } from '../feed-refusal.ts'
import { readJson } from '../read-json.ts'

/** One price of a bookmaker: an outcome is told apart by its name alone, and by its line where it has one. */
export type QuotedOutcome = {
  readonly name: string
  readonly price: number
  readonly point?: number | undefined
}

export type QuotedMarket = {
  readonly key: string
  readonly updatedAt: Date
  readonly outcomes: readonly QuotedOutcome[]
}

export type QuotedGame = {
  readonly key: string
  readonly sport: Sport
  readonly competition: string
  readonly startsAt: Date
  readonly home: string
  readonly away: string
  readonly books: readonly { readonly key: string; readonly markets: readonly QuotedMarket[] }[]
}

/** The feed's sport keys begin with these. Other sports (ice hockey, golf, politics …) are none of the house. */
const SPORTS_BY_PREFIX: readonly (readonly [prefix: string, sport: Sport])[] = [
  ['soccer_', 'football'],
  ['basketball_', 'basketball'],
  ['americanfootball_', 'american_football'],
  ['baseball_', 'baseball'],
  ['tennis_', 'tennis'],
  ['boxing_', 'boxing'],
  ['cricket_', 'cricket'],
]

/** The sport of a key such as `basketball_nba`; none for a sport that the house does not have. */
const sportOfKey = (key: string): Sport | undefined =>
  SPORTS_BY_PREFIX.find(([prefix]) => key.startsWith(prefix))?.[1]

const name = z.string().check(z.minLength(1), z.maxLength(120))
const instant = z.iso.datetime()
const price = z.number().check(z.gte(1), z.lte(100_000))
const outcome = z.object({ name, price, point: z.optional(z.number().check(z.gte(-1000), z.lte(1000))) })
const market = z.object({
  key: name,
  last_update: instant,
  outcomes: z.array(outcome).check(z.maxLength(400)),
})
const book = z.object({ key: name, markets: z.array(market).check(z.maxLength(100)) })
const game = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{16,64}$/)),
  sport_key: name,
  sport_title: name,
  commence_time: instant,
  home_team: name,
  away_team: name,
  bookmakers: z.array(book).check(z.maxLength(200)),
})
const games = z.array(game).check(z.maxLength(2000))

/** What was read of a poll: the games of sports of the house, and how many games of other sports there were. */
export type QuotedGames = { readonly games: readonly QuotedGame[]; readonly otherSports: number }

/** The answer of The Odds API v4 to a poll for odds; all of it, or why it is none. */
export const readOddsApiGames = (text: string): FeedReading<QuotedGames> =>
  attemptReading(() => {
    const read = readJson(text, games)
    const known = read.flatMap((one): QuotedGame[] => {
      const sport = sportOfKey(one.sport_key)
      return sport === undefined ? [] : [gameOf(one, sport)]
    })
    return { games: known, otherSports: read.length - known.length }
  })

const gameOf = (one: z.output<typeof game>, sport: Sport): QuotedGame => ({
  key: one.id,
  sport,
  competition: one.sport_title,
  startsAt: new Date(one.commence_time),
  home: one.home_team,
  away: one.away_team,
  books: one.bookmakers.map(({ key, markets }) => ({
    key,
    markets: markets.map((quoted) => ({
      key: quoted.key,
      updatedAt: new Date(quoted.last_update),
      outcomes: quoted.outcomes,
    })),
  })),
})
