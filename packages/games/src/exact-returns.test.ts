import { cents } from '@palpite/money'
import { compare, fraction, type Fraction } from '@palpite/money/fraction'
import { describe, expect, test } from 'vitest'
import { DICE_RESULTS, diceReturnToPlayer, dicePayoutCents, isDiceWin, type DiceBet } from './dice.ts'
import { DOUBLE_SLOTS, doublePayoutCents, doubleReturnToPlayer } from './double.ts'
import { limboResult, limboReturnToPlayer, limboWinningSteps } from './limbo.ts'
import { LUCKY_DIGITS, type LuckyBet, luckyPayoutCents, luckyReturnToPlayer } from './lucky-colour.ts'
import { MINES_TILES, minesChance, minesMultiplier, minesReturnToPlayer } from './mines.ts'
import { choose } from './multiplier.ts'
import {
  ROW_DIFFICULTIES,
  rowChance,
  type RowDifficulty,
  rowMultiplier,
  rowReturnToPlayer,
  ROWS,
} from './row-double.ts'

/**
 * The exact return of every setting of every game, by counting all outcomes: nothing is drawn, and nothing uses the
 * checked formula.
 */
const STAKE = cents(10_000)
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)
const share = (paid: number | bigint, staked: number | bigint): Fraction =>
  fraction(BigInt(paid), BigInt(staked))

/** Seconds, or minutes on a busy machine. */
const WITHIN_MS = 600_000

describe('the exact return, counted over every outcome', { timeout: WITHIN_MS }, () => {
  test('of dice: all 19,600 bets, each over all 10,001 results', () => {
    const bets = (['over', 'under'] as const).flatMap((side) =>
      upTo(9800).map((at): DiceBet => ({
        side,
        targetHundredths: side === 'under' ? at + 1 : DICE_RESULTS - 2 - at,
      })),
    )
    const wrong = bets.filter((bet) => {
      let wins = 0
      let winning = -1
      for (let result = 0; result < DICE_RESULTS; result += 1) {
        if (!isDiceWin(bet, result)) continue
        wins += 1
        winning = result
      }
      const paid = dicePayoutCents(STAKE, bet, winning) * wins
      const { n, d } = diceReturnToPlayer(bet)
      return compare(share(paid, STAKE * DICE_RESULTS), fraction(n, d)) !== 0
    })
    expect(wrong).toEqual([])
  })

  test('of limbo: all 99,999,900 targets over all 16,777,216 steps', () => {
    // Results never rise from step to step, so a target's winning steps are those up to the last result that reaches
    // it: the same number for every target between two results. Both ends of each such range are checked.
    const steps = 2 ** 24
    let before = Number.POSITIVE_INFINITY
    let best = share(0, 1)
    for (let step = 0; step < steps; step += 1) {
      const result = limboResult(step)
      if (result === before) continue
      if (result > before) throw new Error(`the result rises at step ${step}`)
      const last = Math.min(before, 100_000_000)
      const first = Math.max(result + 1, 101)
      if (first <= last && (limboWinningSteps(first) !== step || limboWinningSteps(last) !== step))
        throw new Error(`targets ${first} to ${last} win in ${step} steps`)
      if (first <= last) {
        const counted = share(BigInt(step) * BigInt(last), BigInt(steps) * 100n)
        if (compare(limboReturnToPlayer(last), counted) !== 0) throw new Error(`return at ${last}`)
        if (compare(counted, best) > 0) best = counted
      }
      before = result
    }
    expect(before).toBe(100) // the last result wins nothing: every target above it was asked
    expect(compare(best, fraction(99, 100))).toBeLessThanOrEqual(0)
  })

  test('of mines: every number of mines and every stop, over all 33,554,432 boards', () => {
    // Boards by number of mines and first mine: a player who opens tiles in order stops before it.
    const boards = Array.from({ length: MINES_TILES + 1 }, () => new Float64Array(MINES_TILES + 1))
    for (let board = 1; board < 2 ** MINES_TILES; board += 1) {
      const counts = boards[bitsOf(board)]
      const first = 31 - Math.clz32(board & -board)
      if (counts) counts[first] = (counts[first] ?? 0) + 1
    }
    for (const mineCount of upTo(MINES_TILES - 1).map((at) => at + 1)) {
      const counts = boards[mineCount] ?? new Float64Array()
      const all = counts.reduce((sum, count) => sum + count, 0)
      expect(BigInt(all)).toBe(choose(MINES_TILES, mineCount))
      for (const safe of upTo(MINES_TILES - mineCount).map((at) => at + 1)) {
        const reached = counts.slice(safe).reduce((sum, count) => sum + count, 0)
        expect(minesChance(mineCount, safe)).toEqual(share(reached, all))
        const paid = share(BigInt(reached) * BigInt(minesMultiplier(mineCount, safe)), BigInt(all) * 100n)
        expect(minesReturnToPlayer(mineCount, safe)).toEqual(paid)
      }
    }
  })

  test.each(Object.keys(ROW_DIFFICULTIES) as RowDifficulty[])(
    'of row double, %s: every stop, over every tower there is',
    (difficulty) => {
      const { tiles, safe } = ROW_DIFFICULTIES[difficulty]
      // Every row by its safe tiles; the climber always picks the first tile.
      const rows = upTo(2 ** tiles).filter((row) => bitsOf(row) === safe)
      const towers = rows.length ** ROWS
      const reached = new Float64Array(ROWS + 1)
      for (let tower = 0; tower < towers; tower += 1) {
        let [climbed, rest] = [0, tower]
        while (climbed < ROWS && ((rows[rest % rows.length] ?? 0) & 1) === 1) {
          climbed += 1
          rest = Math.floor(rest / rows.length)
        }
        for (let row = 0; row <= climbed; row += 1) reached[row] = (reached[row] ?? 0) + 1
      }
      for (const row of upTo(ROWS).map((at) => at + 1)) {
        const count = reached[row] ?? 0
        expect(rowChance(difficulty, row)).toEqual(share(count, towers))
        const paid = share(count * rowMultiplier(difficulty, row), towers * 100)
        expect(rowReturnToPlayer(difficulty, row)).toEqual(paid)
      }
    },
  )

  test.each(['white', 'red', 'black'] as const)('of double on %s: 14/15 over the fifteen slots', (colour) => {
    const paid = upTo(DOUBLE_SLOTS).reduce((sum, slot) => sum + doublePayoutCents(STAKE, colour, slot), 0)
    expect(share(paid, STAKE * DOUBLE_SLOTS)).toEqual(fraction(14, 15))
    expect(doubleReturnToPlayer(colour)).toEqual(fraction(14, 15))
  })

  const luckyBets: LuckyBet[] = [
    ...(['green', 'red', 'violet'] as const).map((colour) => ({ kind: 'colour', colour }) as const),
    ...(['small', 'big'] as const).map((size) => ({ kind: 'size', size }) as const),
    ...upTo(LUCKY_DIGITS).map((digit) => ({ kind: 'digit', digit }) as const),
  ]
  test.each(luckyBets)('of lucky colour on %j: 96 % over the ten digits', (bet) => {
    const paid = upTo(LUCKY_DIGITS).reduce((sum, digit) => sum + luckyPayoutCents(STAKE, bet, digit), 0)
    expect(share(paid, STAKE * LUCKY_DIGITS)).toEqual(fraction(24, 25))
    expect(luckyReturnToPlayer(bet)).toEqual(fraction(24, 25))
  })
})

/** How many bits of this number are set. */
function bitsOf(number: number): number {
  let count = 0
  for (let rest = number; rest !== 0; rest &= rest - 1) count += 1
  return count
}
