import type { Sport } from '@palpite/odds'
import type { FeedReading, FeedRefusal } from '../feed-refusal.ts'
import type { FeedMessage, Scope } from '../messages.ts'

/** A message about a fixture in the words of the house, and what of it was none of ours. */
export type Spoken = { readonly messages: readonly FeedMessage[]; readonly left: readonly FeedRefusal[] }

/** What a feed says of one fixture, before anybody has looked whether it can be so. */
export type FixtureIncoming = {
  readonly about: 'fixture'
  /** The feed's own name of the fixture. */
  readonly key: string
  readonly producer: string
  /** Which prices the producer makes; the match's where nothing is said. */
  readonly scope?: Scope
  /** What the feed calls this kind of message. */
  readonly kind: string
  /** The feed's clock; nothing where the message does not say. */
  readonly sentAt: Date | undefined
  /** Tells a message from another one of the same fixture. */
  readonly digest: string
  /**
   * What it says, once its sport is known, and by which id of the feed's its home side; the fixture's own message names it
   * and needs none.
   */
  readonly speak: (sport: Sport | undefined, homeId?: string) => FeedReading<Spoken>
}

/** What a feed says of a producer: that it is alive, or has told all that was missed. */
export type ProducerIncoming = {
  readonly about: 'producer'
  readonly producer: string
  readonly kind: 'alive' | 'snapshot_complete'
  readonly sentAt: Date | undefined
  readonly isUp: boolean
  readonly requestId: number | undefined
}

export type Incoming = FixtureIncoming | ProducerIncoming
