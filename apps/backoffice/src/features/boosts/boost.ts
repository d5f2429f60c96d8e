import { boostedPrice, priceMilli } from '@palpite/odds'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

export type Boost = DataOf<'GET /api/backoffice/boosts'>[number]
export type BoostableFixture = DataOf<'GET /api/backoffice/boosts/fixtures'>[number]

export type BoostState = 'active' | 'ended' | 'over'

/** A boost is active, was ended by an operator, or is over by its time. */
export const boostStateOf = ({ endsAt, endedAt }: Pick<Boost, 'endsAt' | 'endedAt'>, now: Date): BoostState =>
  endedAt !== null ? 'ended' : new Date(endsAt) > now ? 'active' : 'over'

export const boostStateNames = {
  active: 'boosts.state.active',
  ended: 'boosts.state.ended',
  over: 'boosts.state.over',
} as const satisfies Record<BoostState, TextKey>

export const boostStateTones = { active: 'win', ended: 'warn', over: 'neutral' } as const

/** The bounds of the server. */
const MAX_BPS = 10_000
const MIN_STAKE_CENTS = 100
const MAX_STAKE_CENTS = 10_000_000

type Wish = { price: number; bps: number | undefined; maxStakeCents: number | undefined }

/**
 * The price that players get, in thousandths, and what one player can win more by it, in cents; undefined for a boost that
 * the server refuses.
 */
export function effectOf({
  price,
  bps,
  maxStakeCents,
}: Wish): { boostedMilli: number; costCents: number } | undefined {
  if (bps === undefined || bps < 1 || bps > MAX_BPS) return undefined
  if (maxStakeCents === undefined || maxStakeCents < MIN_STAKE_CENTS || maxStakeCents > MAX_STAKE_CENTS)
    return undefined
  return {
    boostedMilli: boostedPrice(priceMilli(price), bps),
    costCents: Math.ceil((maxStakeCents * (price - 1000) * bps) / 10_000_000),
  }
}

const MINUTE_MS = 60_000

/** When a boost ends that many minutes before its match; undefined if that is no whole number or has passed. */
export function endOf(startsAt: string, typed: string, now: Date): string | undefined {
  if (!/^\d{1,4}$/.test(typed)) return undefined
  const endsAt = new Date(Date.parse(startsAt) - Number(typed) * MINUTE_MS)
  return endsAt > now ? endsAt.toISOString() : undefined
}
