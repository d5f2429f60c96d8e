import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measureFanOut } from './fan-out-rate.ts'

// `npm run bench -- fan-out [--quick] [--json FILE]`: one state of a room sent to 2,000 sockets, again and again, by the
// product's way (Socket.IO, websocket only) and by bare `ws` in turn; what counts is the one over the other.
const { values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' } },
})

const GOAL = 0.8

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

const { ratio } = await measureFanOut({
  event: 'gameRoom',
  state,
  seconds: values.quick ? 3 : 10,
  turns: values.quick ? 3 : 5,
})
process.stdout.write(
  `fan-out of a round: ${ratio.toFixed(2)} × bare ws, goal ≥ ${GOAL}${ratio < GOAL ? '  missed' : ''}\n`,
)
if (values.json) writeFileSync(values.json, `${JSON.stringify({ fan_out: ratio }, null, 2)}\n`)
