import * as z from 'zod'
import type { DiceBet } from '@palpite/games'
import { defineSettings } from '../platform/settings/settings.ts'

/** The bounds of one game's stakes and wins. */
export type GameBounds = { minStakeCents: number; maxStakeCents: number; maxPayoutCents: number }

/** What the operator may set for the small games. */
export type GamesSettings = {
  dice: GameBounds
  /** The bet whose exact return to player is published. */
  publishedDiceBet: DiceBet
  /** Rounds in one list, lists under way at once, and rounds that may wait. */
  lists: { size: number; concurrency: number; waiting: number }
  /** Rounds on one page of a player's list. */
  pageSize: number
}

export const gamesSettings: GamesSettings = {
  dice: { minStakeCents: 10, maxStakeCents: 500_000, maxPayoutCents: 10_000_000 },
  publishedDiceBet: { side: 'over', targetHundredths: 5050 },
  lists: { size: 512, concurrency: 2, waiting: 20_000 },
  pageSize: 20,
}

const cents = z.int().min(1).max(1_000_000_000)

/** What operators may set of these; in force for the next list. */
export const gamesSettingsDefinition = defineSettings(
  { module: 'games', takesEffect: 'at_once', defaults: gamesSettings },
  { dice: z.strictObject({ minStakeCents: cents, maxStakeCents: cents, maxPayoutCents: cents }) },
  ({ dice }) => (dice.minStakeCents > dice.maxStakeCents ? 'dice' : undefined),
)
