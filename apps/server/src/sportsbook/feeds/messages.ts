import type { SportState } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import type { Clock, MatchStatus, Offer } from '../sports/index.ts'

/** Both feeds send these messages; whatever comes later is translated into them at its own API. */
export type FeedName = 'simulator' | 'importer'

/** How a simulated match is played: from which seed, how many match seconds in one second, and what befalls it. */
export type SimulatedPlay = { seed: string; speed: number | null; fault: string | null }

/**
 * A fixture as its feed knows it. Said again it moves the start, gives it a model, or withdraws a runner; who takes part
 * stays. `participants` are home and away, or the runners of a race from number 1 on.
 */
export type FixtureMessage = {
  kind: 'fixture'
  key: string
  sport: Sport
  competition: string
  /** What a race is called. */
  title: string | null
  participants: readonly { name: string; isWithdrawn?: boolean }[]
  startsAt: Date
  /** What the sport's adapter prices it from. */
  model: object | null
  play: SimulatedPlay | null
}

/** The clock and the score of a match, in the natural score of its sport. A finished one is a result, which may come again corrected. */
export type PlayMessage = {
  kind: 'play'
  key: string
  matchStatus: MatchStatus
  clock: Clock | null
  state: SportState | null
}

/** All that is offered on a fixture now: what is not named is suspended. */
export type OddsMessage = { kind: 'odds'; key: string; offers: readonly Offer[] }

/** All markets of a fixture take no bets until odds come again. */
export type BetStopMessage = { kind: 'bet_stop'; key: string }

export type FeedMessage = FixtureMessage | PlayMessage | OddsMessage | BetStopMessage
