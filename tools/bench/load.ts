import { performance } from 'node:perf_hooks'
import { systemRandom } from '../../apps/server/src/platform/crypto.ts'
import { type Line, openLine } from './keep-alive.ts'
import { measureCallers, reached, type Reached } from './callers.ts'
import { openSeats } from './load-steps.ts'
import type { LoadAnswer, LoadOrder } from './load-wire.ts'

// The load generator: a process of its own, so that its work does not hide in the server's loop.
process.once('message', (order: LoadOrder) => {
  void load(order).then(
    (result) => process.send?.({ reached: result } satisfies LoadAnswer),
    (error: unknown) => process.send?.({ failed: String(error) } satisfies LoadAnswer),
  )
})

async function load(order: LoadOrder): Promise<Reached> {
  const { host, port, connections, seconds, warmUpSeconds, rate } = order
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(host, port)))
  const nextId = requestIds()
  const nextRequest = requestsOf(order, nextId)
  const step = order.steps && openSeats(order, order.steps)
  try {
    if (rate !== undefined) return await atRate(lines, nextRequest, { rate, seconds, warmUpSeconds })
    const free = [...lines]
    return await measureCallers({
      callers: connections,
      seconds,
      warmUpSeconds,
      request: async () => {
        const line = free.pop()
        if (!line) throw new Error('a caller has a line of its own')
        if (step) await step(line, nextId())
        else await line.request(nextRequest())
        free.push(line)
      },
    })
  } finally {
    for (const line of lines) line.close()
  }
}

/** Writes requests: a random player, a random body, a request id of its own. */
function requestsOf({ host, path, tokens, bodies }: LoadOrder, nextId: () => string): () => string {
  const heads = tokens.map(
    (token) =>
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\nContent-Length: `,
  )
  const rests = bodies.map((body) => JSON.stringify(body).slice(1))
  return () => {
    const body = `{"requestId":"${nextId()}",${oneOf(rests)}`
    return `${oneOf(heads)}${body.length}\r\n\r\n${body}`
  }
}

/** Ids that no run had before. */
function requestIds(): () => string {
  const run = systemRandom.hex(9)
  let count = 0
  return () => {
    count += 1
    return `${run}${String(count).padStart(12, '0')}`
  }
}

const oneOf = (all: readonly string[]): string => all[systemRandom.below(all.length)] ?? ''

type Beat = { rate: number; seconds: number; warmUpSeconds: number }

/**
 * Sends at a steady rate. A request that has to wait for a free line is late from the moment it was due:
 * a server that stalls cannot hide behind callers that stopped asking.
 */
async function atRate(lines: Line[], nextRequest: () => string, beat: Beat): Promise<Reached> {
  const { rate, seconds, warmUpSeconds } = beat
  const start = performance.now()
  const from = start + warmUpSeconds * 1000
  const until = from + seconds * 1000
  const free = [...lines]
  const tookMs: number[] = []
  const onTheWay = new Set<Promise<void>>()
  let failure: unknown
  const send = async (line: Line, dueAt: number) => {
    await line.request(nextRequest())
    free.push(line)
    if (dueAt >= from) tookMs.push(performance.now() - dueAt)
  }
  for (let sent = 0; failure === undefined;) {
    const now = performance.now()
    if (now >= until) break
    while (sent < ((now - start) / 1000) * rate) {
      const line = free.pop()
      if (!line) break
      const sending = send(line, start + (sent * 1000) / rate).catch((error: unknown) => (failure = error))
      const tracked = sending.then(() => void onTheWay.delete(tracked))
      onTheWay.add(tracked)
      sent += 1
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(onTheWay)
  if (failure !== undefined) throw failure
  return reached(tookMs, seconds)
}
