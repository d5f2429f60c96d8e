import { type FeedReading, readAs, refuse } from '../feed-refusal.ts'
import type { FixtureIncoming, Incoming } from '../intake/incoming.ts'
import type { Scope } from '../messages.ts'
import { digestOf } from '../intake/digest.ts'
import { readUofFixture } from './read-fixture.ts'
import { readUofMessage } from './read-message.ts'
import { translateUof } from './translate.ts'

/** A message that names no producer is held against those of all producers together. */
const NO_PRODUCER = 'any'

/** One message of a Unified Odds Feed, as the intake takes it. */
export function readUofIncoming(text: string): FeedReading<Incoming[]> {
  const read = readUofMessage(text)
  if (!read.ok) return read
  const message = read.value
  const producer = message.product === undefined ? NO_PRODUCER : String(message.product)
  const { kind, sentAt } = message
  if (kind === 'alive')
    return readAs([
      { about: 'producer', producer, kind, sentAt, isUp: message.isSubscribed, requestId: undefined },
    ])
  if (kind === 'snapshot_complete')
    return readAs([{ about: 'producer', producer, kind, sentAt, isUp: true, requestId: message.requestId }])
  const speak: FixtureIncoming['speak'] = (sport) =>
    sport ? readAs(translateUof(message, sport)) : refuse('unknown_fixture', message.eventId)
  const { eventId: key } = message
  const envelope = { producer, scope: scopeOf(producer), kind, sentAt }
  return readAs([{ about: 'fixture', key, ...envelope, digest: digestOf(text), speak }])
}

/** The feed's producer of prices before the match. */
const PRE_MATCH = '3'

const scopeOf = (producer: string): Scope => (producer === PRE_MATCH ? 'pre_match' : 'live')

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
      speak: () =>
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
