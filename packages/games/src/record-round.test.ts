import { describe, expect, test } from 'vitest'
import { plainHmac } from './plain-hmac.ts'
import type { Deciders, RecordedGame, RecordedRound } from './record.ts'
import { endingOf, recordedResult } from './record-round.ts'

const pair = { serverSeed: 'palpite', serverSeedHash: '', clientSeed: 'jogador' }
const deciders: Deciders = {
  hmac: plainHmac,
  pair,
  saltOf: ({ room, commitment }) => (commitment === 'c' ? `sal de ${room}` : undefined),
}

/** A round of R$ 7.77 in a file; its recorded payout is not what these tests check. */
const recorded = (game: RecordedGame, more: Partial<RecordedRound> = {}): RecordedRound =>
  ({
    ...game,
    roundId: 'R1',
    nonce: 0,
    draw: null,
    rulesVersion: 1,
    stakeCents: 777,
    payoutCents: 1,
    status: 'lost',
    multiplierE4: 1,
    at: '2026-11-22T10:00:00.000Z',
    runningCents: 0,
    ...more,
  }) as RecordedRound

const drawnIn = (room: string, seed: string | null, commitment = 'c') => ({
  nonce: null,
  draw: { room, place: 0, commitment, seed },
})

const limbo = (targetHundredths: number): RecordedGame => ({
  game: 'limbo',
  choice: { targetHundredths },
  state: { resultHundredths: 0 },
})
const mines = (opened: readonly number[], reported: readonly number[] | null = null): RecordedGame => ({
  game: 'mines',
  choice: { mineCount: 3 },
  state: { opened, mines: reported },
})
const rows = (
  picks: readonly number[],
  difficulty: 'easy' | 'hard' = 'hard',
  safeTiles: number[][] | null = null,
): RecordedGame => ({ game: 'rowDouble', choice: { difficulty }, state: { picks, safeTiles } })
const double = (colour: 'white' | 'red' | 'black', slot: number | null = null): RecordedGame => ({
  game: 'double',
  choice: { colour },
  state: { slot },
})
const lucky = (pick: string, digit: number | null = null): RecordedGame => ({
  game: 'luckyColor',
  choice: { room: '30', pick },
  state: { digit },
})

/** The result of the same seeds for any choice, from one round. */
const resultOf = (game: RecordedGame, more: Partial<RecordedRound> = {}) =>
  endingOf(recorded(game, more), deciders).result

describe('a round of a file, worked out again', () => {
  test('limbo pays the target that its result reaches, and nothing above it', () => {
    const result = resultOf(limbo(101)) as number
    expect(result).toBeGreaterThan(101)
    expect(endingOf(recorded(limbo(result)), deciders)).toEqual({
      status: 'won',
      payoutCents: Math.floor((777 * result) / 100),
      multiplierE4: result * 100,
      result,
    })
    expect(endingOf(recorded(limbo(result + 1)), deciders)).toEqual({
      status: 'lost',
      payoutCents: 0,
      multiplierE4: 0,
      result,
    })
  })

  test('mines pays for opened tiles, loses on a mine wherever it is, and refunds an untouched stake', () => {
    const result = resultOf(mines([])) === null && (resultOf(mines([0, 1, 2, 3, 4])) as number[])
    if (!result) throw new Error('a round that nobody touched was told its mines')
    const safe = Array.from({ length: 25 }, (_, tile) => tile).filter((tile) => !result.includes(tile))
    // 0.99 × 25/22 = 1.125 → 1.13, as the table of the game has it; R$ 7.77 × 1.13 = 8.7801.
    expect(endingOf(recorded(mines(safe.slice(0, 1))), deciders)).toEqual({
      status: 'won',
      payoutCents: 878,
      multiplierE4: 11_300,
      result,
    })
    const onMine = [...safe.slice(0, 2), result[0] ?? 0]
    expect(endingOf(recorded(mines(onMine)), deciders)).toEqual({
      status: 'lost',
      payoutCents: 0,
      multiplierE4: 0,
      result,
    })
    expect(endingOf(recorded(mines([], [1, 2, 3])), deciders)).toEqual({
      status: 'refunded',
      payoutCents: 777,
      multiplierE4: 10_000,
      result: [1, 2, 3],
    })
  })

  test('row double doubles per row, loses on the first unsafe tile, and refunds an untouched stake', () => {
    const result = resultOf(rows([0, 0, 0, 0, 0, 0, 0, 0, 0])) as number[][]
    expect(result).toHaveLength(9)
    const safe = result.map((tiles) => tiles[0] ?? 0)
    // Of two tiles one is safe: 0.98 × 2³ = 7.84; R$ 7.77 × 7.84 = 60.9168.
    expect(endingOf(recorded(rows(safe.slice(0, 3))), deciders)).toEqual({
      status: 'won',
      payoutCents: 6091,
      multiplierE4: 78_400,
      result,
    })
    const wrong = 1 - (safe[2] ?? 0)
    expect(endingOf(recorded(rows([...safe.slice(0, 2), wrong])), deciders)).toMatchObject({
      status: 'lost',
      payoutCents: 0,
      multiplierE4: 0,
    })
    expect(endingOf(recorded(rows([...safe.slice(0, 9), 0])), deciders).status).toBe('lost') // there is no tenth
    expect(endingOf(recorded(rows([], 'easy', [[1]])), deciders)).toEqual({
      status: 'refunded',
      payoutCents: 777,
      multiplierE4: 10_000,
      result: [[1]],
    })
  })

  test.each([
    ['white', 14],
    ['red', 2],
    ['black', 2],
  ] as const)('double pays %s %i times, and loses on the others', (colour, times) => {
    const colourOf = (slot: number) => (slot === 0 ? 'white' : slot < 8 ? 'red' : 'black')
    const met = new Set<string>()
    for (let seed = 0; met.size < 3; seed += 1) {
      const round = recorded(double(colour), drawnIn('double', `seed ${seed}`))
      const ending = endingOf(round, deciders)
      const fell = colourOf(ending.result as number)
      met.add(fell)
      expect(ending).toMatchObject(
        fell === colour
          ? { status: 'won', payoutCents: 777 * times, multiplierE4: times * 10_000 }
          : { status: 'lost', payoutCents: 0, multiplierE4: 0 },
      )
    }
  })

  test('lucky colour pays each pick as its table says, whatever digit falls', () => {
    /** In cents for R$ 7.77; 9.6 × 7.77 = 74.592, 4.8: 37.296, 2: 15.54, 1.6: 12.432, 1.92: 14.9184. */
    const table: Readonly<Record<string, (digit: number) => number>> = {
      green: (digit) => (digit === 5 ? 1243 : digit % 2 === 1 ? 1554 : 0),
      red: (digit) => (digit === 0 ? 1243 : digit % 2 === 0 ? 1554 : 0),
      violet: (digit) => (digit % 5 === 0 ? 3729 : 0),
      small: (digit) => (digit < 5 ? 1491 : 0),
      big: (digit) => (digit >= 5 ? 1491 : 0),
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, pick) => [`${pick}`, (digit: number) => (digit === pick ? 7459 : 0)]),
      ),
    }
    const met = new Set<number>()
    for (let seed = 0; met.size < 10; seed += 1)
      for (const [pick, pays] of Object.entries(table)) {
        const ending = endingOf(recorded(lucky(pick), drawnIn('30', `seed ${seed}`)), deciders)
        const digit = ending.result as number
        met.add(digit)
        const payoutCents = pays(digit)
        expect(ending, `${pick} on ${digit}`).toMatchObject({
          status: payoutCents > 0 ? 'won' : 'lost',
          payoutCents,
        })
        expect(Math.floor((777 * ending.multiplierE4) / 10_000)).toBe(payoutCents)
      }
  })

  test.each([
    ['double', double('red', 3), 3],
    ['lucky colour', lucky('7', 9), 9],
  ])('a refunded stake on %s is reported as refunded, with the draw', (_name, game, result) => {
    const round = recorded(game, { ...drawnIn('double', null), status: 'refunded' })
    expect(endingOf(round, deciders)).toEqual({
      status: 'refunded',
      payoutCents: 777,
      multiplierE4: 10_000,
      result,
    })
    expect(recordedResult(round)).toBe(result)
  })

  test.each([
    ['without seeds', recorded(limbo(200)), { ...deciders, pair: null }, 'no seeds'],
    ['without a nonce', recorded(limbo(200), { nonce: null }), deciders, 'no seeds'],
    ['without a draw', recorded(double('red')), deciders, 'no draw'],
    ['whose draw is not revealed', recorded(double('red'), drawnIn('double', null)), deciders, 'no draw'],
    ['of a chain without salt', recorded(double('red'), drawnIn('double', 's', 'x')), deciders, 'no draw'],
    ['of rules before the first', recorded(limbo(200), { rulesVersion: 0 }), deciders, 'unknown rules: 0'],
    ['of rules to come', recorded(limbo(200), { rulesVersion: 2 }), deciders, 'unknown rules: 2'],
  ])('a round %s is rejected', (_what, round, by, reason) => {
    expect(() => endingOf(round, by)).toThrow(reason)
  })

  test.each([
    [limbo(200), 0],
    [mines([], [4, 5]), [4, 5]],
    [rows([], 'easy', [[2]]), [[2]]],
  ])('%o is described as its file states it', (game, reported) => {
    expect(recordedResult(recorded(game))).toEqual(reported)
  })
})
