/** What may be claimed once by one player: reached and not claimed, claimed, still ahead, or missed because it is over. */
export type Award = {
  /** `vip-3`, `ladder-2`, `activity-welcome-1`. */
  awardId: string
  kind: 'vip' | 'ladder' | 'activity'
  /** The reason under which it is given once. */
  sourceKey: string
  step: number
  amountCents: number
  state: 'ahead' | 'ready' | 'claimed' | 'missed'
  claimedAt: Date | null
  endsAt: Date | null
  /** The activity that it belongs to. */
  activityId: string | null
}

/** The awards of each player. */
export type AwardsByPlayer = ReadonlyMap<number, readonly Award[]>
