import { cents, type Cents } from '@palpite/money'
import { fraction, type Fraction } from '@palpite/money/fraction'
import { fairWords, scale, type HmacSha256, type Seeds } from './fairness.ts'
import { countSlot } from './slot-count.ts'
import { SLOT_REELS, SLOT_ROWS, STUDIO_SLOT, type SlotMachine } from './slot-machine.ts'
import { slotPayoutCents, spinAt, type Spin } from './slot.ts'

/** The same reels and lines; balls pay nothing here, they give free spins. */
export const FREE_SPIN_SLOT: SlotMachine = { ...STUDIO_SLOT, pays: { ...STUDIO_SLOT.pays, ball: [0, 0, 0] } }

/** How many free spins three, four, and five or more balls give; on free spins too. */
export const FREE_SPINS: readonly [three: number, four: number, five: number] = [3, 5, 10]

/** Far beyond chance: after 200 spins the balls give no more. */
const MAX_SPINS = 200

const freeSpinsOf = (balls: number): number => (balls < 3 ? 0 : (FREE_SPINS[Math.min(balls, 5) - 3] ?? 0))

/** A round: the paid spin, its free spins, and the total return. */
export type SlotRound = { readonly spins: readonly Spin[]; readonly payoutCents: Cents }

/** A whole round for these seeds and stake: five words per spin in sequence. Source: docs/maths/slot.md. */
export const slotRound = (hmac: HmacSha256, seeds: Seeds, stakeCents: Cents): SlotRound => {
  const spins: Spin[] = []
  let total = 1
  let payout = 0
  for (let at = 0; at < total; at += 1) {
    const words = fairWords(hmac, seeds, (at + 1) * SLOT_REELS).slice(at * SLOT_REELS)
    const stops = FREE_SPIN_SLOT.strips.map((reel, place) => scale(words[place] ?? 0, reel.length))
    const spin = spinAt(stops, FREE_SPIN_SLOT)
    spins.push(spin)
    payout += slotPayoutCents(stakeCents, spin, FREE_SPIN_SLOT)
    total = Math.min(MAX_SPINS, total + freeSpinsOf(spin.balls))
  }
  return { spins, payoutCents: cents(payout) }
}

/** How many positions of all reels show this many balls. */
const ballPositions = (machine: SlotMachine): number[] =>
  machine.strips.reduce<number[]>(
    (sums, reel) => {
      const next: number[] = []
      for (const [balls, ways] of sums.entries()) {
        for (let stop = 0; stop < reel.length; stop += 1) {
          const seen = Array.from({ length: SLOT_ROWS }, (_, row) => reel[(stop + row) % reel.length])
          const more = balls + seen.filter((symbol) => symbol === 'ball').length
          next[more] = (next[more] ?? 0) + ways
        }
      }
      return next
    },
    [1],
  )

/**
 * A round's exact return and hit rate. Each spin returns the lines and gives m further spins on average, so the total
 * is lines ÷ (1 - m).
 */
export const countSlotRound = (): { returnToPlayer: Fraction; hitRate: Fraction } => {
  const { positions, lineReturn, hitRate } = countSlot(FREE_SPIN_SLOT)
  const brought = ballPositions(FREE_SPIN_SLOT).reduce(
    (sum, ways, balls) => sum + ways * freeSpinsOf(balls),
    0,
  )
  const { n, d } = lineReturn
  return { returnToPlayer: fraction(n * BigInt(positions), d * BigInt(positions - brought)), hitRate }
}
