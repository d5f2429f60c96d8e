import type { Deps } from '../../platform/deps.ts'
import { keepRefused, type ProducerIncoming } from './incoming.ts'
import {
  type FeedName,
  type Scope,
  selectClock,
  type FeedRefusal,
  selectOpenKeys,
  applyMessages,
} from '../../sportsbook/index.ts'
import {
  isListOld,
  lockProducers,
  type ProducerRow,
  selectSilent,
  writeList,
  upsertProducers,
  selectStale,
  selectReportedBy,
} from '../queries.ts'
import {
  afterRequest,
  afterSilence,
  type Producer,
  recoverFrom,
  afterSignal,
  silentProducer,
} from './rules.ts'
import type { Tx } from '../../platform/db/index.ts'

/** A producer in the feed's own list. */
export type ListedProducer = {
  readonly producer: string
  readonly name: string
  readonly scope: Scope
  /** The path of its recovery endpoint at the feed. */
  readonly path: string
  /** How far back it can replay missed messages. */
  readonly recoveryMinutes: number
}

/** A recovery request to a producer: replay from an instant on, or send the current state. */
export type RecoveryRequest = {
  readonly producer: string
  /** From the feed's own list; undefined without one. */
  readonly path: string | undefined
  readonly from: Date | undefined
  readonly requestId: number
}

/** What health monitoring needs to know about a feed. */
export type KeptFeed = {
  readonly name: FeedName
  /** Markets whose prices are older than this are stopped; undefined for a feed with heartbeats. */
  readonly staleSeconds: number | undefined
  /** How far back a producer can replay, unless the list says. */
  readonly recoveryWindowMinutes: number
  /** Reads the feed's own list of producers; undefined if it has none. */
  readonly list?: (() => Promise<readonly ListedProducer[]>) | undefined
  readonly recover: ((request: RecoveryRequest) => Promise<void>) | undefined
}

/**
 * Reads the producer list, stops fixtures of silent producers, locks stale prices, and requests recovery from
 * producers that are back. Returns how many fixtures were stopped.
 */
export async function keepHealth(deps: Deps, feed: KeptFeed, silenceSeconds: number): Promise<number> {
  let count = await keepList(deps, feed)
  count += await deps.db.begin(async (tx) => {
    const silent = (await selectSilent(tx, silenceSeconds)).filter((one) => one.feed === feed.name)
    const before = new Map<string, Producer>(
      silent.length === 0 ? [] : (await lockProducers(tx, feed.name)).map((row) => [row.producer, row]),
    )
    const after = new Map<string, Producer>()
    let stopped = 0
    for (const { producer } of silent) {
      const was = before.get(producer)
      if (!was) continue
      after.set(producer, afterSilence(was))
      stopped += await stopFixtures(tx, feed.name, producer)
    }
    if (after.size > 0) await writeProducers(tx, feed.name, after)
    if (feed.staleSeconds !== undefined) stopped += await stopStale(tx, feed.name, feed.staleSeconds)
    return stopped
  })
  await askForMissed(deps, feed)
  return count
}

/** A feed gets a new producer a few times in a year. */
const LIST_MINUTES = 60

/**
 * Reads the feed's own list once an hour. A producer missing from it is down, and its fixtures are stopped. If the
 * list cannot be read, the previous one stays in force.
 */
async function keepList({ db, log }: Deps, { name: feed, list }: KeptFeed): Promise<number> {
  if (!list || !(await isListOld(db, feed, LIST_MINUTES))) return 0
  let listed: readonly ListedProducer[]
  try {
    listed = await list()
  } catch (error) {
    log.warn({ err: error, feed }, "could not read the feed's list of producers")
    return 0
  }
  return db.begin(async (tx) => {
    await writeList(tx, feed, {
      producers: listed.map(({ producer }) => producer),
      names: listed.map(({ name }) => name),
      scopes: listed.map(({ scope }) => scope),
      paths: listed.map(({ path }) => path),
      recoveryMinutes: listed.map(({ recoveryMinutes }) => recoveryMinutes),
    })
    const unknown = (await lockProducers(tx, feed)).filter(
      ({ isListed, status }) => !isListed && status !== 'down',
    )
    if (unknown.length === 0) return 0
    await writeProducers(tx, feed, new Map(unknown.map((row) => [row.producer, afterSilence(row)])))
    let stopped = 0
    for (const { producer } of unknown) {
      stopped += await stopFixtures(tx, feed, producer)
      log.error({ feed, producer }, 'a producer missing from the feed’s own list is down')
    }
    return stopped
  })
}

/** Requests recovery; a failed request is repeated at the next run. */
async function askForMissed(deps: Deps, feed: KeptFeed): Promise<void> {
  const { recover } = feed
  if (!recover) return
  const now = await selectClock(deps.db)
  const back = await deps.db.begin(async (tx) =>
    (await lockProducers(tx, feed.name)).filter(
      ({ status, requestId }) => status === 'recovering' && requestId === null,
    ),
  )
  for (const row of back) {
    const { producer, path } = row
    const requestId = Math.floor(now.getTime() / 1000) % 2_000_000_000
    const { from, lost } = recoverFrom(row, now, row.recoveryMinutes ?? feed.recoveryWindowMinutes)
    // Written first: the answer may arrive before the call returns.
    await deps.db.begin((tx) =>
      writeProducers(tx, feed.name, new Map([[producer, afterRequest(row, requestId)]])),
    )
    try {
      await recover({ producer, path: path ?? undefined, from, requestId })
      if (lost) await alarmLost(deps, feed.name, row, lost)
    } catch (error) {
      deps.log.warn({ err: error, feed: feed.name, producer }, 'could not request recovery from a producer')
      await deps.db.begin((tx) => writeProducers(tx, feed.name, new Map([[producer, row]])))
    }
  }
}

/**
 * Alarms operators that messages of this span can no longer be recovered by request: they must get them from the
 * feed's provider.
 */
async function alarmLost(
  { db, log }: Deps,
  feed: FeedName,
  { producer, name }: ProducerRow,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  const time = `from ${from.toISOString()} until ${until.toISOString()}`
  log.error(
    { feed, producer, from, until },
    'the messages of a producer in this span can no longer be recovered',
  )
  const detail = `what producer ${name ?? producer} sent ${time} cannot be asked for any more`
  await db.begin((tx) =>
    keepRefused(tx, feed, [{ reason: 'missed_for_good', producer, kind: 'recovery', detail }]),
  )
}

/**
 * Applies heartbeats and status signals of producers. One that reports itself down has its fixtures stopped in the same
 * transaction. One missing from the feed's own list stays down; its first message is refused by name.
 */
export async function applyProducerSignals(
  tx: Tx,
  feed: FeedName,
  signals: readonly ProducerIncoming[],
): Promise<(FeedRefusal & { producer: string })[]> {
  if (signals.length === 0) return []
  const rows = await lockProducers(tx, feed)
  const hasList = rows.some(({ isListed }) => isListed)
  const before = new Map(rows.map((row) => [row.producer, row]))
  const now = await selectClock(tx)
  const after = new Map<string, Producer>()
  const isUnlisted = (producer: string) => hasList && before.get(producer)?.isListed !== true
  const each = signals.flatMap((signal) =>
    (signal.producer === undefined ? [...before.keys()] : [signal.producer]).map((producer) => ({
      producer,
      signal,
    })),
  )
  for (const { producer, signal } of each) {
    const was = after.get(producer) ?? before.get(producer) ?? silentProducer
    after.set(producer, isUnlisted(producer) ? afterSilence(was) : afterSignal(was, signalOf(signal), now))
  }
  await writeProducers(tx, feed, after)
  await stopDowned(tx, feed, before, after)
  const unknown = [...after.keys()].filter((producer) => isUnlisted(producer) && !before.has(producer))
  return unknown.map((producer) => ({
    producer,
    reason: 'unknown_producer' as const,
    detail: `producer ${producer} is not in the feed's own list: it is down`,
  }))
}

const signalOf = ({ kind, isUp, requestId }: ProducerIncoming) => {
  if (kind === 'alive') return { kind, isUp }
  return kind === 'gap' ? { kind } : { kind, requestId }
}

async function stopDowned(
  tx: Tx,
  feed: FeedName,
  before: ReadonlyMap<string, ProducerRow>,
  after: ReadonlyMap<string, Producer>,
): Promise<void> {
  for (const [producer, { status }] of after)
    if (status === 'down' && (before.get(producer)?.status ?? 'down') !== 'down')
      await stopFixtures(tx, feed, producer)
}

async function writeProducers(tx: Tx, feed: FeedName, after: ReadonlyMap<string, Producer>): Promise<void> {
  const rows = [...after]
  await upsertProducers(tx, feed, {
    producers: rows.map(([producer]) => producer),
    statuses: rows.map(([, { status }]) => status),
    aliveAt: rows.map(([, { aliveAt }]) => aliveAt),
    missedSince: rows.map(([, { missedSince }]) => missedSince),
    requestIds: rows.map(([, { requestId }]) => requestId),
  })
}

/** Stops betting on fixtures of a producer until it sends prices again. Returns how many. */
async function stopFixtures(tx: Tx, feed: FeedName, producer: string): Promise<number> {
  const keys = await selectOpenKeys(tx, feed)
  return keys.length === 0 ? 0 : stop(tx, feed, await selectReportedBy(tx, { feed, producer, keys }))
}

/** Stops betting at prices not refreshed for this long. */
async function stopStale(tx: Tx, feed: FeedName, seconds: number): Promise<number> {
  const keys = await selectOpenKeys(tx, feed)
  return keys.length === 0 ? 0 : stop(tx, feed, await selectStale(tx, { feed, seconds, keys }))
}

async function stop(
  tx: Tx,
  feed: FeedName,
  fixtures: readonly { key: string; by?: Scope }[],
): Promise<number> {
  if (fixtures.length > 0)
    await applyMessages(
      tx,
      feed,
      fixtures.map((fixture) => ({ kind: 'bet_stop', ...fixture })),
    )
  return fixtures.length
}
