import {
  closes,
  type FeedReading,
  type FeedRefusal,
  readAs,
  refuse,
  type Scope,
  attemptReading,
  stopReading,
} from '../../sportsbook/index.ts'
import { type FixtureIncoming, gapOf, type Incoming, digestOf } from '../intake/incoming.ts'
import { readUofMessage } from './read-message.ts'
import type { UofMessage } from './uof-messages.ts'
import { translateUof } from './translate.ts'
import type { Sport } from '@palpite/odds'
import { textIn, childOf, childrenOf, readXml, type XmlElement } from './read-xml.ts'

/** Messages without a producer are ordered against those of all producers. */
const NO_PRODUCER = 'any'

/** Parses one message of a Unified Odds Feed into intake messages. */
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

/** The feed's pre-match producer, until its own list is read. */
const PRE_MATCH = '3'

const scopeOf = (producer: string): Scope => (producer === PRE_MATCH ? 'pre_match' : 'live')

function orderOf(kind: UofMessage['kind']): NonNullable<FixtureIncoming['order']> {
  if (kind === 'odds_change') return 'by_time'
  return kind === 'bet_stop' ? 'stop' : 'result'
}

/** The event id is searched in this many first characters, before most errors. */
const HEAD = 4000
const EVENT = /\bevent_id\s*=\s*["']([a-z]{2,6}:[a-z_]{2,24}:\d{1,15})["']/
const PRODUCT = /\bproduct\s*=\s*["'](\d{1,4})["']/
const KIND = /<([a-z_]{1,40})\b/

/**
 * An unreadable message still closes its event, if the id can be found: no bets until a readable one. Without
 * an id, malformed XML is a gap and triggers recovery; any other message is only refused.
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

/** Parses a requested fixture into intake messages: the first message about it. */
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

/** A fixture from the feed's fixture endpoint: names, competition and kick-off. */
type UofFixture = {
  readonly eventId: string
  readonly sport: Sport
  readonly startsAt: Date
  /** The start time is not announced yet: `startsAt` is noon of its day. */
  readonly isDayOnly: boolean
  /** The maximum number of sets or frames, and whether the last set is a match tie-break, if known. */
  readonly form: { readonly bestOf: number; readonly hasMatchTieBreak: boolean } | undefined
  readonly status: string | undefined
  readonly competition: string
  /** Home first; for a race or outright, all entrants. */
  readonly competitors: readonly { readonly id: string; readonly name: string }[]
}

/** The feed's sport ids. */
const SPORT_IDS: Readonly<Record<string, Sport>> = {
  'sr:sport:1': 'football',
  'sr:sport:2': 'basketball',
  'sr:sport:3': 'baseball',
  'sr:sport:5': 'tennis',
  'sr:sport:10': 'boxing',
  'sr:sport:16': 'american_football',
  'sr:sport:19': 'snooker',
  'sr:sport:20': 'table_tennis',
  'sr:sport:21': 'cricket',
  'sr:sport:23': 'volleyball',
  'sr:sport:31': 'badminton',
}

/** Parses a requested fixture; its sport must be one we offer. */
export const readUofFixture = (text: string): FeedReading<UofFixture> =>
  attemptReading(() => {
    const root = readXml(text)
    const fixture = childOf(root, 'fixture')
    if (root.name !== 'fixtures_fixture' || !fixture)
      return stopReading('unknown_kind', root.name.slice(0, 60))
    return fixtureOf(fixture)
  })

const MAX_COMPETITORS = 200

function fixtureOf(fixture: XmlElement): UofFixture {
  const tournament = childOf(fixture, 'tournament')
  const sport = childOf(tournament, 'sport')
  const isDayOnly = fixture.attributes['start_time_tbd'] === 'true'
  const competitors = childrenOf(childOf(fixture, 'competitors'), 'competitor')
  if (competitors.length > MAX_COMPETITORS) stopReading('too_large', `${competitors.length} competitors`)
  // Two sides carry a qualifier; the order of the list has no meaning.
  const sides = competitors.map(({ attributes }) => attributes['qualifier'])
  if (competitors.length === 2 && !(sides.includes('home') && sides.includes('away')))
    stopReading('field_missing', 'qualifier of competitor')
  return {
    eventId: textIn(fixture, 'id'),
    sport: sportOf(sport),
    startsAt: isDayOnly ? noonOf(startOf(fixture)) : startOf(fixture),
    isDayOnly,
    form: formOf(fixture),
    status: fixture.attributes['status'],
    competition: tournament
      ? textIn(tournament, 'name')
      : stopReading('field_missing', 'tournament of fixture'),
    competitors: competitors
      .toSorted(homeFirst)
      .map((one) => ({ id: textIn(one, 'id'), name: textIn(one, 'name') })),
  }
}

function sportOf(sport: XmlElement | undefined): Sport {
  if (!sport) return stopReading('field_missing', 'sport of tournament')
  const id = textIn(sport, 'id')
  return SPORT_IDS[id] ?? stopReading('unknown_sport', id.slice(0, 40))
}

function startOf(fixture: XmlElement): Date {
  const written = fixture.attributes['start_time'] ?? fixture.attributes['scheduled'] ?? ''
  const at = new Date(written)
  return Number.isNaN(at.getTime())
    ? stopReading('field_not_valid', `start_time "${written.slice(0, 40)}"`)
    : at
}

/** At noon UTC it is the same day nearly everywhere; the midnight that feeds send is the day before in Brazil. */
function noonOf(at: Date): Date {
  const noon = new Date(at)
  noon.setUTCHours(12, 0, 0, 0)
  return noon
}

/** An invalid form counts as unknown: nothing is decided by it. */
function formOf(fixture: XmlElement): UofFixture['form'] {
  const info = new Map(
    childrenOf(childOf(fixture, 'extra_info'), 'info').map(({ attributes }) => [
      attributes['key'],
      attributes['value'] ?? '',
    ]),
  )
  const bestOf = Number(info.get('best_of'))
  const isForm = Number.isSafeInteger(bestOf) && bestOf >= 1 && bestOf <= 35 && bestOf % 2 === 1
  return isForm ? { bestOf, hasMatchTieBreak: Number(info.get('super_tiebreak') ?? 0) > 0 } : undefined
}

const homeFirst = (one: XmlElement, other: XmlElement): number => rank(one) - rank(other)
const rank = ({ attributes }: XmlElement): number => (attributes['qualifier'] === 'away' ? 1 : 0)
