import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import { socketPath } from '../../packages/contract/src/index.ts'
import type { FanOutAnswer, FanOutOrder } from './fan-out-wire.ts'

export const SOCKETS = 2000
const ROOM = 'room'

export type FanOut = {
  /** The message and its name. */
  readonly event: string
  readonly state: object
  readonly seconds: number
  readonly turns: number
  /** The interval between messages in ms; without it the next is sent as soon as one has reached all. */
  readonly everyMs?: number
}

/** Messages that reach their sockets in a second, and how long the slowest hundredth took to reach the last one. */
export type Reached = { readonly perSecond: number; readonly p99Ms: number }

/**
 * One message after another to 2,000 sockets, by the product's way (Socket.IO, websocket only) and by bare `ws` in turn,
 * so that what else the machine does falls on both. Answers the middle one of the ratios, and the product's slowest hundredth.
 */
export async function measureFanOut(fanOut: FanOut): Promise<{ ratio: number; p99Ms: number }> {
  const all: { ratio: number; p99Ms: number }[] = []
  for (let turn = 0; turn < fanOut.turns; turn += 1) {
    const bare = await measure(await openBare(fanOut), false, fanOut)
    const ours = await measure(await openSocketIo(fanOut), true, fanOut)
    const ratio = ours.perSecond / bare.perSecond
    all.push({ ratio, p99Ms: ours.p99Ms })
    process.stdout.write(
      `to ${SOCKETS} sockets: ${Math.round(ours.perSecond)} messages a second, bare ws ${Math.round(bare.perSecond)}: ` +
        `${ratio.toFixed(2)}; the last one of all within ${Math.round(ours.p99Ms)} ms, bare ${Math.round(bare.p99Ms)} (p99)\n`,
    )
  }
  return { ratio: median(all.map(({ ratio }) => ratio)), p99Ms: median(all.map(({ p99Ms }) => p99Ms)) }
}

type Sender = { url: string; send: () => void; close: () => Promise<void> }

/** The product's sockets: the same server, options and way to a room as `realtime` has them. */
async function openSocketIo({ event, state }: FanOut): Promise<Sender> {
  const http = createServer()
  const io = new Server(http, { path: socketPath, transports: ['websocket'], serveClient: false })
  io.on('connection', (socket) => void socket.join(ROOM))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}${socketPath}/?EIO=4&transport=websocket`,
    send: () => void io.to(ROOM).emit(event, state),
    close: async () => {
      await io.close()
    },
  }
}

/** As little as can be: one text, sent to every socket there is. */
async function openBare({ event, state }: FanOut): Promise<Sender> {
  const bare = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  await once(bare, 'listening')
  const { port } = bare.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    send: () => {
      const text = JSON.stringify([event, state])
      for (const socket of bare.clients) socket.send(text)
    },
    close: async () => {
      for (const socket of bare.clients) socket.terminate()
      bare.close()
      await once(bare, 'close')
    },
  }
}

async function measure(
  { url, send, close }: Sender,
  isSocketIo: boolean,
  { seconds, everyMs = 0 }: FanOut,
): Promise<Reached> {
  const listeners = fork(new URL('./fan-out-listeners.ts', import.meta.url), { stdio: 'inherit' })
  try {
    listeners.send({ url, sockets: SOCKETS, isSocketIo } satisfies FanOutOrder)
    await answer(listeners)
    const round = async () => {
      const reached = answer(listeners)
      send()
      await reached
    }
    for (let warmUp = 0; warmUp < 10; warmUp += 1) await round()
    const from = performance.now()
    const took: number[] = []
    while (performance.now() - from < seconds * 1000) {
      // Delays are caught up: the next message is due by the clock, not by the previous one.
      const wait = from + took.length * everyMs - performance.now()
      if (everyMs > 0 && wait > 0) await sleep(wait)
      const sent = performance.now()
      await round()
      took.push(performance.now() - sent)
    }
    const slow = took.toSorted((one, other) => one - other)
    return {
      perSecond: (took.length * SOCKETS * 1000) / (performance.now() - from),
      p99Ms: slow[Math.floor(slow.length * 0.99)] ?? 0,
    }
  } finally {
    listeners.kill()
    await close()
  }
}

const answer = async (listeners: ChildProcess): Promise<FanOutAnswer> => {
  const [said] = (await once(listeners, 'message')) as [FanOutAnswer]
  return said
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
