import { plainHmac, rollDice, seedHash } from '@palpite/games'
import { expect, test } from 'vitest'
import { isMeantFor, type RoundToVerify, seedsOf, verifyDice } from './verify-dice.ts'

const seeds = { serverSeed: 'a'.repeat(64), clientSeed: 'palpite', nonce: 7 }
const round: RoundToVerify = {
  ...seeds,
  roundId: '1',
  game: 'dice',
  stakeCents: 500,
  payoutCents: 0,
  at: '2026-06-11T16:00:00Z',
  serverSeedHash: seedHash(seeds.serverSeed),
  algorithm: 'hmac-sha256/2',
  dice: {
    direction: 'over',
    targetHundredths: 5050,
    resultHundredths: rollDice(plainHmac, seeds),
    multiplierE4: 20_000,
  },
}

test('a revealed round comes out as it was rolled, from the seed that was committed to', () => {
  const { nonce, ...typed } = seedsOf(round)
  expect(verifyDice({ ...typed, nonce: Number(nonce) })).toEqual({
    isCommitted: true,
    rollHundredths: round.dice.resultHundredths,
  })
})

test('a round whose seed is kept fills in all but the server seed', () => {
  expect(seedsOf({ ...round, serverSeed: null })).toEqual({ ...seedsOf(round), serverSeed: '' })
})

test.each([
  { change: {}, meant: true },
  { change: { serverSeed: 'mistyped' }, meant: true },
  { change: { nonce: '8' }, meant: false },
  { change: { clientSeed: 'other' }, meant: false },
  { change: { serverSeedHash: '' }, meant: false },
])('seeds changed by $change are meant for the round: $meant', ({ change, meant }) => {
  expect(isMeantFor({ ...seedsOf(round), ...change }, round)).toBe(meant)
})
