import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { crashPoint } from './crash.ts'
import { rollDice } from './dice.ts'
import { ledgerEntry } from './log-entries.ts'
import { rollLimbo } from './limbo.ts'
import { placeMines } from './mines.ts'
import { plainHmac, seedHash } from './plain-hmac.ts'
import { recordBytes, type RoundsRecord } from './record.ts'
import { drawLuckyDigit, rollDouble } from './shared-draws.ts'
import { placeRows } from './row-double.ts'
import { spinStops } from './slot.ts'
import { ALGORITHM_VERSIONS, isCommitted, type RoundProof, roundOutcome } from './verify.ts'

const seeds = { serverSeed: 'palpite', clientSeed: 'jogador', nonce: 3 }
const shared = { seed: seedHash('palpite'), salt: 'sal' }

describe('the proof of a round', () => {
  test.each<[RoundProof, unknown]>([
    [{ game: 'dice', version: 1, seeds }, rollDice(plainHmac, seeds)],
    [{ game: 'dice', version: 2, seeds }, rollDice(plainHmac, seeds)],
    [{ game: 'limbo', version: 1, seeds }, rollLimbo(plainHmac, seeds)],
    [{ game: 'slot', version: 1, seeds }, spinStops(plainHmac, seeds)],
    [{ game: 'mines', version: 1, seeds, mineCount: 5 }, placeMines(plainHmac, seeds, 5)],
    [{ game: 'rowDouble', version: 1, seeds, difficulty: 'expert' }, placeRows(plainHmac, seeds, 'expert')],
    [{ game: 'double', version: 1, ...shared }, rollDouble(plainHmac, shared)],
    [{ game: 'luckyColor', version: 1, ...shared }, drawLuckyDigit(plainHmac, shared)],
    [
      { game: 'crash', version: 1, ...shared },
      crashPoint(plainHmac, { gameHash: shared.seed, salt: shared.salt }),
    ],
  ])('of $game states the draw of that game', (proof, outcome) => {
    expect(roundOutcome(proof)).toEqual({ ok: true, outcome })
    const nodeHmac = (key: string, message: string) => createHmac('sha256', key).update(message).digest()
    expect(roundOutcome(proof, nodeHmac)).toEqual({ ok: true, outcome })
  })

  test.each([0, -1, 1.5, Number.NaN, ALGORITHM_VERSIONS.dice + 1])(
    'of unknown rules %d says so',
    (version) => {
      expect(roundOutcome({ game: 'dice', version, seeds })).toEqual({
        ok: false,
        reason: 'unknown_version',
      })
    },
  )

  test('is of a seed that was committed to where the hash is its own', () => {
    // The SHA-256 of "abc", FIPS 180-2.
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(isCommitted('abc', abc)).toBe(true)
    expect(isCommitted('abd', abc)).toBe(false)
  })
})

test('what is signed of a file is its format, a line, and its content as JSON', () => {
  const content = { format: 'palpite-rounds/1', kind: 'pair' } as unknown as RoundsRecord
  const signed = 'palpite-rounds/1\n{"format":"palpite-rounds/1","kind":"pair"}'
  expect(new TextDecoder().decode(recordBytes(content))).toBe(signed)
})

test('a day of the ledger is in the public log with its root and its counts', () => {
  const day = { day: '2026-11-22', rootHash: 'ab', transferCount: 3, entryCount: 5 }
  expect(ledgerEntry(day)).toBe('ledger 2026-11-22 ab 3 5')
})
