import { cents } from '@palpite/money'
import { toNumber } from '@palpite/money/fraction'
import { describe, expect, test } from 'vitest'
import { crashPoint, crashReturnToPlayer } from './crash.ts'
import { rollDice } from './dice.ts'
import { doubleColour } from './double.ts'
import { fairBytes, fairFloats } from './fairness.ts'
import { limboReturnToPlayer, limboWinningSteps, rollLimbo } from './limbo.ts'
import { luckyMultiplier } from './lucky-colour.ts'
import { minesMultiplier, minesReturnToPlayer, placeMines } from './mines.ts'
import { plainHmac, seedHash } from './plain-hmac.ts'
import { drawLuckyDigit, rollDouble } from './shared-draws.ts'
import { rowMultiplier } from './row-double.ts'
import { STUDIO_SLOT } from './slot-machine.ts'
import { slotPayoutCents, spinAt } from './slot.ts'

/** The numbers printed in docs/maths. When one of these fails, the page says something wrong. */
describe('the worked examples of the games', () => {
  const seeds = { serverSeed: 'palpite', clientSeed: 'jogador', nonce: 7 }
  const shared = { seed: 'palpite', salt: 'sal' }

  test('fairness', () => {
    expect(seedHash('palpite')).toMatch(/^a0163567.*31aa4a$/)
    expect(Buffer.from(fairBytes(plainHmac, seeds, 8)).toString('hex')).toBe('3707213348678770')
    expect(fairFloats(plainHmac, seeds, 2).map((float) => float.toFixed(6))).toEqual(['0.214953', '0.282830'])
    expect([rollDice(plainHmac, seeds), rollLimbo(plainHmac, seeds)]).toEqual([2149, 460])
    expect(placeMines(plainHmac, seeds, 3)).toEqual([5, 7, 8])
    expect([rollDouble(plainHmac, shared), drawLuckyDigit(plainHmac, shared)]).toEqual([3, 2])
    expect(doubleColour(3)).toBe('red')
    expect(crashPoint(plainHmac, { gameHash: 'palpite', salt: 'sal' })).toBe(396)
  })

  test('returns', () => {
    expect(limboWinningSteps(200)).toBe(8_304_721)
    expect(limboWinningSteps(100_000_000)).toBe(16)
    expect(toNumber(limboReturnToPlayer(200)).toFixed(7)).toBe('0.9899999')
    expect(toNumber(limboReturnToPlayer(100_000_000)).toFixed(4)).toBe('0.9537')
    expect(minesMultiplier(3, 2)).toBe(129)
    expect(toNumber(minesReturnToPlayer(3, 2)).toFixed(4)).toBe('0.9933')
    expect(rowMultiplier('hard', 9)).toBe(50_176)
    expect(toNumber(crashReturnToPlayer(200)).toFixed(10)).toBe('0.9899999998')
    expect(
      [1, 3, 5, 7, 9].map((digit) => luckyMultiplier({ kind: 'colour', colour: 'green' }, digit)),
    ).toEqual([200, 200, 160, 200, 200])
  })

  test('the smallest win of the slot is eight tenths of the stake', () => {
    const min = Math.min(...Object.values(STUDIO_SLOT.pays).map(([three]) => three))
    expect(min).toBe(200)
    expect(slotPayoutCents(cents(100), { ...spinAt([0, 0, 0, 0, 0]), pays: STUDIO_SLOT.pays.blue[0] })).toBe(
      80,
    )
  })
})
