import { createHash } from 'node:crypto'
import type { Sport } from '@palpite/odds'
import type { FeedMessage, FeedReading, FeedRefusal, Scope, FeedName } from '../../sportsbook/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import * as queries from '../queries.ts'

/** A feed's message about a fixture as messages of the sports book, and the parts that were refused. */
export type Translation = { readonly messages: readonly FeedMessage[]; readonly left: readonly FeedRefusal[] }

/**
 * How the time of a message counts. `by_time`, prices and scores: an older message is refused, since it would undo a newer
 * one. `stop`: a bet stop is applied at any age, and older prices are refused after it. `result`, outcomes of markets and start
 * times: applied at any age, since a refused one would be lost, and a repeated one changes nothing.
 */
type Order = 'by_time' | 'stop' | 'result'

/** A feed's message about one fixture, not yet checked against the fixture's state. */
export type FixtureIncoming = {
  readonly about: 'fixture'
  /** The feed's id of the fixture. */
  readonly key: string
  readonly producer: string
  /** Which prices the producer makes, if the feed's list of producers does not say; those of the match by default. */
  readonly scope?: Scope
  /** The feed's name of the message type. */
  readonly kind: string
  /** By the feed's clock; undefined if the message has no time. */
  readonly sentAt: Date | undefined
  /** Hash of the message, to recognize a repeated one. */
  readonly digest: string
  /** `by_time` by default. */
  readonly order?: Order
  /** Set in answers to a recovery request: such a message may be hours old. */
  readonly isReplayed?: boolean
  /**
   * Translates the message, given the fixture's sport and the feed's id of its home side; both are undefined for the message
   * that introduces the fixture.
   */
  readonly translate: (sport: Sport | undefined, homeId?: string) => FeedReading<Translation>
}

/**
 * A feed's message about a producer: a heartbeat, or the end of a recovery. A gap is a message that could not be read, so
 * its fixture is unknown: everything since the producer's last heartbeat must be requested again.
 */
export type ProducerIncoming = {
  readonly about: 'producer'
  /** Undefined for a gap whose producer is unknown. */
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

/** Hash of the whole text of a message, to recognize a repeated one. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64').slice(0, 22)

/** A message that was refused, or the refused part of one. */
export type Refused = FeedRefusal & Partial<Pick<FixtureIncoming, 'key' | 'producer' | 'kind' | 'sentAt'>>

/** Refused messages that are kept for operators. */
const KEPT = 10_000

const MAX_DETAIL = 400

/** Stores refused messages for operators, the newest only. */
export async function keepRefused(tx: Tx, feed: FeedName, refused: readonly Refused[]): Promise<void> {
  if (refused.length === 0) return
  // More than the limit would be deleted at once.
  const kept = refused.slice(-KEPT)
  await queries.insertRefused(tx, feed, {
    keys: kept.map(({ key }) => key?.slice(0, 120) ?? null),
    producers: kept.map(({ producer }) => producer ?? null),
    kinds: kept.map(({ kind }) => kind ?? null),
    reasons: kept.map(({ reason }) => reason),
    details: kept.map(({ detail }) => plain(detail)),
    sentAt: kept.map(({ sentAt }) => sentAt ?? null),
  })
  await queries.deleteOldRefused(tx, KEPT)
}

/** Strips control characters, which move a cursor or cannot be stored: operators see what a feed sent. */
const plain = (detail: string): string => detail.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, MAX_DETAIL)
