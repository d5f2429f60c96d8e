import type { Tx } from '../../platform/db/index.ts'
import {
  closes,
  type FeedMessage,
  type FeedName,
  type FeedReading,
  type FeedRefusal,
  type FixtureMessage,
  type Scope,
  selectFeedStates,
  applyMessages,
  touchFeed,
} from '../../sportsbook/index.ts'
import { selectListed } from '../queries.ts'
import { applyProducerSignals } from './producers.ts'
import {
  checkOrder,
  checkPlay,
  checkResultTime,
  type LastMessage,
  noMessageYet,
  roundsOf,
  type KnownState,
} from './rules.ts'
import {
  type FixtureIncoming,
  type Incoming,
  type ProducerIncoming,
  keepRefused,
  type Refused,
} from './incoming.ts'
import * as queries from '../queries.ts'

/** A received message, readable or not, with the time of receipt. */
export type ReceivedMessage = { readonly reading: FeedReading<Incoming>; readonly receivedAt: Date }

/** The result of a list of messages: those not listed as refused were applied completely. */
export type AppliedList = { readonly accepted: number; readonly refused: readonly Refused[] }

/**
 * Applies a list of a feed's messages in the order of receipt, in one transaction: each is checked against
 * earlier messages, translated and written. Impossible messages are refused with a reason and kept; they move
 * no money and no price, but may stop bets on their fixture.
 */
export async function applyIncoming(
  tx: Tx,
  feed: FeedName,
  received: readonly ReceivedMessage[],
): Promise<AppliedList> {
  const readings = received.map(({ reading }) => reading)
  const incoming = readings.flatMap((reading) => (reading.ok ? [reading.value] : []))
  const about = incoming.filter((one) => one.about === 'fixture')
  const keys = [...new Set(about.map(({ key }) => key))]
  const state = await readState(tx, feed, keys)
  const refused: Refused[] = []
  const signals: ProducerIncoming[] = []
  const messages: FeedMessage[] = []
  let accepted = 0
  for (const { reading, receivedAt } of received) {
    if (!reading.ok) {
      refused.push(reading.refusal)
      continue
    }
    if (reading.value.about === 'producer') {
      signals.push(reading.value)
      if (reading.value.refusal) refused.push(reading.value.refusal)
      else accepted += 1
      continue
    }
    const decided = decide(reading.value, receivedAt, state)
    refused.push(...decided.refused)
    const from = reading.value
    messages.push(...decided.messages.map((message) => fromProducer(message, from, state)))
    if (decided.isAccepted) accepted += 1
  }
  for (const round of roundsOf(messages)) refused.push(...(await applyMessages(tx, feed, round)).refused)
  refused.push(...(await applyProducerSignals(tx, feed, signals)))
  await writeState(tx, feed, state)
  // In-play betting stays open while the feed sends messages.
  if (incoming.length > 0) await touchFeed(tx, feed)
  await keepRefused(tx, feed, refused)
  return { accepted, refused }
}

/** Adds the envelope's fields to a message: the feed's timestamp, and the kind of its producer. */
function fromProducer(message: FeedMessage, from: FixtureIncoming, state: State): FeedMessage {
  const { sentAt } = from
  if (message.kind === 'play') return sentAt ? { ...message, seenAt: sentAt } : message
  if (message.kind === 'markets') return { ...message, by: scopeOf(from, state) }
  return message.kind === 'bet_stop' ? { ...message, by: message.by ?? scopeOf(from, state) } : message
}

const scopeOf = ({ producer, scope = 'live' }: FixtureIncoming, { producers }: State): Scope =>
  producers.get(producer)?.scope ?? scope

/** The state of a list's fixtures, updated by each of its messages. */
type State = {
  lastMessages: Map<
    string,
    { key: string; producer: string; scope: Scope; last: LastMessage; isChanged: boolean }
  >
  fixtures: Map<string, KnownState>
  /** The producers in the feed's own list; undefined if the feed has no list, or it was not read yet. */
  producers: ReadonlyMap<string, { scope: Scope | null }>
}

const fixtureKey = (key: string, producer: string): string => `${producer} ${key}`

async function readState(tx: Tx, feed: FeedName, keys: readonly string[]): Promise<State> {
  const rows = await queries.lockLastMessages(tx, feed, keys)
  const [states, listed] = await Promise.all([
    keys.length === 0 ? [] : selectFeedStates(tx, feed, keys),
    selectListed(tx, feed),
  ])
  return {
    producers: new Map(listed.map(({ producer, scope }) => [producer, { scope }])),
    lastMessages: new Map(
      rows.map(({ key, producer, ...row }) => [
        fixtureKey(key, producer),
        { key, producer, scope: 'live', last: row, isChanged: false },
      ]),
    ),
    fixtures: new Map(states.map(({ key, ...row }) => [key, row])),
  }
}

const initialState = ({ sport, participants }: FixtureMessage): KnownState => ({
  sport,
  matchStatus: 0,
  state: null,
  homeId: participants[0]?.id ?? null,
})

type Decided = { isAccepted: boolean; messages: readonly FeedMessage[]; refused: readonly Refused[] }

function decide(incoming: FixtureIncoming, receivedAt: Date, state: State): Decided {
  const { key, producer, sentAt, digest, order } = incoming
  const last = state.lastMessages.get(fixtureKey(key, producer))?.last ?? noMessageYet
  const known = state.fixtures.get(key)
  const unknown = checkProducer(incoming, state)
  if (unknown) return refusedWhole(incoming, unknown, state)
  const disorder = checkOrder(last, { ...incoming, receivedAt })
  if (disorder) {
    const refused = refusedWhole(incoming, disorder, state)
    return isTooOld(disorder, last, { sentAt, receivedAt }) ? withPlays(refused, incoming, known) : refused
  }
  const translation = translated(incoming, known)
  if (!translation.ok) return refusedWhole(incoming, translation.refusal, state)
  const { messages, left } = translation.value
  const early = checkResultTime(messages, receivedAt)
  if (early) return refusedWhole(incoming, early, state)
  const reported = messages.find((message) => message.kind === 'fixture')
  const before = known ?? (reported && initialState(reported))
  if (!before) return refusedWhole(incoming, { reason: 'unknown_fixture', detail: key }, state)
  const receive = (wentBack: string | null) =>
    state.lastMessages.set(fixtureKey(key, producer), {
      key,
      producer,
      scope: scopeOf(incoming, state),
      last: { sentAt: order === 'result' ? last.sentAt : later(last.sentAt, sentAt), digest, wentBack },
      isChanged: true,
    })
  state.fixtures.set(key, before)
  const plays = messages.filter((message) => message.kind === 'play')
  for (const play of plays) {
    const contradiction = checkPlay(before, play, last)
    if (contradiction) {
      receive(contradiction.fingerprint)
      // The match state is unknown until the feed sends it again.
      return {
        isAccepted: false,
        messages: [{ kind: 'bet_stop', key }],
        refused: [named(incoming, contradiction.refusal)],
      }
    }
    state.fixtures.set(key, { ...before, matchStatus: play.matchStatus, state: play.state })
  }
  receive(plays.length > 0 ? null : last.wentBack)
  return { isAccepted: true, messages, refused: left.map((refusal) => named(incoming, refusal)) }
}

const translated = (incoming: FixtureIncoming, known: KnownState | undefined) =>
  incoming.translate(known?.sport as Parameters<FixtureIncoming['translate']>[0], known?.homeId ?? undefined)

/** Whether a message refused for its time is only too old, and newer than what is known of its fixture. */
const isTooOld = (
  { reason }: FeedRefusal,
  last: LastMessage,
  { sentAt, receivedAt }: { sentAt: Date | undefined; receivedAt: Date },
): boolean =>
  reason === 'clock_off' &&
  sentAt !== undefined &&
  sentAt < receivedAt &&
  (last.sentAt === null || sentAt > last.sentAt)

/** Beside the refusal, the states of the match in a message that is too old: bets since a goal in it wait. */
function withPlays(refused: Decided, incoming: FixtureIncoming, known: KnownState | undefined): Decided {
  const translation = known && translated(incoming, known)
  if (!translation?.ok) return refused
  const plays = translation.value.messages.filter((message) => message.kind === 'play')
  return {
    ...refused,
    messages: [...plays.map((play) => ({ ...play, isRefused: true as const })), ...refused.messages],
  }
}

const named = ({ key, producer, kind, sentAt }: FixtureIncoming, refusal: FeedRefusal): Refused => ({
  ...refusal,
  key,
  producer,
  kind,
  sentAt,
})

const later = (one: Date | null, other: Date | undefined): Date | null =>
  other && (!one || other > one) ? other : one

/** Refuses messages of a numbered producer that is missing from the feed's own list, if the list is known. */
function checkProducer({ producer }: FixtureIncoming, { producers }: State): FeedRefusal | undefined {
  if (producers.size === 0 || producers.has(producer) || !/^\d+$/.test(producer)) return undefined
  return { reason: 'unknown_producer', detail: `producer ${producer} is not in the feed's own list` }
}

/**
 * Refuses the whole message. If it was unreadable, its fixture takes no bets until readable messages arrive, from any
 * producer.
 */
const refusedWhole = (incoming: FixtureIncoming, refusal: FeedRefusal, { fixtures }: State): Decided => ({
  isAccepted: false,
  messages:
    closes(refusal.reason) && fixtures.has(incoming.key)
      ? [{ kind: 'bet_stop', key: incoming.key, by: 'feed' }]
      : [],
  refused: [named(incoming, refusal)],
})

async function writeState(tx: Tx, feed: FeedName, { lastMessages }: State): Promise<void> {
  const changed = [...lastMessages.values()].filter(({ isChanged }) => isChanged)
  if (changed.length === 0) return
  await queries.upsertLastMessages(tx, feed, {
    keys: changed.map(({ key }) => key),
    producers: changed.map(({ producer }) => producer),
    scopes: changed.map(({ scope }) => scope),
    sentAt: changed.map((one) => one.last.sentAt),
    digests: changed.map((one) => one.last.digest),
    wentBack: changed.map((one) => one.last.wentBack),
  })
}
