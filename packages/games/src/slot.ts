import { cents, type Cents } from '@palpite/money'
import { fairWords, scale, type HmacSha256, type Seeds } from './fairness.ts'
import { SLOT_REELS, SLOT_ROWS, STUDIO_SLOT, type SlotMachine, type SlotSymbol } from './slot-machine.ts'
import { assertPayable } from './stake.ts'

/** A winning line: its number, symbol, length, and pay in hundredths of a line's stake. */
export type LineWin = {
  readonly line: number
  readonly symbol: SlotSymbol
  readonly count: number
  readonly pays: number
}

/** A spin: reel stops, visible symbols (reel by reel, top first), and wins. */
export type Spin = {
  readonly stops: readonly number[]
  readonly window: readonly (readonly SlotSymbol[])[]
  readonly lineWins: readonly LineWin[]
  readonly balls: number
  /** All wins together in hundredths of one line's stake. */
  readonly pays: number
}

/** A spin's stops for these seeds: one word per reel. */
export const spinStops = (hmac: HmacSha256, seeds: Seeds, machine: SlotMachine = STUDIO_SLOT): number[] => {
  const words = fairWords(hmac, seeds, SLOT_REELS)
  return machine.strips.map((reel, place) => scale(words[place] ?? 0, reel.length))
}

/** What the reels show and pay at these stops. Asserts: a stop on each reel. Source: docs/maths/slot.md. */
export const spinAt = (stops: readonly number[], machine: SlotMachine = STUDIO_SLOT): Spin => {
  const window = machine.strips.map((reel, place) => {
    const stop = stops[place]
    if (stop === undefined || !(stop >= 0 && stop < reel.length))
      throw new Error(`no stop ${stop} on reel ${place}`)
    return Array.from({ length: SLOT_ROWS }, (_, row) => symbolAt(reel, stop + row))
  })
  const lineWins = machine.lines.flatMap((rows, line) => {
    const win = bestOnLine(
      rows.map((row, reel) => window[reel]?.[row] ?? 'ball'),
      machine,
    )
    return win ? [{ line, ...win }] : []
  })
  const balls = window.flat().filter((symbol) => symbol === 'ball').length
  const lineStakes = lineWins.reduce((sum, win) => sum + win.pays, 0)
  return {
    stops,
    window,
    lineWins,
    balls,
    pays: lineStakes + ballPays(balls, machine) * machine.lines.length,
  }
}

const symbolAt = (reel: readonly SlotSymbol[], place: number): SlotSymbol =>
  reel[place % reel.length] ?? 'ball'

/** What this many balls in the window pay, in hundredths of the whole stake. */
export const ballPays = (balls: number, machine: SlotMachine): number =>
  balls >= 3 ? (machine.pays.ball[Math.min(balls, 5) - 3] ?? 0) : 0

type Row = Omit<LineWin, 'line'>

/** The better of a line's pay as its first real symbol (stars substituting) and as stars alone. */
const bestOnLine = (symbols: readonly SlotSymbol[], machine: SlotMachine): Row | undefined => {
  const stars = inARow(symbols, (symbol) => symbol === 'star')
  const real = symbols.find((symbol) => symbol !== 'star')
  const asStars = rowOf('star', stars, machine)
  if (real === undefined || real === 'ball') return asStars
  const asReal = rowOf(
    real,
    inARow(symbols, (symbol) => symbol === 'star' || symbol === real),
    machine,
  )
  return (asStars?.pays ?? 0) > (asReal?.pays ?? 0) ? asStars : asReal
}

const inARow = (symbols: readonly SlotSymbol[], fits: (symbol: SlotSymbol) => boolean): number => {
  const broken = symbols.findIndex((symbol) => !fits(symbol))
  return broken === -1 ? symbols.length : broken
}

const rowOf = (symbol: SlotSymbol, count: number, machine: SlotMachine): Row | undefined => {
  const pays = count >= 3 ? (machine.pays[symbol][count - 3] ?? 0) : 0
  return pays > 0 ? { symbol, count, pays } : undefined
}

/** A spin's return for a stake spread over all lines: stake × pays / (100 × lines), rounded down. */
export const slotPayoutCents = (stakeCents: Cents, spin: Spin, machine: SlotMachine = STUDIO_SLOT): Cents => {
  assertPayable(stakeCents)
  return cents(Number((BigInt(stakeCents) * BigInt(spin.pays)) / (100n * BigInt(machine.lines.length))))
}
