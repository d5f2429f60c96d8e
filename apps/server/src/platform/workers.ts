import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long a server's metrics are waited for. */
const TELL_MS = 1000
/** The delay before restarting a server that ended by itself. */
const AGAIN_MS = 1000

type Wanted = { asks: 'metrics'; id: number }
type Told = { tells: 'metrics'; id: number; text: string }
type All = { all: 'metrics'; texts: { server: number; text: string }[] }
type Asked = { from: Worker; texts: All['texts'] }

const isMessage = <M extends object>(message: unknown, key: keyof M & string): message is M =>
  typeof message === 'object' && message !== null && key in message

/**
 * Runs this many servers in separate processes behind one port, whose connections this process distributes in turn
 * (docs/decisions/0078). Reports ready once all are; restarts one that ends by itself; on a stop signal stops them,
 * and settles once all have ended. Settles with 1 if the first one ends before it was ready: the cause would affect
 * the others too.
 */
export async function superviseServers(count: number): Promise<number> {
  const ready = new Map<number, Worker>()
  const asked = new Map<number, Asked>()
  let lastId = 0
  let isOpen = false
  let isClosing = false
  let exitCode = 0

  const close = () => {
    isClosing = true
    for (const worker of workersNow()) worker.process.kill('SIGTERM')
  }
  const opened = (worker: Worker) => {
    ready.set(worker.id, worker)
    if (!isOpen) for (let more = 1; more < count; more += 1) startOne()
    isOpen = true
    if (ready.size === count) process.send?.({ ready: true })
  }
  const ended = (worker: Worker) => {
    ready.delete(worker.id)
    if (isClosing) return
    if (isOpen) void sleep(AGAIN_MS).then(() => !isClosing && startOne())
    else {
      exitCode = 1
      isClosing = true
    }
  }
  const answer = (id: number) => {
    const one = asked.get(id)
    if (one?.from.isConnected()) one.from.send({ all: 'metrics', texts: one.texts } satisfies All)
    asked.delete(id)
  }
  // Ids are assigned here: two servers may ask at once.
  const ask = (from: Worker) => {
    const id = (lastId += 1)
    asked.set(id, { from, texts: [] })
    for (const each of ready.values()) each.send({ asks: 'metrics', id } satisfies Wanted)
    void sleep(TELL_MS, undefined, { ref: false }).then(() => answer(id))
  }
  const startOne = () => {
    const worker = cluster.fork()
    worker.on('message', (message: unknown) => {
      if (isMessage<{ ready: true }>(message, 'ready')) opened(worker)
      else if (isMessage<Wanted>(message, 'asks')) ask(worker)
      else if (isMessage<Told>(message, 'tells')) {
        const one = asked.get(message.id)
        one?.texts.push({ server: worker.id, text: message.text })
        if (one && one.texts.length >= ready.size) answer(message.id)
      }
    })
    worker.on('error', () => {}) // a message to one that has just died; `exit` reports its end
    worker.once('exit', () => ended(worker))
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close)
  process.once('disconnect', close) // the parent process is gone
  startOne()
  while (!isClosing || workersNow().length > 0) await sleep(50)
  return exitCode
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
      void text().then((own) => process.send?.({ tells: 'metrics', id, text: own } satisfies Told))
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
