import type { GameCode } from '@palpite/contract'
import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'

/**
 * One game's bounds of stakes and wins. A game that is not open takes no new rounds; those that are open are played to their
 * end.
 */
export type GameBounds = {
  isOpen: boolean
  minStakeCents: number
  maxStakeCents: number
  maxPayoutCents: number
  /**
   * A player's round begins at least so long after the player's last one, whatever its game. Of a game whose draw many share
   * the draw's own time is that: several bets on one draw are one round, and none of them waits.
   */
  minRoundMs: number
}

/** What the operator may set for the small games. */
export type GamesSettings = Record<GameCode, GameBounds> & {
  /** The most that one round of a shared game may return, whatever is drawn. */
  sharedMaxLiabilityCents: number
  /** Hours after which an open round is closed by rule: its money is taken, or the stake comes back. */
  idleHours: number
  /** Minutes after which a game of a studio is closed that nothing is heard of. */
  studioIdleMinutes: number
  /** The shortest time of a studio's round. */
  studioMinRoundMs: number
  /** How often what a free round won is wagered before it becomes cash. */
  freeRoundTimes: number
  /** Rounds in one list, lists under way at once, and rounds that may wait. */
  lists: { size: number; concurrency: number; waiting: number }
  /** What the figure of players online is made of: so many times their count, and a number below. */
  online: { factor: number; randomBelow: number }
  /** Rounds on one page of a player's list. */
  pageSize: number
}

const bounds: GameBounds = {
  isOpen: true,
  minStakeCents: 10,
  maxStakeCents: 500_000,
  maxPayoutCents: 10_000_000,
  minRoundMs: 200,
}

const shared: GameBounds = { ...bounds, minRoundMs: 0 }

export const gamesSettings: GamesSettings = {
  mines: bounds,
  dice: bounds,
  limbo: bounds,
  luckyColor: shared,
  rowDouble: bounds,
  double: shared,
  sharedMaxLiabilityCents: 50_000_000,
  idleHours: 24,
  studioIdleMinutes: 30,
  studioMinRoundMs: 2500,
  freeRoundTimes: 2,
  lists: { size: 512, concurrency: 2, waiting: 20_000 },
  online: { factor: 101, randomBelow: 100 },
  pageSize: 20,
}

const cents = z.int().min(1).max(1_000_000_000)
const game = z.strictObject({
  isOpen: z.boolean(),
  minStakeCents: cents,
  maxStakeCents: cents,
  maxPayoutCents: cents,
  minRoundMs: z.int().min(0).max(60_000),
})
const games = { mines: game, dice: game, limbo: game, luckyColor: game, rowDouble: game, double: game }

/** What operators may set of these; in force for the next list. */
export const gamesSettingsDefinition = defineSettings(
  { module: 'games', takesEffect: 'at_once', defaults: gamesSettings },
  {
    ...games,
    sharedMaxLiabilityCents: cents,
    idleHours: z.int().min(1).max(720),
    studioIdleMinutes: z.int().min(5).max(720),
    studioMinRoundMs: z.int().min(0).max(60_000),
    freeRoundTimes: z.int().min(1).max(50),
    online: z.strictObject({ factor: z.int().min(1).max(1000), randomBelow: z.int().min(0).max(1000) }),
  },
  (settings) =>
    (Object.keys(games) as GameCode[]).find(
      (code) => settings[code].minStakeCents > settings[code].maxStakeCents,
    ),
)
