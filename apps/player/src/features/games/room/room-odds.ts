import {
  DOUBLE_PAYS,
  DOUBLE_SLOTS,
  DOUBLE_STRIP,
  type DoubleColour,
  doubleColour,
  LUCKY_DIGITS,
} from '@palpite/games'
import type { RoundOdds } from '../auto/chance-of-ruin.ts'
import { termsOf } from '../lucky-color/picks.ts'
import type { StakeBounds } from '../stake.ts'
import type { RoomName } from './use-game-room.ts'

/**
 * A bet on this pick. A colour that pays less on a digit counts with the lower payout, so the chance of ruin may be
 * slightly too high, never too low.
 */
export function pickOdds(room: RoomName, pick: string): RoundOdds {
  if (room === 'double') {
    const wins = DOUBLE_STRIP.filter((slot) => doubleColour(slot) === pick).length
    return { chance: wins / DOUBLE_SLOTS, multiplierE4: DOUBLE_PAYS[pick as DoubleColour] * 100 }
  }
  const { wins, leastPays } = termsOf(pick)
  return { chance: wins / LUCKY_DIGITS, multiplierE4: leastPays * 100 }
}

/** The stake bounds on this pick: its maximum payout is at most a round's. */
export function roomStakeBounds(
  room: RoomName,
  pick: string | undefined,
  { minStakeCents, maxStakeCents, maxPayoutCents }: Omit<StakeBounds, 'maxPaidStakeCents'>,
): StakeBounds {
  const pays =
    pick === undefined ? 100 : room === 'double' ? DOUBLE_PAYS[pick as DoubleColour] : termsOf(pick).pays
  return {
    minStakeCents,
    maxStakeCents,
    maxPayoutCents,
    maxPaidStakeCents: Math.floor((maxPayoutCents * 100) / pays),
  }
}
