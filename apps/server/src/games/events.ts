import { defineEvent } from '../platform/events.ts'

/** A shared round opened, got bets, was drawn or ended. */
export const sharedRoundChanged = defineEvent<{ room: string }>('draw.changed')

/** A studio round ended, by its studio or by rule; one ended by rule is published again when its studio says how it ended. */
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
