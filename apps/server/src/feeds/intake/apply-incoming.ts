import type { Tx } from '../../platform/db/index.ts'
import {
  closes,
  type FeedMessage,
  type FeedName,
  type FeedReading,
  type FeedRefusal,
  type FixtureMessage,
  type Scope,
  selectStood,
  applyMessages,
  touchFeed,
} from '../../sportsbook/index.ts'
import { selectListed } from '../queries.ts'
import { applyProducerSigns } from './producers.ts'
import { checkOrder, checkPlay, type LastMessage, noMessageYet, roundsOf, type Stood } from './rules.ts'
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
export type AppliedList = { readonly taken: number; readonly refused: readonly Refused[] }

/**
 * Applies a list of a feed's messages in the order of receipt, in one transaction: each is checked against earlier messages,
 * translated and written. Impossible messages are refused with a reason and kept; they change nothing.
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
  const signs: ProducerIncoming[] = []
  const messages: FeedMessage[] = []
  let taken = 0
  for (const { reading, receivedAt } of received) {
    if (!reading.ok) {
      refused.push(reading.refusal)
      continue
    }
    if (reading.value.about === 'producer') {
      signs.push(reading.value)
      if (reading.value.refusal) refused.push(reading.value.refusal)
      else taken += 1
      continue
    }
    const said = decide(reading.value, receivedAt, state)
    refused.push(...said.refused)
    const from = reading.value
    messages.push(...said.messages.map((message) => fromProducer(message, from, state)))
    if (said.isTaken) taken += 1
  }
  for (const round of roundsOf(messages)) refused.push(...(await applyMessages(tx, feed, round)).refused)
  refused.push(...(await applyProducerSigns(tx, feed, signs)))
  await writeState(tx, feed, state)
  // In-play betting stays open while the feed sends messages.
  if (incoming.length > 0) await touchFeed(tx, feed)
  await keepRefused(tx, feed, refused)
  return { taken, refused }
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
  heard: Map<string, { key: string; producer: string; scope: Scope; heard: LastMessage; isChanged: boolean }>
  stood: Map<string, Stood>
  /** The producers in the feed's own list; undefined if the feed has no list, or it was not read yet. */
  producers: ReadonlyMap<string, { scope: Scope | null }>
}

const fixtureKey = (key: string, producer: string): string => `${producer} ${key}`

async function readState(tx: Tx, feed: FeedName, keys: readonly string[]): Promise<State> {
  const heard = await queries.lockLastMessages(tx, feed, keys)
  const [stood, listed] = await Promise.all([
    keys.length === 0 ? [] : selectStood(tx, feed, keys),
    selectListed(tx, feed),
  ])
  return {
    producers: new Map(listed.map(({ producer, scope }) => [producer, { scope }])),
    heard: new Map(
      heard.map(({ key, producer, ...row }) => [
        fixtureKey(key, producer),
        { key, producer, scope: 'live', heard: row, isChanged: false },
      ]),
    ),
    stood: new Map(stood.map(({ key, ...row }) => [key, row])),
  }
}

const stoodAs = ({ sport, participants }: FixtureMessage): Stood => ({
  sport,
  matchStatus: 0,
  state: null,
  homeId: participants[0]?.id ?? null,
})

type Decided = { isTaken: boolean; messages: readonly FeedMessage[]; refused: readonly Refused[] }

function decide(incoming: FixtureIncoming, receivedAt: Date, state: State): Decided {
  const { key, producer, sentAt, digest, order } = incoming
  const heard = state.heard.get(fixtureKey(key, producer))?.heard ?? noMessageYet
  const disorder = checkProducer(incoming, state) ?? checkOrder(heard, { ...incoming, receivedAt })
  if (disorder) return refusedWhole(incoming, disorder, state)
  const stood = state.stood.get(key)
  const sport = stood?.sport as Parameters<FixtureIncoming['translate']>[0]
  const translation = incoming.translate(sport, stood?.homeId ?? undefined)
  if (!translation.ok) return refusedWhole(incoming, translation.refusal, state)
  const { messages, left } = translation.value
  const told = messages.find((message) => message.kind === 'fixture')
  const before = stood ?? (told && stoodAs(told))
  if (!before) return refusedWhole(incoming, { reason: 'unknown_fixture', detail: key }, state)
  const hear = (wentBack: string | null) =>
    state.heard.set(fixtureKey(key, producer), {
      key,
      producer,
      scope: scopeOf(incoming, state),
      heard: { sentAt: order === 'result' ? heard.sentAt : later(heard.sentAt, sentAt), digest, wentBack },
      isChanged: true,
    })
  state.stood.set(key, before)
  const plays = messages.filter((message) => message.kind === 'play')
  for (const play of plays) {
    const went = checkPlay(before, play, heard)
    if (went) {
      hear(went.said)
      // The match state is unknown until the feed sends it again.
      return {
        isTaken: false,
        messages: [{ kind: 'bet_stop', key }],
        refused: [named(incoming, went.refusal)],
      }
    }
    state.stood.set(key, { ...before, matchStatus: play.matchStatus, state: play.state })
  }
  hear(plays.length > 0 ? null : heard.wentBack)
  return { isTaken: true, messages, refused: left.map((refusal) => named(incoming, refusal)) }
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

/** Refuses messages of a producer missing from the feed's own list. */
function checkProducer({ producer }: FixtureIncoming, { producers }: State): FeedRefusal | undefined {
  if (producers.size === 0 || producers.has(producer) || !/^\d+$/.test(producer)) return undefined
  return { reason: 'unknown_producer', detail: `producer ${producer} is not in the feed's own list` }
}

/**
 * Refuses the whole message. If it was unreadable, its fixture takes no bets until readable messages arrive, from any
 * producer.
 */
const refusedWhole = (incoming: FixtureIncoming, refusal: FeedRefusal, { stood }: State): Decided => ({
  isTaken: false,
  messages:
    closes(refusal.reason) && stood.has(incoming.key)
      ? [{ kind: 'bet_stop', key: incoming.key, by: 'feed' }]
      : [],
  refused: [named(incoming, refusal)],
})

async function writeState(tx: Tx, feed: FeedName, { heard }: State): Promise<void> {
  const changed = [...heard.values()].filter(({ isChanged }) => isChanged)
  if (changed.length === 0) return
  await queries.upsertLastMessages(tx, feed, {
    keys: changed.map(({ key }) => key),
    producers: changed.map(({ producer }) => producer),
    scopes: changed.map(({ scope }) => scope),
    sentAt: changed.map((one) => one.heard.sentAt),
    digests: changed.map((one) => one.heard.digest),
    wentBack: changed.map((one) => one.heard.wentBack),
  })
}
