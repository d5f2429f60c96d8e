import { createHash } from 'node:crypto'
import type { Sport } from '@palpite/odds'
import type { FeedMessage, FeedReading, FeedRefusal, Scope } from '../../sportsbook/index.ts'

/** A message about a fixture in the words of the house, and what of it was none of ours. */
export type Spoken = { readonly messages: readonly FeedMessage[]; readonly left: readonly FeedRefusal[] }

/**
 * Prices and scores go by the feed's clock: an old one would undo a newer one. A stop is taken however old it is, and holds
 * back what was sent before it. What became of markets and bets, and when a fixture begins, is taken whenever it comes:
 * refused for its time it would never be known, and said again it changes nothing.
 */
type Order = 'by_time' | 'stop' | 'result'

/** What a feed says of one fixture, before anybody has looked whether it can be so. */
export type FixtureIncoming = {
  readonly about: 'fixture'
  /** The feed's own name of the fixture. */
  readonly key: string
  readonly producer: string
  /** Which prices the producer makes, where the feed's own list of producers does not say; the match's where nothing is said. */
  readonly scope?: Scope
  /** What the feed calls this kind of message. */
  readonly kind: string
  /** The feed's clock; nothing where the message does not say. */
  readonly sentAt: Date | undefined
  /** Tells a message from another one of the same fixture. */
  readonly digest: string
  /** How its time counts; by the feed's clock where nothing is said. */
  readonly order?: Order
  /** It answers a request for what was missed, so it may be hours old. */
  readonly isReplayed?: boolean
  /**
   * What it says, once its sport is known, and by which id of the feed's its home side; the fixture's own message names it
   * and needs none.
   */
  readonly speak: (sport: Sport | undefined, homeId?: string) => FeedReading<Spoken>
}

/**
 * What a feed says of a producer: that it is alive, or has told all that was missed. A gap is what came and could not be
 * read, so that nobody knows what it spoke of: what was sent since the producer's last beat has to be told again.
 */
export type ProducerIncoming = {
  readonly about: 'producer'
  /** Nothing for a gap of which nobody knows whose it is. */
  readonly producer: string | undefined
  readonly kind: 'alive' | 'snapshot_complete' | 'gap'
  readonly sentAt: Date | undefined
  readonly isUp: boolean
  readonly requestId: number | undefined
  /** Why a gap could not be read. */
  readonly refusal?: FeedRefusal
}

export const gapOf = (producer: string | undefined, refusal: FeedRefusal): ProducerIncoming => ({
  about: 'producer',
  producer,
  kind: 'gap',
  sentAt: undefined,
  isUp: true,
  requestId: undefined,
  refusal,
})

export type Incoming = FixtureIncoming | ProducerIncoming

/** Tells a message from another one: by all of its text. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64').slice(0, 22)
