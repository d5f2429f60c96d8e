import { cents, floorToCents, fraction } from '@palpite/money'

/** What the network's carrying costs the player: SPEC §9 takes 1 USDT off. */
const MINING_MICROS = 1_000_000

/** What a payout in USDT comes to, in reais and in millionths of a USDT. */
type UsdtTerms = { netCents: number; miningCents: number; usdtMicros: number }

/**
 * What of an amount after the fee is sent at a rate (reais for one USDT, in ten-thousandths): broken millionths are
 * dropped, and 1 USDT is kept for the network. Nothing where nothing would be left to send.
 */
export function usdtTerms(afterFeeCents: number, rateE4: number): UsdtTerms | undefined {
  const usdtMicros = Number((BigInt(afterFeeCents) * 100_000_000n) / BigInt(rateE4)) - MINING_MICROS
  const miningCents = floorToCents(fraction(BigInt(rateE4), 100))
  const netCents = cents(afterFeeCents) - miningCents
  return usdtMicros > 0 && netCents > 0 ? { netCents, miningCents, usdtMicros } : undefined
}
