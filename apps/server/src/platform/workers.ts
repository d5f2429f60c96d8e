import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from './config.ts'
import { openDb } from './db/index.ts'
import { selectFreeConnections } from './db/queries.ts'
import { openLog } from './log.ts'
import { openMetrics } from './metrics.ts'

/** The time limit for a server's metrics. */
const METRICS_TIMEOUT_MS = 1000
/** The delay before restarting a server that ended by itself. */
const RESTART_DELAY_MS = 1000
/** How often a server reports that its event loop runs, and how often the supervisor checks. */
const BEAT_MS = 1000
/** A server's connections besides its pool: one that watches, and those that listen. */
const CONNECTIONS_BESIDE = 4
/** With a replica one more connection reads log positions. */
const CONNECTIONS_FOR_REPLICA = 1

type Wanted = { asks: 'metrics'; id: number }
type Reported = { tells: 'metrics'; id: number; text: string }
type All = { all: 'metrics'; texts: { server: number; text: string }[] }
type Asked = { from: Worker; texts: All['texts'] }
type Beat = { beats: true }
type Serving = { serving: number }

const isMessage = <M extends object>(message: unknown, key: keyof M & string): message is M =>
  typeof message === 'object' && message !== null && key in message

/**
 * Runs this many servers as child processes behind one port and distributes its connections among them in turn
 * (docs/decisions/0078). Reports ready once all are; restarts one that ends by itself, and kills one that hangs. A
 * stop is passed on, and the promise resolves once all have ended; with 1 if the first server ends before it was
 * ready, because whatever stops it would stop the others. Throws if the database has too few connections for all.
 */
export async function superviseServers(config: Config): Promise<number> {
  await refuseTooManyConnections(config)
  const { SERVERS: count, SERVER_HANG_SECONDS } = config
  const log = openLog(config.LOG_LEVEL, undefined, config)
  const metrics = openMetrics()
  const hung = metrics.counter('servers_hung_total', 'Servers of this machine that hung and were killed')
  const ready = new Map<number, Worker>()
  const beats = watchBeats(SERVER_HANG_SECONDS * 1000, (id, silentMs) => {
    log.fatal({ server: id, silentMs }, 'a server hangs and is killed')
    hung.inc()
    ready.get(id)?.process.kill('SIGKILL') // it would not handle another signal
  })
  const asked = new Map<number, Asked>()
  let lastId = 0
  let isOpen = false
  let isClosing = false
  let exitCode = 0

  const close = () => {
    isClosing = true
    beats.stop() // a closing server may be silent
    for (const worker of workersNow()) worker.process.kill('SIGTERM')
  }
  const sendServingCount = () => {
    for (const each of ready.values()) each.send({ serving: ready.size } satisfies Serving)
  }
  const opened = (worker: Worker) => {
    ready.set(worker.id, worker)
    beats.add(worker.id)
    sendServingCount()
    if (!isOpen) for (let more = 1; more < count; more += 1) startOne()
    isOpen = true
    if (ready.size === count) process.send?.({ ready: true })
  }
  const ended = (worker: Worker) => {
    ready.delete(worker.id)
    beats.leave(worker.id)
    if (isClosing) return
    sendServingCount()
    if (isOpen) void sleep(RESTART_DELAY_MS).then(() => !isClosing && startOne())
    else {
      exitCode = 1
      isClosing = true
    }
  }
  const answer = async (id: number) => {
    const one = asked.get(id)
    asked.delete(id)
    if (!one?.from.isConnected()) return
    // A hanging server reports nothing else, so its silence is reported here.
    const silent = beats.silentMs().map(([server, ms]) => ({ server, text: silenceText(ms) }))
    const own = { server: 0, text: await metrics.text() }
    one.from.send({ all: 'metrics', texts: [...one.texts, ...silent, own] } satisfies All)
  }
  // Ids are assigned here: two servers may ask at once.
  const ask = (from: Worker) => {
    const id = (lastId += 1)
    asked.set(id, { from, texts: [] })
    for (const each of ready.values()) each.send({ asks: 'metrics', id } satisfies Wanted)
    void sleep(METRICS_TIMEOUT_MS, undefined, { ref: false }).then(() => answer(id))
  }
  const startOne = () => {
    const worker = cluster.fork()
    worker.on('message', (message: unknown) => {
      if (isMessage<Beat>(message, 'beats')) beats.heard(worker.id)
      else if (isMessage<{ ready: true }>(message, 'ready')) opened(worker)
      else if (isMessage<Wanted>(message, 'asks')) ask(worker)
      else if (isMessage<Reported>(message, 'tells')) {
        const one = asked.get(message.id)
        one?.texts.push({ server: worker.id, text: message.text })
        if (one && one.texts.length >= ready.size) void answer(message.id)
      }
    })
    worker.on('error', () => {}) // a message to one that has just died; `exit` reports its end
    worker.once('exit', () => ended(worker))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close)
  process.once('disconnect', close) // the parent process is gone
  startOne()
  while (!isClosing || workersNow().length > 0) await sleep(50)
  beats.stop()
  return exitCode
}

/** Watches the servers' beats; calls `onSilent` once for a server that has been silent for too long. */
function watchBeats(patienceMs: number, onSilent: (id: number, silentMs: number) => void) {
  const lastMessageAt = new Map<number, number>()
  let lookedAt = performance.now()
  const look = () => {
    const now = performance.now()
    // If this process was held up as well, for example by a suspended machine, their silence proves nothing.
    const lateMs = Math.max(0, now - lookedAt - BEAT_MS)
    lookedAt = now
    for (const [id, at] of lastMessageAt) {
      lastMessageAt.set(id, at + lateMs)
      const silentMs = Math.round(now - at - lateMs)
      if (silentMs < patienceMs) continue
      lastMessageAt.delete(id)
      onSilent(id, silentMs)
    }
  }
  const timer = setInterval(look, BEAT_MS)
  return {
    add: (id: number) => void lastMessageAt.set(id, performance.now()),
    leave: (id: number) => void lastMessageAt.delete(id),
    heard: (id: number) => void (lastMessageAt.has(id) && lastMessageAt.set(id, performance.now())),
    silentMs: () => [...lastMessageAt].map(([id, at]) => [id, performance.now() - at] as const),
    stop: () => clearInterval(timer),
  }
}

/**
 * Throws if the servers could open more connections than the database allows: the last ones would be refused under load, when
 * they are needed most.
 */
async function refuseTooManyConnections(config: Counted & Pick<Config, 'DATABASE_URL'>): Promise<void> {
  const db = openDb({ url: config.DATABASE_URL, connections: 1, onLostConnection: () => {} })
  try {
    const sentence = tooManyConnections(config, await selectFreeConnections(db))
    if (sentence !== undefined) throw new Error(sentence)
  } finally {
    await db.close()
  }
}

type Counted = Pick<Config, 'SERVERS' | 'DATABASE_CONNECTIONS' | 'READ_DATABASE_URL'>

/** The error text if these servers need more connections than the database allows; undefined if they fit. */
export function tooManyConnections(
  { SERVERS, DATABASE_CONNECTIONS, READ_DATABASE_URL }: Counted,
  given: number,
): string | undefined {
  const beside = CONNECTIONS_BESIDE + (READ_DATABASE_URL === undefined ? 0 : CONNECTIONS_FOR_REPLICA)
  const each = DATABASE_CONNECTIONS + beside
  if (SERVERS * each <= given) return undefined
  return (
    `SERVERS: ${SERVERS} servers may open ${SERVERS * each} connections (DATABASE_CONNECTIONS=${DATABASE_CONNECTIONS} and ` +
    `${beside} more each), and the database gives ${given}; lower one of the two, or raise max_connections`
  )
}

const silenceText = (silentMs: number): string =>
  [
    '# HELP palpite_server_silent_seconds Time since the last beat of a server of this machine',
    '# TYPE palpite_server_silent_seconds gauge',
    `palpite_server_silent_seconds ${Math.round(silentMs / 1000)}`,
    '',
  ].join('\n')

/** How many servers serve behind this port, this one included; the limits of an address are divided by it. */
let serving: number | undefined

/** The number of servers that share the limits of an address: those that run, not those configured. */
export const serversServing = ({ SERVERS }: Pick<Config, 'SERVERS'>): number =>
  SERVERS === 1 ? 1 : (serving ?? SERVERS)

/** Makes a supervised server report regularly that its event loop runs. */
export function beatToSupervisor(): void {
  if (!cluster.isWorker) return
  setInterval(() => process.send?.({ beats: true } satisfies Beat), BEAT_MS).unref()
  process.on('message', onServingCount)
}

/** Stores the number of serving servers that the supervisor sends. */
export function onServingCount(message: unknown): void {
  if (isMessage<Serving>(message, 'serving')) serving = message.serving
}

const workersNow = (): Worker[] => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])

/** Makes `/metrics` of one server return what all servers on this machine counted, each series with its server. */
export function shareMetrics(text: () => Promise<string>): () => Promise<string> {
  if (!cluster.isWorker) return text
  const waiting: ((texts: All['texts']) => void)[] = []
  process.on('message', (message: unknown) => {
    if (isMessage<All>(message, 'all')) waiting.shift()?.(message.texts)
    else if (isMessage<Wanted>(message, 'asks')) {
      const { id } = message
      void text().then((own) => process.send?.({ tells: 'metrics', id, text: own } satisfies Reported))
    }
  })
  return async () => {
    const texts = await new Promise<All['texts']>((resolve) => {
      waiting.push(resolve)
      process.send?.({ asks: 'metrics', id: 0 } satisfies Wanted)
    })
    return mergeMetrics(texts)
  }
}

/**
 * Merges the metrics of several servers: each series gets its server's label, and those of one name are grouped, as
 * Prometheus requires.
 */
export function mergeMetrics(texts: readonly { server: number; text: string }[]): string {
  const families = new Map<string, { head: string[]; lines: string[] }>()
  for (const { server, text } of texts.toSorted((one, other) => one.server - other.server)) {
    let name = ''
    for (const line of text.split('\n')) {
      if (line === '') continue
      const [, word, named] = /^# (HELP|TYPE) (\S+)/.exec(line) ?? []
      name = named ?? name
      const family = families.get(name) ?? { head: [], lines: [] }
      families.set(name, family)
      if (word === undefined) family.lines.push(withServer(line, server))
      else if (!family.head.includes(line)) family.head.push(line)
    }
  }
  return [...families.values()].flatMap(({ head, lines }) => [...head, ...lines, '']).join('\n')
}

const withServer = (line: string, server: number): string =>
  line.replace(/^(\w+)(\{)?/, (_start, name: string, brace?: string) =>
    brace === undefined ? `${name}{server="${server}"}` : `${name}{server="${server}",`,
  )
