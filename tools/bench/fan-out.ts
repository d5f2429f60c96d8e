import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import { socketPath } from '../../packages/contract/src/index.ts'
import type { FanOutAnswer, FanOutOrder } from './fan-out-wire.ts'

// `npm run bench -- fan-out [--quick] [--json FILE]`: one state of a room sent to 2,000 sockets, again and again, by the
// product's way (Socket.IO, websocket only) and by bare `ws` in turn; what counts is the one over the other.
const { values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})

const SOCKETS = 2000
const SECONDS = values.quick ? 3 : 10
/** Both in turn, so that what else the machine does falls on both. */
const TURNS = values.quick ? 3 : 5
const GOAL = 0.8
const ROOM = 'game:double'

/** As large as a room in play: its rounds, thirty bets, the last hundred draws. */
const state = {
  room: 'double',
  game: 'double',
  at: new Date(0).toISOString(),
  rounds: Array.from({ length: 2 }, (_, place) => ({
    sharedRoundId: String(place),
    place,
    status: 'open',
    lotteryStatus: 0,
    stakes: ['red', 'black', 'white'].map((pick) => ({ pick, cents: 123_400, bets: 40 })),
    chain: { number: 1, length: 32_768, commitment: 'c'.repeat(64), salt: 's'.repeat(32) },
    seed: null,
    outcome: null,
  })),
  bets: Array.from({ length: 30 }, (_, at) => ({
    sharedRoundId: '1',
    who: `•••${at}`,
    pick: 'red',
    stakeCents: 500,
    payoutCents: 0,
  })),
  history: Array.from({ length: 100 }, (_, place) => ({ sharedRoundId: String(place), place, outcome: 7 })),
  lastDraw: null,
}

type Sender = { url: string; send: () => void; close: () => Promise<void> }

/** The product's sockets: the same server, options and way to a room as `realtime` has them. */
async function openSocketIo(): Promise<Sender> {
  const http = createServer()
  const io = new Server(http, { path: socketPath, transports: ['websocket'], serveClient: false })
  io.on('connection', (socket) => void socket.join(ROOM))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}${socketPath}/?EIO=4&transport=websocket`,
    send: () => void io.to(ROOM).emit('gameRoom', state),
    close: async () => {
      await io.close()
    },
  }
}

/** As little as can be: one text, sent to every socket there is. */
async function openBare(): Promise<Sender> {
  const bare = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  await once(bare, 'listening')
  const { port } = bare.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    send: () => {
      const text = JSON.stringify(['gameRoom', state])
      for (const socket of bare.clients) socket.send(text)
    },
    close: async () => {
      for (const socket of bare.clients) socket.terminate()
      bare.close()
      await once(bare, 'close')
    },
  }
}

/** Messages that reach their sockets in a second, each state sent when the one before has reached all. */
async function measure({ url, send, close }: Sender, isSocketIo: boolean): Promise<number> {
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
    let rounds = 0
    for (; performance.now() - from < SECONDS * 1000; rounds += 1) await round()
    return (rounds * SOCKETS * 1000) / (performance.now() - from)
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

const ratios: number[] = []
for (let turn = 0; turn < TURNS; turn += 1) {
  const bare = await measure(await openBare(), false)
  const ours = await measure(await openSocketIo(), true)
  ratios.push(ours / bare)
  process.stdout.write(
    `to ${SOCKETS} sockets: ${Math.round(ours)} messages a second, bare ws ${Math.round(bare)}: ${(ours / bare).toFixed(2)}\n`,
  )
}
const ratio = median(ratios)
process.stdout.write(
  `fan-out of a round: ${ratio.toFixed(2)} × bare ws, goal ≥ ${GOAL}${ratio < GOAL ? '  missed' : ''}\n`,
)
if (values.json) writeFileSync(values.json, `${JSON.stringify({ fan_out: ratio }, null, 2)}\n`)
