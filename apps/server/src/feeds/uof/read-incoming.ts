import {
  closes,
  type FeedReading,
  type FeedRefusal,
  readAs,
  refuse,
  type Scope,
} from '../../sportsbook/index.ts'
import { type FixtureIncoming, gapOf, type Incoming, digestOf } from '../intake/incoming.ts'
import { readUofFixture } from './read-fixture.ts'
import { readUofMessage } from './read-message.ts'
import type { UofMessage } from './uof-messages.ts'
import { translateUof } from './translate.ts'

/** A message that names no producer is held against those of all producers together. */
const NO_PRODUCER = 'any'

/** One message of a Unified Odds Feed, as the intake takes it. */
export function readUofIncoming(text: string): FeedReading<Incoming[]> {
  const read = readUofMessage(text)
  if (!read.ok) return unread(text, read.refusal)
  const message = read.value
  const producer = message.product === undefined ? NO_PRODUCER : String(message.product)
  const { kind, sentAt, isReplayed } = message
  if (kind === 'alive')
    return readAs([
      { about: 'producer', producer, kind, sentAt, isUp: message.isSubscribed, requestId: undefined },
    ])
  if (kind === 'snapshot_complete')
    return readAs([{ about: 'producer', producer, kind, sentAt, isUp: true, requestId: message.requestId }])
  const translate: FixtureIncoming['translate'] = (sport) =>
    sport ? readAs(translateUof(message, sport)) : refuse('unknown_fixture', message.eventId)
  const { eventId: key } = message
  const envelope = { producer, scope: scopeOf(producer), kind, order: orderOf(kind), sentAt, isReplayed }
  return readAs([{ about: 'fixture', key, ...envelope, digest: digestOf(text), translate }])
}

/** The feed's producer of prices before the match, as long as its own list of producers was not read. */
const PRE_MATCH = '3'

const scopeOf = (producer: string): Scope => (producer === PRE_MATCH ? 'pre_match' : 'live')

function orderOf(kind: UofMessage['kind']): NonNullable<FixtureIncoming['order']> {
  if (kind === 'odds_change') return 'by_time'
  return kind === 'bet_stop' ? 'stop' : 'result'
}

/** Where the event is named, in the words before anything that could be wrong. */
const HEAD = 4000
const EVENT = /\bevent_id\s*=\s*["']([a-z]{2,6}:[a-z_]{2,24}:\d{1,15})["']/
const PRODUCT = /\bproduct\s*=\s*["'](\d{1,4})["']/
const KIND = /<([a-z_]{1,40})\b/

/**
 * A message that cannot be read still speaks of its event, where that can be made out: nobody bets on it until a readable
 * one comes. Of one that was garbled past that nobody knows what it said: it is a gap, and what was missed is asked for.
 */
function unread(text: string, refusal: FeedRefusal): FeedReading<Incoming[]> {
  if (!closes(refusal.reason)) return { ok: false, refusal }
  const head = text.slice(0, HEAD)
  const key = EVENT.exec(head)?.[1]
  const producer = PRODUCT.exec(head)?.[1]
  if (key === undefined)
    return refusal.reason === 'malformed' ? readAs([gapOf(producer, refusal)]) : { ok: false, refusal }
  const kind = KIND.exec(head)?.[1] ?? 'unread'
  const from = producer ?? NO_PRODUCER
  const envelope = { producer: from, scope: scopeOf(from), kind, order: 'stop' as const, sentAt: undefined }
  return readAs([
    { about: 'fixture', key, ...envelope, digest: digestOf(text), translate: () => ({ ok: false, refusal }) },
  ])
}

/** A fixture that the feed was asked for, as the intake takes it: the first thing to be said of it. */
export function readUofFixtureIncoming(text: string): FeedReading<Incoming[]> {
  const read = readUofFixture(text)
  if (!read.ok) return read
  const { eventId: key, sport, competition, competitors, startsAt, isDayOnly, form } = read.value
  if (competitors.length < 2) return refuse('field_missing', `competitors of ${key}`)
  return readAs([
    {
      about: 'fixture',
      key,
      producer: 'fixtures',
      kind: 'fixture',
      sentAt: undefined,
      digest: digestOf(text),
      translate: () =>
        readAs({
          messages: [
            {
              kind: 'fixture',
              key,
              sport,
              competition,
              title: null,
              participants: competitors.map(({ id, name }) => ({ id, name })),
              startsAt,
              isDayOnly,
              form,
              model: null,
              play: null,
            },
          ],
          left: [],
        }),
    },
  ])
}
