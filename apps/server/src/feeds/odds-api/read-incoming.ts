import {
  type FeedMessage,
  type FeedReading,
  offerMarkets,
  readAs,
  type SportsbookSettings,
} from '../../sportsbook/index.ts'
import { digestOf, type FixtureIncoming, type Incoming } from '../intake/incoming.ts'
import { fairMarkets } from './consensus.ts'
import { type LeftGame, type QuotedGame, readOddsApiGames } from './read-games.ts'

/** A game rests on so many bookmakers at least: one alone is no agreement. */
const MIN_BOOKS = 2

/**
 * The answer to a poll, as the intake takes it: each game a fixture, with the chances that its bookmakers agree on and the
 * margin of the house. The feed has no results and no stops: a price that is not polled again in time is locked.
 */
export function readOddsApiIncoming(text: string, settings: SportsbookSettings): FeedReading<Incoming[]> {
  const read = readOddsApiGames(text)
  if (!read.ok) return read
  const { games, left } = read.value
  return readAs([...games.map((game) => incomingOf(game, settings)), ...left.map(leftOut)])
}

/** Refused by name among the others. What was told of it before goes stale by itself. */
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
    // Bookmakers' own clocks say when a price is from; it was polled now, and a poll always tells all.
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
