import { defineEvent } from '../platform/events.ts'

/** A round that many share opened, took bets, was drawn or has ended. */
export const sharedRoundChanged = defineEvent<{ room: string }>('draw.changed')

/** A round of a studio ended: what was staked in it is settled. */
export const studioRoundEnded = defineEvent<{
  playerId: number
  game: string
  roundId: string
  stakeCents: number
  bonusStakeCents: number
  payoutCents: number
}>('studio.ended')

/** A round was played and paid. */
export const roundPlayed = defineEvent<{
  playerId: number
  roundId: number
  game: string
  stakeCents: number
  /** How much of the stake was bonus money. */
  bonusStakeCents: number
  payoutCents: number
}>('round.played')
