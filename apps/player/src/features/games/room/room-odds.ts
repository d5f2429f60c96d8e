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
 * What one bet on this pick is. A colour that pays less on a digit is told by the less: what is said of losing is then a
 * little more than the chance, never less.
 */
export function pickOdds(room: RoomName, pick: string): RoundOdds {
  if (room === 'double') {
    const wins = DOUBLE_STRIP.filter((slot) => doubleColour(slot) === pick).length
    return { chance: wins / DOUBLE_SLOTS, multiplierE4: DOUBLE_PAYS[pick as DoubleColour] * 100 }
  }
  const { wins, leastPays } = termsOf(pick)
  return { chance: wins / LUCKY_DIGITS, multiplierE4: leastPays * 100 }
}

/** The bounds of a stake on this pick: what it pays at most is no more than a round pays. */
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
