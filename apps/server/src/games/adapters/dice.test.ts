import { plainHmac } from '@palpite/games'
import { expect, test } from 'vitest'
import { dice } from './games.ts'

const choice = { direction: 'under', targetHundredths: 4700 }
const stakeCents = 1_000_000

/** The first round of this seed pair that wins. */
function winning(version: number) {
  for (let nonce = 0; ; nonce += 1) {
    const seeds = { serverSeed: 'palpite', clientSeed: 'jogador', nonce }
    const outcome = dice.play(plainHmac, seeds, { stakeCents, choice }, version)
    if (outcome.status === 'won') return outcome
  }
}

test('a round of dice replayed by its own version pays its multiplier', () => {
  expect(winning(1)).toMatchObject({ multiplierE4: 21_063, payoutCents: 2_106_300 })
  expect(winning(2)).toMatchObject({ multiplierE4: 21_064, payoutCents: 2_106_400 })
})
