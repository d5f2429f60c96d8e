import * as z from 'zod/mini'
import { centsAbove0, centsFrom0, cursor, defineCalls, instant, nextCursor, requestId } from './call.ts'

/** The small games, by the code used in paths, tables and text keys (`game.<code>`). */
export const gameCodes = ['mines', 'dice', 'limbo', 'luckyColor', 'rowDouble', 'double'] as const
const clientSeed = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))

/** What a player may know of the seeds in use: the server seed only by its hash. */
const seeds = z.object({
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  /** How many rounds this pair has played: the next round's nonce. */
  nonce: z.int(),
  nextServerSeedHash: z.string(),
  algorithm: z.string(),
})

/** A finished round of an instant game; `serverSeed` is there once the pair was rotated out. */
const round = z.object({
  roundId: z.string(),
  game: z.enum(gameCodes),
  stakeCents: centsAbove0,
  payoutCents: centsFrom0,
  at: instant,
  serverSeedHash: z.string(),
  serverSeed: z.nullable(z.string()),
  clientSeed: z.string(),
  nonce: z.int(),
  algorithm: z.string(),
  dice: z.object({
    direction: z.enum(['over', 'under']),
    targetHundredths: z.int(),
    resultHundredths: z.int(),
    /** Ten-thousandths: 2.0000× is 20000. */
    multiplierE4: z.int(),
  }),
})

/** Small games and their seeds. */
export const gamesCalls = defineCalls({
  'GET /api/app/games/seeds': {
    summary: 'The seeds in use, the server seed by its hash',
    access: 'player',
    data: seeds,
  },
  'POST /api/app/games/rotateSeeds': {
    summary: 'Reveals the server seed in use and starts the next pair',
    access: 'player',
    body: z.strictObject({ clientSeed }),
    data: z.object({ revealed: z.object({ serverSeed: z.string(), serverSeedHash: z.string() }), seeds }),
  },
  'POST /api/app/games/dice/betPlay': {
    summary: 'Plays a round of dice',
    access: 'player',
    body: z.strictObject({
      requestId,
      stakeCents: centsAbove0,
      direction: z.enum(['over', 'under']),
      targetHundredths: z.int().check(z.minimum(0), z.maximum(10_000)),
    }),
    data: z.object({
      ...round.shape,
      balance: z.number(),
      freeBalance: z.number(),
      balanceVersion: z.int(),
    }),
  },
  'GET /api/app/games/rounds': {
    summary: "The player's rounds, newest first",
    access: 'player',
    query: z.strictObject({ game: z.optional(z.enum(gameCodes)), cursor }),
    data: z.object({ rounds: z.array(round), next: nextCursor }),
  },
  'GET /api/app/games/rounds/:roundId': {
    summary: 'One round of the player, to verify',
    access: 'player',
    params: z.strictObject({ roundId: z.string().check(z.regex(/^\d{1,18}$/)) }),
    data: round,
  },
  'GET /api/app/games/rules': {
    summary: 'Stakes, bounds and the exact return to player of each game',
    access: 'visitor',
    data: z.array(
      z.object({
        game: z.enum(gameCodes),
        minStakeCents: centsAbove0,
        maxStakeCents: centsAbove0,
        maxPayoutCents: centsAbove0,
        returnToPlayer: z.number(),
      }),
    ),
  },
})
