import { createHmac } from 'node:crypto'
import { env } from 'node:process'
import { cents } from '@palpite/money'
import { expect, test } from 'vitest'
import { hashChain } from './chain.ts'
import { type DiceBet, dicePayoutCents, diceReturnToPlayer, rollDice } from './dice.ts'
import { doublePayoutCents, doubleReturnToPlayer } from './double.ts'
import type { HmacSha256, Seeds } from './fairness.ts'
import { limboPayoutCents, limboReturnToPlayer, rollLimbo } from './limbo.ts'
import { luckyPayoutCents, luckyReturnToPlayer } from './lucky-colour.ts'
import { minesMultiplier, minesReturnToPlayer, placeMines } from './mines.ts'
import { drawLuckyDigit, rollDouble } from './shared-draws.ts'
import { placeRows, type RowDifficulty, rowMultiplier, rowReturnToPlayer } from './row-double.ts'

/** Rounds of each game. Seeds are fixed, so the result never changes. `npm run chi-square` plays a million of each. */
const ROUNDS = Number(env['ROUNDS'] ?? 20_000)
const WITHIN_MS = 3_600_000
/** One correct set of games in ten thousand would deviate more. */
const FARTHEST = 3.891

const hmac: HmacSha256 = (key, message) => createHmac('sha256', key).update(message).digest()
const serverSeed = 'b7'.repeat(32)
const clientSeed = 'a million rounds'
const stake = cents(1000)
const dice: DiceBet = { side: 'over', targetHundredths: 5050 }
const asNumber = ({ n, d }: { n: bigint | number; d: bigint | number }) => Number(n) / Number(d)
/** A stake's payout at a multiplier in hundredths. */
const paid = (hundredths: number) => (stake * hundredths) / 100

/** Two rows of row double, always by the first tile. Where more tiles are safe a round draws more words: up to four hashes. */
const climbs = (difficulty: RowDifficulty) => ({
  states: asNumber(rowReturnToPlayer(difficulty, 2)),
  pays: (seeds: Seeds) =>
    placeRows(hmac, seeds, difficulty)
      .slice(0, 2)
      .every((row) => row.includes(0))
      ? paid(rowMultiplier(difficulty, 2))
      : 0,
})

/** A round's payout, by a player's seeds or a chain's draw, and the stated return. */
const GAMES = {
  dice: {
    states: asNumber(diceReturnToPlayer(dice)),
    pays: (seeds: Seeds) => dicePayoutCents(stake, dice, rollDice(hmac, seeds)),
  },
  limbo: {
    states: asNumber(limboReturnToPlayer(200)),
    pays: (seeds: Seeds) => limboPayoutCents(stake, 200, rollLimbo(hmac, seeds)),
  },
  mines: {
    states: asNumber(minesReturnToPlayer(3, 2)),
    pays: (seeds: Seeds) =>
      placeMines(hmac, seeds, 3).some((tile) => tile < 2) ? 0 : paid(minesMultiplier(3, 2)),
  },
  'rowDouble, easy': climbs('easy'),
  'rowDouble, medium': climbs('medium'),
  'rowDouble, hard': climbs('hard'),
  'rowDouble, expert': climbs('expert'),
  'rowDouble, master': climbs('master'),
} as const

const DRAWS = {
  double: {
    states: asNumber(doubleReturnToPlayer('red')),
    pays: (round: { seed: string; salt: string }) => doublePayoutCents(stake, 'red', rollDouble(hmac, round)),
  },
  luckyColor: {
    states: asNumber(luckyReturnToPlayer({ kind: 'colour', colour: 'green' })),
    pays: (round: { seed: string; salt: string }) =>
      luckyPayoutCents(stake, { kind: 'colour', colour: 'green' }, drawLuckyDigit(hmac, round)),
  },
} as const

/** The deviation of the actual from the stated return, in standard deviations of the payouts. */
function deviation(payouts: readonly number[], states: number): number {
  const mean = payouts.reduce((sum, one) => sum + one, 0) / payouts.length
  const variance = payouts.reduce((sum, one) => sum + (one - mean) ** 2, 0) / payouts.length
  return (mean - states * stake) / Math.sqrt(variance / payouts.length)
}

const rounds = Array.from({ length: ROUNDS }, (_, nonce) => nonce)

test.each(Object.entries(GAMES))(
  `K26: ${ROUNDS} rounds of %s return what is stated`,
  { timeout: WITHIN_MS },
  (_game, { pays, states }) => {
    const payouts = rounds.map((nonce) => pays({ serverSeed, clientSeed, nonce }))
    expect(Math.abs(deviation(payouts, states))).toBeLessThan(FARTHEST)
  },
)

test.each(Object.entries(DRAWS))(
  `K26: ${ROUNDS} draws of %s return what is stated`,
  { timeout: WITHIN_MS },
  (_game, { pays, states }) => {
    const payouts = hashChain(serverSeed, ROUNDS).map((seed) => pays({ seed, salt: clientSeed }))
    expect(Math.abs(deviation(payouts, states))).toBeLessThan(FARTHEST)
  },
)

test('a game that pays a hundredth too much is detected in a million rounds', () => {
  const million = Array.from({ length: 1_000_000 }, (_, at) => (at % 2 === 0 ? 2000 : 0))
  expect(deviation(million, 1)).toBeCloseTo(0, 9)
  expect(Math.abs(deviation(million, 0.99))).toBeGreaterThan(FARTHEST)
})
