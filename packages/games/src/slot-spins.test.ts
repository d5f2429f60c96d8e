import { createHmac } from 'node:crypto'
import process, { env } from 'node:process'
import { cents } from '@palpite/money'
import { expect, test } from 'vitest'
import type { HmacSha256 } from './fairness.ts'
import { countSlotRound, slotRound } from './slot-round.ts'

/** The number of rounds. Seeds are fixed, so the result never changes. `npm run slot-spins` spins ten million. */
const ROUNDS = Number(env['ROUNDS'] ?? 20_000)
const WITHIN_MS = 3_600_000
const SIGMAS = 4

const hmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()
/** A thousandth of it is a whole cent, so that no win is rounded. */
const stake = cents(1000)

test(
  `${ROUNDS} rounds of the slot match the enumerated return and hit rate, within four sigma`,
  { timeout: WITHIN_MS },
  () => {
    const { returnToPlayer, hitRate } = countSlotRound()
    const [states, hits] = [returnToPlayer, hitRate].map(({ n, d }) => Number(n) / Number(d)) as [
      number,
      number,
    ]
    let [sum, squares, hit] = [0, 0, 0]
    for (let nonce = 0; nonce < ROUNDS; nonce += 1) {
      const round = slotRound(hmac, { serverSeed: 'd3'.repeat(32), clientSeed: 'ten million', nonce }, stake)
      const paid = round.payoutCents / stake
      sum += paid
      squares += paid * paid
      if ((round.spins[0]?.pays ?? 0) > 0) hit += 1
    }
    const mean = sum / ROUNDS
    const returnSigma = (mean - states) / Math.sqrt((squares / ROUNDS - mean * mean) / ROUNDS)
    const hitSigma = (hit / ROUNDS - hits) / Math.sqrt((hits * (1 - hits)) / ROUNDS)
    const reported = { mean, states, returnSigma, hitSigma }
    if (ROUNDS > 20_000) process.stdout.write(`${JSON.stringify(reported)}\n`)
    expect(reported).toSatisfy(() => Math.abs(returnSigma) < SIGMAS && Math.abs(hitSigma) < SIGMAS)
  },
)
