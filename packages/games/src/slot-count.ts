import { fraction, type Fraction } from '@palpite/money/fraction'
import { SLOT_ROWS, STUDIO_SLOT, type SlotMachine, type SlotSymbol } from './slot-machine.ts'
import { ballPays } from './slot.ts'

/** All reel positions together: total pays, winning positions, and the best one in hundredths of a line. */
export type SlotCount = {
  readonly positions: number
  readonly returnToPlayer: Fraction
  readonly lineReturn: Fraction
  readonly hitRate: Fraction
  readonly greatestPays: number
}

/** An unbroken line: its real symbol (none while all are stars), length, leading stars. */
type Live = {
  readonly line: number
  readonly real?: SlotSymbol
  readonly count: number
  readonly stars: number
}

type Walk = {
  readonly reel: number
  readonly live: readonly Live[]
  readonly paid: number
  readonly balls: number
}

/**
 * Exact return and hit rate by counting every reel position once: 3,200,000 in about a second. Lines are followed reel
 * by reel, so a broken one costs nothing further. Source: docs/maths/slot.md.
 */
export const countSlot = (machine: SlotMachine = STUDIO_SLOT): SlotCount => {
  const sums = { lines: 0, balls: 0, hits: 0, greatest: 0 }
  const windows = machine.strips.map((reel) => reel.map((_, stop) => windowAt(reel, stop)))
  const walk = ({ reel, live, paid, balls }: Walk): void => {
    const stops = windows[reel]
    if (!stops) {
      const lines = live.reduce((sum, row) => sum + rowPays(row, machine), paid)
      const scattered = ballPays(balls, machine) * machine.lines.length
      sums.lines += lines
      sums.balls += scattered
      sums.hits += lines + scattered > 0 ? 1 : 0
      sums.greatest = Math.max(sums.greatest, lines + scattered)
      return
    }
    for (const window of stops)
      walk({ reel: reel + 1, balls: balls + window.balls, ...follow(window.symbols, reel) })
    function follow(symbols: readonly SlotSymbol[], place: number): { live: Live[]; paid: number } {
      const kept: Live[] = []
      let won = paid
      for (const row of live) {
        const next = extend(row, symbols[machine.lines[row.line]?.[place] ?? 0] ?? 'ball')
        if (next) kept.push(next)
        else won += rowPays(row, machine)
      }
      return { live: kept, paid: won }
    }
  }
  walk({ reel: 0, live: machine.lines.map((_, line) => ({ line, count: 0, stars: 0 })), paid: 0, balls: 0 })
  const positions = windows.reduce((product, stops) => product * stops.length, 1)
  const whole = BigInt(positions) * 100n * BigInt(machine.lines.length)
  return {
    positions,
    returnToPlayer: fraction(BigInt(sums.lines + sums.balls), whole),
    lineReturn: fraction(BigInt(sums.lines), whole),
    hitRate: fraction(sums.hits, positions),
    greatestPays: sums.greatest,
  }
}

const windowAt = (reel: readonly SlotSymbol[], stop: number): { symbols: SlotSymbol[]; balls: number } => {
  const symbols = Array.from({ length: SLOT_ROWS }, (_, row) => reel[(stop + row) % reel.length] ?? 'ball')
  return { symbols, balls: symbols.filter((symbol) => symbol === 'ball').length }
}

/** The line with one more symbol; undefined if that breaks it. */
const extend = (row: Live, symbol: SlotSymbol): Live | undefined => {
  if (symbol === 'ball') return undefined
  const count = row.count + 1
  if (symbol === 'star') return row.real ? { ...row, count } : { ...row, count, stars: count }
  if (row.real && row.real !== symbol) return undefined
  return { line: row.line, real: symbol, count, stars: row.stars }
}

const rowPays = (row: Live, machine: SlotMachine): number => {
  const pays = (symbol: SlotSymbol, count: number): number =>
    count >= 3 ? (machine.pays[symbol][count - 3] ?? 0) : 0
  return Math.max(row.real ? pays(row.real, row.count) : 0, pays('star', row.stars))
}
