import type { GameCode } from '@palpite/contract'
import * as z from 'zod'
import { defineSettings } from '../platform/settings.ts'

/** One game's limits of stakes and wins. A closed game takes no new rounds; open ones are played to their end. */
export type GameBounds = {
  isOpen: boolean
  minStakeCents: number
  maxStakeCents: number
  maxPayoutCents: number
  /**
   * Minimum time since the player's last round began, in any game. 0 for shared games: the draw sets their pace, and a
   * player may place several bets on one draw.
   */
  minRoundMs: number
}

/** The settings of the small games that operators may change. */
export type GamesSettings = Record<GameCode, GameBounds> & {
  /** The maximum return of one shared round, whatever is drawn. */
  sharedMaxLiabilityCents: number
  /** Hours after which an open round is closed by rule: cashed out or refunded. */
  idleHours: number
  /** Minutes without activity after which a studio game is closed. */
  studioIdleMinutes: number
  /**
   * The minimum time from a round's stake to the stake of the next round, in the terms of each session. The studio keeps
   * it, not the wallet: docs/decisions/0090.
   */
  studioMinRoundMs: number
  /** How often free round winnings must be wagered before they become cash. */
  freeRoundTimes: number
  /** Rounds in one list, lists under way at once, and rounds that may wait. */
  lists: { size: number; concurrency: number; waiting: number }
  /** The figure of players online: the count times `factor`, plus a random number below `randomBelow`. */
  online: { factor: number; randomBelow: number }
  /** Rounds per page of a player's list. */
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

/** The settings operators may change; in force for the next list. */
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
