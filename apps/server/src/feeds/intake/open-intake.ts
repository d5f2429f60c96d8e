import { setTimeout as sleep } from 'node:timers/promises'
import { type Tx, isFault } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  type FeedName,
  type FeedReading,
  type FeedRefusal,
  type FeedRefusalReason,
  readAs,
} from '../../sportsbook/index.ts'
import type { Incoming } from './incoming.ts'
import { type ReceivedMessage, applyIncoming, type AppliedList } from './apply-incoming.ts'
import type { Metrics } from '../../platform/metrics.ts'

/** Refusals that need an operator's attention. */
const ALARMS: Readonly<Partial<Record<FeedRefusalReason, string>>> = {
  settlement_differs: 'a result in force is contradicted by its feed or by our own count',
  sides_swapped: 'a feed swapped home and away, or named a third participant',
  operator_needed: 'a market waits for operators to say who is paid',
  reported_late: 'bets wait for operators that were placed after a goal or a red card reported too late',
}

type Options = {
  feed: FeedName
  /** How many messages may queue; beyond it `receive` waits. */
  waiting?: number
  /** How many messages one transaction applies. */
  atOnce?: number
  /** The share of time a feed may use: after each list it pauses so that bets get the rest. */
  share?: number
}

export type Intake = {
  /** Queues messages in the order of the calls. Resolves when the queue has room: a flooding feed waits here. */
  receive(readings: FeedReading<readonly Incoming[]>, receivedAt?: Date): Promise<void>
  /** Resolves once everything received so far is applied or refused. */
  drained(): Promise<void>
  stop(): Promise<void>
}

const WAITING = 2000
const AT_ONCE = 200
const SHARE = 0.5
/** Delay before retrying a list when the database is unreachable. */
const RETRY_MS = 500

/**
 * The queue of one feed: bounded, in order, one transaction at a time on one connection, with pauses. A flooding feed
 * fills its own queue and waits; bets continue.
 */
export function openIntake(deps: Deps, options: Options): Intake {
  const { feed, waiting = WAITING, atOnce = AT_ONCE, share = SHARE } = options
  const metrics = feedMetrics(deps.metrics)
  const queue: ReceivedMessage[] = []
  const room: (() => void)[] = []
  let running: Promise<void> | undefined
  let isStopped = false

  const applyNext = async (): Promise<void> => {
    const list = queue.slice(0, atOnce)
    const began = performance.now()
    try {
      count(await applyList(deps, feed, list))
      queue.splice(0, list.length)
      metrics.waiting.set({ feed }, queue.length)
      while (room.length > 0 && queue.length < waiting) room.shift()?.()
    } catch (error) {
      // Only faults arrive here: nothing of the list was written, so it is retried.
      deps.log.warn({ err: error, feed }, 'messages of a feed wait for the database')
      await sleep(RETRY_MS)
    }
    const rest = ((performance.now() - began) * (1 - share)) / share
    if (rest >= 1) await sleep(rest)
  }
  const count = ({ accepted, refused }: AppliedList) => {
    metrics.messages.inc({ feed, result: 'taken' }, accepted)
    for (const { reason, key, detail } of refused) {
      metrics.messages.inc({ feed, result: reason })
      const alarm = ALARMS[reason]
      if (alarm) deps.log.error({ alarm: reason, feed, key, detail }, alarm)
    }
  }
  const lateness = metrics.latenessOf(feed)
  const recordLateness = (reading: ReceivedMessage['reading'], receivedAt: Date) => {
    const sentAt = reading.ok ? reading.value.sentAt : undefined
    if (sentAt) lateness(Math.max(0, receivedAt.getTime() - sentAt.getTime()) / 1000)
  }
  const run = async (): Promise<void> => {
    while (queue.length > 0 && !isStopped) await applyNext()
    running = undefined
  }
  return {
    receive: async (readings, receivedAt = new Date()) => {
      const received: ReceivedMessage[] = readings.ok
        ? readings.value.map((value) => ({ reading: { ok: true, value }, receivedAt }))
        : [{ reading: readings, receivedAt }]
      queue.push(...received)
      for (const { reading } of received) recordLateness(reading, receivedAt)
      // A run that finds nothing to do ends before it is known here, and would be taken for one that still runs.
      if (queue.length > 0 && !isStopped) running ??= run()
      while (queue.length >= waiting && !isStopped) await new Promise<void>((resolve) => room.push(resolve))
    },
    drained: async () => {
      while (running) await running
    },
    stop: async () => {
      isStopped = true
      for (const go of room.splice(0)) go()
      await running
    },
  }
}

/** Applies a list in one transaction. A list that fails is applied message by message, so that only the poisonous message is refused. */
async function applyList(deps: Deps, feed: FeedName, list: readonly ReceivedMessage[]): Promise<AppliedList> {
  const apply = (some: readonly ReceivedMessage[]) => deps.db.begin((tx: Tx) => applyIncoming(tx, feed, some))
  try {
    return await apply(list)
  } catch (error) {
    if (isFault(error)) throw error
    if (list.length > 1) {
      const parts: AppliedList[] = []
      for (const one of list) parts.push(await applyList(deps, feed, [one]))
      return { accepted: sumOf(parts), refused: parts.flatMap(({ refused }) => refused) }
    }
    deps.log.error({ err: error, feed }, 'could not apply a feed message')
    const refusal = {
      reason: 'field_not_valid' as const,
      detail: error instanceof Error ? error.message : '',
    }
    return apply(list.map((one) => refusedBy(one, refusal)))
  }
}

/** The same message, refused: the fixture it concerns is closed, as for any unreadable message. */
function refusedBy({ reading, receivedAt }: ReceivedMessage, refusal: FeedRefusal): ReceivedMessage {
  if (!reading.ok || reading.value.about !== 'fixture') return { reading: { ok: false, refusal }, receivedAt }
  return { reading: readAs({ ...reading.value, translate: () => ({ ok: false, refusal }) }), receivedAt }
}

const sumOf = (parts: readonly AppliedList[]): number =>
  parts.reduce((sum, { accepted }) => sum + accepted, 0)

type Observe = ReturnType<ReturnType<Metrics['histogram']>>

type FeedMetrics = {
  messages: ReturnType<Metrics['counter']>
  waiting: ReturnType<Metrics['gauge']>
  /** For a polled feed. */
  quota: ReturnType<Metrics['gauge']>
  /** Seconds from a feed's own timestamp to ours. */
  latenessOf: (feed: string) => Observe
}

const made = new WeakMap<Metrics, FeedMetrics>()

const LATENESS_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 120]

/** Created once per server, for all feeds. */
export function feedMetrics(metrics: Metrics): FeedMetrics {
  const known = made.get(metrics)
  if (known) return known
  const seriesOf = metrics.histogram(
    'feed_lateness_seconds',
    'Seconds from the feed’s timestamp to our receipt',
    LATENESS_SECONDS,
  )
  const series = new Map<string, Observe>()
  const latenessOf = (feed: string): Observe => {
    const one = series.get(feed) ?? seriesOf({ feed })
    series.set(feed, one)
    return one
  }
  const fresh = {
    messages: metrics.counter('feed_messages_total', 'Messages of feeds: applied, or the refusal', [
      'feed',
      'result',
    ]),
    waiting: metrics.gauge('feed_messages_waiting', 'Messages of feeds waiting in the queue', ['feed']),
    quota: metrics.gauge('feed_quota_left', 'Polls left in the quota of a feed account', ['feed']),
    latenessOf,
  }
  made.set(metrics, fresh)
  return fresh
}
