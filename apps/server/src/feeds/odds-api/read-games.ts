import { instant } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import * as z from 'zod/mini'
import {
  attemptReading,
  type FeedReading,
  type FeedRefusal,
  type FeedMessage,
  offerMarkets,
  readAs,
  type SportsbookSettings,
} from '../../sportsbook/index.ts'
import { readJson, readValue } from '../read-json.ts'
import { digestOf, type FixtureIncoming, type Incoming } from '../intake/incoming.ts'
import { fairMarkets, type QuotedGame } from './consensus.ts'

/** Prefixes of the feed's sport keys. Other sports (ice hockey, golf, politics …) are not offered. */
const SPORTS_BY_PREFIX: readonly (readonly [prefix: string, sport: Sport])[] = [
  ['soccer_', 'football'],
  ['basketball_', 'basketball'],
  ['americanfootball_', 'american_football'],
  ['baseball_', 'baseball'],
  ['tennis_', 'tennis'],
  ['boxing_', 'boxing'],
  ['cricket_', 'cricket'],
]

/** The sport of a key such as `basketball_nba`; undefined for a sport not offered. */
const sportOfKey = (key: string): Sport | undefined =>
  SPORTS_BY_PREFIX.find(([prefix]) => key.startsWith(prefix))?.[1]

const name = z.string().check(z.minLength(1), z.maxLength(120))
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
const games = z.array(z.unknown()).check(z.maxLength(2000))
/**
 * Maximum length of an answer, in bytes as it is received and in characters as it is read: the largest recorded one has
 * 28,000, a whole day of a sport about a million.
 */
export const MAX_ANSWER = 8_000_000
/** The fields that identify a game, even if the rest is unreadable. */
const named = z.object({ id: z.optional(game.shape.id), sport_key: z.optional(name) })

/** An unreadable game: it is omitted, and the others of its poll are applied. */
type LeftGame = { readonly key: string; readonly refusal: FeedRefusal }

/** The content of a poll: games of our sports, omitted games, and how many were of other sports. */
type QuotedGames = {
  readonly games: readonly QuotedGame[]
  readonly left: readonly LeftGame[]
  readonly otherSports: number
}

/**
 * Parses an answer of The Odds API v4 to a poll for odds. A game with a missing or invalid field (a null team or
 * price, a market without update time) is omitted alone.
 */
export const readOddsApiGames = (text: string): FeedReading<QuotedGames> =>
  attemptReading(() => {
    const known: QuotedGame[] = []
    const left: LeftGame[] = []
    let otherSports = 0
    for (const one of readJson(text, games, MAX_ANSWER)) {
      const { id, sport_key: sportKey } = named.safeParse(one).data ?? {}
      const sport = sportKey === undefined ? undefined : sportOfKey(sportKey)
      if (sportKey !== undefined && sport === undefined) {
        otherSports += 1
        continue
      }
      const read = attemptReading(() => readValue(one, game))
      if (!read.ok) left.push({ key: id ?? NAMELESS, refusal: read.refusal })
      else if (sport !== undefined) known.push(gameOf(read.value, sport))
    }
    return { games: known, left, otherSports }
  })

/** The key of a game in the refused list when its id is unreadable. */
const NAMELESS = 'game'

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

/** Minimum bookmakers per game: one alone is no consensus. */
const MIN_BOOKS = 2

/**
 * A poll's answer as intake messages: each game a fixture, priced by consensus plus the house margin. The feed has no
 * results and no stops: a price not polled again in time is locked.
 */
export function readOddsApiIncoming(text: string, settings: SportsbookSettings): FeedReading<Incoming[]> {
  const read = readOddsApiGames(text)
  if (!read.ok) return read
  const { games, left } = read.value
  return readAs([...games.map((game) => incomingOf(game, settings)), ...left.map(leftOut)])
}

/** An unreadable game, refused: if its fixture is known, it takes no bets until a readable poll. */
const leftOut = ({ key, refusal }: LeftGame): FixtureIncoming => ({
  about: 'fixture',
  key,
  producer: 'poll',
  kind: 'game',
  sentAt: undefined,
  digest: digestOf(key),
  translate: () => ({ ok: false, refusal }),
})

function incomingOf(game: QuotedGame, settings: SportsbookSettings): FixtureIncoming {
  const updates = game.books.flatMap(({ markets }) => markets.map(({ updatedAt }) => updatedAt.getTime()))
  return {
    about: 'fixture',
    key: game.key,
    producer: 'poll',
    kind: 'game',
    // Bookmakers' clocks date the price; it was polled now, and a poll is always complete.
    sentAt: undefined,
    digest: digestOf(`${JSON.stringify(game)} ${Math.max(0, ...updates)}`),
    translate: () => readAs({ messages: messagesOf(game, settings), left: [] }),
  }
}

function messagesOf(game: QuotedGame, settings: SportsbookSettings): FeedMessage[] {
  const { key, sport, competition, home, away, startsAt } = game
  const fair = fairMarkets(game)
    .filter(({ books }) => books >= MIN_BOOKS)
    .map(({ market, outcomes }) => ({
      market,
      outcomes: outcomes.map(({ code, chance }) => ({ outcome: code, chance })),
    }))
  return [
    {
      kind: 'fixture',
      key,
      sport,
      competition,
      title: null,
      participants: [{ name: home }, { name: away }],
      startsAt,
      model: null,
      play: null,
    },
    { kind: 'odds', key, offers: offerMarkets(fair, settings) },
  ]
}
