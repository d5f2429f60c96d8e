import * as z from 'zod/mini'
import { centsAbove0, centsFrom0, instant } from './call.ts'

/** The small games by code, used in paths, tables and text keys (`game.<code>`). */
export const gameCodes = ['mines', 'dice', 'limbo', 'luckyColor', 'rowDouble', 'double'] as const

export type GameCode = (typeof gameCodes)[number]

/** The seconds between two draws of double. */
export const doubleRoundSeconds = 30

/** Rooms of lucky colour, by the seconds between two draws. */
export const luckyRooms = ['30', '60', '180', '300'] as const

/** The bets of lucky colour: a colour, a digit, or a half. */
export const luckyPicks = [
  'green',
  'red',
  'violet',
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  'small',
  'big',
] as const

const tile = z.int().check(z.minimum(0), z.maximum(24))

/** The choices with a stake, by game. Permanent bounds are here; each game's rules check the rest. */
export const choices = {
  dice: z.strictObject({
    direction: z.enum(['over', 'under']),
    targetHundredths: z.int().check(z.minimum(0), z.maximum(10_000)),
  }),
  limbo: z.strictObject({
    /** 1.01 to 1,000,000.00 times. */
    targetHundredths: z.int().check(z.minimum(101), z.maximum(100_000_000)),
  }),
  mines: z.strictObject({ mineCount: z.int().check(z.minimum(1), z.maximum(24)) }),
  rowDouble: z.strictObject({ difficulty: z.enum(['easy', 'medium', 'hard', 'expert', 'master']) }),
  double: z.strictObject({ colour: z.enum(['white', 'red', 'black']) }),
  luckyColor: z.strictObject({ room: z.enum(luckyRooms), pick: z.enum(luckyPicks) }),
} as const

/** A player's action in an open round, by game: the next tile, or cash-out. */
export const actions = {
  mines: { tile: z.nullable(tile) },
  rowDouble: { tile: z.nullable(tile) },
} as const

/**
 * A round's visible state, by game: nothing still hidden. Multipliers are ten-thousandths of the stake: 2.0000 is
 * 20000.
 */
export const states = {
  dice: z.object({ resultHundredths: z.int() }),
  limbo: z.object({ resultHundredths: z.int() }),
  mines: z.object({
    opened: z.array(z.int()),
    nextMultiplierE4: z.nullable(z.int()),
    /** Null while the round is open. */
    mines: z.nullable(z.array(z.int())),
  }),
  rowDouble: z.object({
    picks: z.array(z.int()),
    nextMultiplierE4: z.nullable(z.int()),
    /** The safe tiles of each row, bottom first; null while the round is open. */
    safeTiles: z.nullable(z.array(z.array(z.int()))),
  }),
  /** Null until it is drawn. */
  double: z.object({ slot: z.nullable(z.int()) }),
  luckyColor: z.object({ digit: z.nullable(z.int()) }),
} as const

/** What decides a player's round; `serverSeed` is present once the pair was rotated. */
const seeds = z.object({
  serverSeedHash: z.string(),
  serverSeed: z.nullable(z.string()),
  clientSeed: z.string(),
  nonce: z.int(),
})

/** The shared round that decides a bet; its seed is present once drawn. */
const draw = z.object({
  sharedRoundId: z.string(),
  room: z.string(),
  /** The round's number in its chain, from 0. */
  place: z.int(),
  /** The SHA-256 of the first seed of the chain, published before its first round. */
  commitment: z.string(),
  salt: z.string(),
  seed: z.nullable(z.string()),
})

/**
 * The specification's bet result codes of a round. Open: 0 in progress, -10 placed on a future draw. Over: 10 won;
 * lost 20 at once, 4 in a step, -11 by a draw; 90 refunded, -1 abnormal draw. 1000 is the answer to an accepted bet.
 */
export const roundResults = [0, -10, 10, 20, 4, -11, 90, -1] as const

export type RoundResult = (typeof roundResults)[number]

const common = {
  roundId: z.string(),
  stakeCents: centsAbove0,
  payoutCents: centsFrom0,
  /** `refunded`: the stake came back because the round could not be finished. */
  status: z.enum(['open', 'won', 'lost', 'refunded']),
  result: z.literal(roundResults),
  /** The payout, or the current value while open, in ten-thousandths of the stake; 0 if lost. */
  multiplierE4: z.int(),
  at: instant,
  closedAt: z.nullable(instant),
  /** The algorithm and the version of the game's rules: `hmac-sha256/2`. */
  algorithm: z.string(),
  seeds: z.nullable(seeds),
  draw: z.nullable(draw),
}

/** A round of this game on the wire: instant and paced games with seeds, shared ones with a draw. */
export const roundOf = <const G extends GameCode>(game: G) =>
  z.object({ ...common, game: z.literal(game), choice: choices[game], state: states[game] })

/** A round of any small game. */
export const gameRound = z.discriminatedUnion('game', [
  roundOf('dice'),
  roundOf('limbo'),
  roundOf('mines'),
  roundOf('rowDouble'),
  roundOf('double'),
  roundOf('luckyColor'),
])

/** The balance right after a command. */
export const balances = z.object({ balance: z.number(), freeBalance: z.number(), balanceVersion: z.int() })

/** The rooms of shared games. */
export const gameRooms = ['double', ...luckyRooms.map((seconds) => `luckyColor:${seconds}` as const)] as const

/** A shared round as everybody sees it: its seed once drawn. */
const sharedRound = z.object({
  sharedRoundId: z.string(),
  place: z.int(),
  status: z.enum(['open', 'drawn', 'void', 'settled', 'refunded']),
  /** The specification's codes: 0 not drawn yet, 9999 drawn, 8888 cancelled. */
  lotteryStatus: z.literal([0, 9999, 8888]),
  opensAt: instant,
  closesAt: instant,
  drawsAt: instant,
  /** When returns are paid, after the draw was shown. */
  settlesAt: instant,
  endsAt: instant,
  stakes: z.array(z.object({ pick: z.string(), cents: z.int(), bets: z.int() })),
  chain: z.object({ number: z.int(), length: z.int(), commitment: z.string(), salt: z.string() }),
  seed: z.nullable(z.string()),
  /** A slot of the strip, or a digit. */
  outcome: z.nullable(z.int()),
})

/** A shared game's room: current and coming rounds, soonest first, and past draws, newest first. */
export const gameRoom = z.object({
  room: z.enum(gameRooms),
  game: z.enum(gameCodes),
  /** The clock of these times. */
  at: instant,
  rounds: z.array(sharedRound),
  /** The newest bets on them, anonymous. */
  bets: z.array(
    z.object({
      sharedRoundId: z.string(),
      who: z.string(),
      pick: z.string(),
      stakeCents: z.int(),
      payoutCents: z.int(),
    }),
  ),
  history: z.array(z.object({ sharedRoundId: z.string(), place: z.int(), outcome: z.nullable(z.int()) })),
  /** The newest draw's seed. Those of earlier draws, down to the commitment, are its hashes. */
  lastDraw: z.nullable(
    z.object({ place: z.int(), seed: z.string(), commitment: z.string(), salt: z.string() }),
  ),
})
