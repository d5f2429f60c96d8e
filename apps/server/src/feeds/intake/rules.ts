import type { SportState } from '@palpite/contract'
import {
  type FeedMessage,
  type FeedRefusal,
  matchStatuses,
  type PlayMessage,
  sportOf,
} from '../../sportsbook/index.ts'
import type { FixtureIncoming } from './incoming.ts'
import type { ProducerStatus } from '../queries.ts'

/** What the intake stores of the last message about a fixture: enough to recognise a repeated or outdated one. */
export type LastMessage = {
  /** When the newest message of order `by_time` or `stop` was sent, by the feed's clock. */
  readonly sentAt: Date | null
  readonly digest: string | null
  /** A decreased score that was refused the first time. Repeated, it is a correction. */
  readonly wentBack: string | null
}

export const noMessageYet: LastMessage = { sentAt: null, digest: null, wentBack: null }

/** Tolerated clock difference: server clocks drift by seconds, a wrong time zone by hours. */
const CLOCK_TOLERANCE_MS = 10 * 60_000

const clockOff = (aheadMs: number): FeedRefusal => ({
  reason: 'clock_off',
  detail: `the feed's clock is ${Math.round(aheadMs / 60_000)} minutes from ours`,
})

type OrderedMessage = Pick<FixtureIncoming, 'sentAt' | 'digest' | 'order' | 'isReplayed'> & {
  readonly receivedAt: Date
}

/** Refuses repeated messages, and outdated ones of order `by_time`. Undefined if the message is accepted. */
export function checkOrder(
  last: LastMessage,
  { sentAt, digest, receivedAt, order = 'by_time', isReplayed = false }: OrderedMessage,
): FeedRefusal | undefined {
  if (digest === last.digest) return { reason: 'duplicate', detail: 'sent just before' }
  if (!sentAt || order !== 'by_time') return undefined
  const ahead = sentAt.getTime() - receivedAt.getTime()
  if (!isReplayed && Math.abs(ahead) > CLOCK_TOLERANCE_MS) return clockOff(ahead)
  if (last.sentAt && sentAt < last.sentAt) {
    const late = last.sentAt.getTime() - sentAt.getTime()
    return { reason: 'out_of_order', detail: `sent ${late} ms before an accepted one` }
  }
  return undefined
}

/**
 * Refuses results ordered by a time that is still to come: every later result would count as older than them. The feed does
 * not send them again by itself, so operators are called.
 */
export function checkResultTime(messages: readonly FeedMessage[], receivedAt: Date): FeedRefusal | undefined {
  const ahead = messages.flatMap((message) =>
    'sentAt' in message && message.sentAt ? message.sentAt.getTime() - receivedAt.getTime() : [],
  )
  const most = Math.max(...ahead)
  if (most <= CLOCK_TOLERANCE_MS) return undefined
  return { reason: 'operator_needed', detail: `a result that is not applied: ${clockOff(most).detail}` }
}

/** The state of a fixture that its next play message is checked against. */
export type KnownState = {
  readonly sport: string
  readonly matchStatus: number
  readonly state: SportState | null
  /** The feed's id of its home side, if any. */
  readonly homeId?: string | null
}

/**
 * Refuses a play message that cannot follow the fixture's state: the score decreased, or the match had ended. It is refused
 * the first time only: a repeated one is a correction. So one wrong line of a stream moves no money, and a disallowed goal is
 * corrected one message later.
 */
export function checkPlay(
  known: KnownState,
  play: PlayMessage,
  last: LastMessage,
): { refusal: FeedRefusal; fingerprint: string } | undefined {
  const scoreOf = ({ state, matchStatus }: Pick<KnownState, 'state' | 'matchStatus'>) =>
    state && sportOf(known.sport).score(state, matchStatus)
  const fingerprint = JSON.stringify([play.matchStatus < 0, scoreOf(play)])
  if (last.wentBack === fingerprint) return undefined
  if (known.matchStatus === matchStatuses.finished && play.matchStatus !== matchStatuses.finished)
    return { refusal: { reason: 'status_went_back', detail: 'the match was finished' }, fingerprint }
  const before = scoreOf(known)
  const after = scoreOf(play)
  if (!before || !after || (after.home >= before.home && after.away >= before.away)) return undefined
  const scores = `${before.home}-${before.away} to ${after.home}-${after.away}`
  return { refusal: { reason: 'score_went_back', detail: scores }, fingerprint }
}

/** Splits messages into lists with at most one message per fixture, each fixture's in order. */
export function roundsOf<Message extends Pick<FeedMessage, 'key'>>(
  messages: readonly Message[],
): Message[][] {
  const rounds: Message[][] = []
  const place = new Map<string, number>()
  for (const message of messages) {
    const at = place.get(message.key) ?? 0
    place.set(message.key, at + 1)
    const round = rounds[at] ?? []
    round.push(message)
    rounds[at] = round
  }
  return rounds
}

/** The state of a feed's producer: its last signal, and since when messages may be missing. */
export type Producer = {
  readonly status: ProducerStatus
  readonly aliveAt: Date | null
  readonly missedSince: Date | null
  readonly requestId: number | null
}

export const silentProducer: Producer = { status: 'down', aliveAt: null, missedSince: null, requestId: null }

/** A heartbeat or status message of a producer. */
type ProducerSignal =
  | { readonly kind: 'alive'; readonly isUp: boolean }
  | { readonly kind: 'snapshot_complete'; readonly requestId: number | undefined }
  | { readonly kind: 'gap' }

/**
 * The producer after a signal received at `now`. One that reports unsubscribed is down at once. One that comes back
 * must complete a recovery before it is up: only the answer to that very request ends it. After a gap it recovers
 * from its last heartbeat.
 */
export function afterSignal(before: Producer, signal: ProducerSignal, now: Date): Producer {
  if (signal.kind === 'snapshot_complete') {
    const isAwaited = before.status === 'recovering' && signal.requestId === (before.requestId ?? undefined)
    return isAwaited ? { status: 'up', aliveAt: now, missedSince: null, requestId: null } : before
  }
  if (signal.kind === 'gap') {
    if (before.status !== 'up') return before
    return { ...before, status: 'recovering', missedSince: before.aliveAt, requestId: null }
  }
  if (!signal.isUp) return afterSilence(before)
  if (before.status === 'down') return { ...before, status: 'recovering', aliveAt: now }
  return { ...before, aliveAt: now }
}

/** A producer whose heartbeat is overdue: messages since its last heartbeat may be missing. */
export const afterSilence = (before: Producer): Producer => ({
  ...before,
  status: 'down',
  missedSince: before.missedSince ?? before.aliveAt,
  requestId: null,
})

/** A producer with a recovery request pending. */
export const afterRequest = (before: Producer, requestId: number): Producer => ({ ...before, requestId })

type Recovery = {
  /** The start of the replay; undefined for the current state. */
  readonly from: Date | undefined
  /** The span that cannot be replayed: its results are unknown until an operator asks the provider. */
  readonly lost: { readonly from: Date; readonly until: Date } | undefined
}

/** Allows for the request's travel time: one beyond the producer's window is refused. */
const ON_THE_WAY_MS = 60_000

/**
 * Where a recovery starts. A gap older than the producer's window is recovered from the start of the window: the
 * current state alone would omit every result in between. A producer never seen before has missed nothing.
 */
export function recoverFrom({ missedSince }: Producer, now: Date, windowMinutes: number): Recovery {
  if (!missedSince) return { from: undefined, lost: undefined }
  const longest = new Date(now.getTime() - windowMinutes * 60_000 + ON_THE_WAY_MS)
  if (missedSince >= longest) return { from: missedSince, lost: undefined }
  return { from: longest, lost: { from: missedSince, until: longest } }
}
