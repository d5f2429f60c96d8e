import { assert } from '../platform/assert.ts'

/** One row of the VIP table. Thresholds are null where the specification shows none: the last level. */
export type VipLevel = {
  level: number
  depositCents: number
  nextTopUpCents: number | null
  nextSettledCents: number | null
  withdrawalsADay: number
  feeBps: number
  /** What reaching it brings, once. */
  awardCents: number
  hasOwnQueue: boolean
}

/** What counts towards a level: all top-ups and all settled stakes of a player. */
type VipProgress = { topUpCents: number; settledCents: number }

/** Where a player stands, and what the next level asks for (READINGS, Player). */
export type VipStanding = {
  level: number
  withdrawalsADay: number
  feeBps: number
  next: { level: number; topUpCents: number; settledCents: number } | null
}

/**
 * The highest level whose deposit threshold is met by all top-ups, with the thresholds of the row before met
 * too. Levels are climbed one by one: a gap ends the climb.
 * Asserts: rows 0, 1, 2 … in order.
 */
export function vipStanding(table: readonly VipLevel[], progress: VipProgress): VipStanding {
  const first = table[0]
  assert(first !== undefined && table.every(({ level }, at) => level === at), 'the VIP table counts from 0')
  let standing = first
  for (const row of table.slice(1)) {
    if (!isReached(standing, row, progress)) break
    standing = row
  }
  const { level, withdrawalsADay, feeBps, nextTopUpCents, nextSettledCents } = standing
  const next =
    nextTopUpCents === null || nextSettledCents === null
      ? null
      : { level: level + 1, topUpCents: nextTopUpCents, settledCents: nextSettledCents }
  return { level, withdrawalsADay, feeBps, next }
}

function isReached(before: VipLevel, row: VipLevel, { topUpCents, settledCents }: VipProgress): boolean {
  return (
    topUpCents >= row.depositCents &&
    before.nextTopUpCents !== null &&
    topUpCents >= before.nextTopUpCents &&
    before.nextSettledCents !== null &&
    settledCents >= before.nextSettledCents
  )
}
