import type { Expected, MatchStatus, Offer, Pair } from '../catalogue/index.ts'

/** Both feeds send these messages; whatever comes later is translated into them at its own API. */
export type FeedName = 'simulator' | 'importer'

/** How a simulated match is played: from which seed, and how many match seconds in one second. */
export type SimulatedPlay = { seed: string; speed: number | null }

/** A fixture as its feed knows it. Said again it moves the kick-off; teams and competition stay. */
export type FixtureMessage = {
  kind: 'fixture'
  key: string
  sport: 'football'
  competition: string
  home: string
  away: string
  startsAt: Date
  expected: Expected | null
  play: SimulatedPlay | null
}

/** The clock, the score and the counts of a match. A finished one is a result, which may come again corrected. */
export type PlayMessage = {
  kind: 'play'
  key: string
  matchStatus: MatchStatus
  minute: number | null
  score: Pair | null
  halfTime: Pair | null
  corners: Pair | null
  cards: Pair | null
}

/** All that is offered on a fixture now: what is not named is suspended. */
export type OddsMessage = { kind: 'odds'; key: string; offers: Offer[] }

/** All markets of a fixture take no bets until odds come again. */
export type BetStopMessage = { kind: 'bet_stop'; key: string }

export type FeedMessage = FixtureMessage | PlayMessage | OddsMessage | BetStopMessage
