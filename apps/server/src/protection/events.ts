import { defineEvent } from '../platform/events.ts'

/** A player asked for another daily loss limit, null for none; `waits` when it does not hold yet. */
export const limitChanged = defineEvent<{ playerId: number; dailyLossCents: number | null; waits: boolean }>(
  'limit.changed',
)
