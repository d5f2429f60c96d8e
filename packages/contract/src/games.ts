import * as z from 'zod/mini'
import { centsAbove0, defineCalls, instant, nextCursor, publicId, requestId } from './call.ts'
import {
  actions,
  balances,
  choices,
  type GameCode,
  gameCodes,
  gameRoom,
  gameRooms,
  gameRound,
  roundOf,
} from './game-rounds.ts'

const roundId = publicId
const clientSeed = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))

/** A player's current seeds: the server seed only by its hash. */
const seeds = z.object({
  serverSeedHash: z.string(),
  clientSeed: z.string(),
  /** How many rounds used this pair: the next round's nonce. */
  nonce: z.int(),
  nextServerSeedHash: z.string(),
  algorithm: z.string(),
})

/** The answer of a played or continued round, with the balance. */
const playedRound = <const G extends GameCode>(game: G) =>
  z.object({ round: roundOf(game), ...balances.shape })

/** The answer of an accepted bet, with the specification's code. */
const acceptedBet = <const G extends GameCode>(game: G) =>
  z.object({ result: z.literal(1000), ...playedRound(game).shape })

/** A stake on a round of this game, with its choices. */
const betOf = <const G extends GameCode>(game: G) =>
  z.strictObject({ requestId, stakeCents: centsAbove0, ...choices[game].shape })

/** The next step in an open round; `tile` null cashes out. */
const stepOf = <const G extends keyof typeof actions>(game: G) =>
  z.strictObject({ requestId, roundId, ...actions[game] })

const win = {
  winId: z.string(),
  who: z.string(),
  stakeCents: centsAbove0,
  payoutCents: centsAbove0,
  multiplierE4: z.int(),
  at: instant,
}

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
    isForTestAccount: true,
    body: z.strictObject({ clientSeed }),
    data: z.object({ revealed: z.object({ serverSeed: z.string(), serverSeedHash: z.string() }), seeds }),
  },
  'POST /api/app/games/dice/betPlay': {
    summary: 'Plays a round of dice',
    access: 'player',
    isForTestAccount: true,
    body: betOf('dice'),
    isWithinLicence: true,
    begins: 'games',
    decidesMaintenance: true,
    data: acceptedBet('dice'),
  },
  'POST /api/app/games/limbo/betPlay': {
    summary: 'Plays a round of limbo',
    access: 'player',
    isForTestAccount: true,
    body: betOf('limbo'),
    isWithinLicence: true,
    begins: 'games',
    decidesMaintenance: true,
    data: acceptedBet('limbo'),
  },
  'POST /api/app/games/mines/betPlay': {
    summary: 'Begins a round of mines',
    access: 'player',
    isForTestAccount: true,
    body: betOf('mines'),
    isWithinLicence: true,
    begins: 'games',
    decidesMaintenance: true,
    data: acceptedBet('mines'),
  },
  'POST /api/app/games/mines/step': {
    summary: 'Opens a tile of an open round of mines, or takes its money',
    access: 'player',
    isForTestAccount: true,
    body: stepOf('mines'),
    data: playedRound('mines'),
  },
  'POST /api/app/games/rowDouble/betPlay': {
    summary: 'Begins a climb of row double',
    access: 'player',
    isForTestAccount: true,
    body: betOf('rowDouble'),
    isWithinLicence: true,
    begins: 'games',
    decidesMaintenance: true,
    data: acceptedBet('rowDouble'),
  },
  'POST /api/app/games/rowDouble/step': {
    summary: 'Picks a tile of the next row of an open climb, or takes its money',
    access: 'player',
    isForTestAccount: true,
    body: stepOf('rowDouble'),
    data: playedRound('rowDouble'),
  },
  'POST /api/app/games/double/betPlay': {
    summary: 'Bets on a colour of the round of double that takes bets',
    access: 'player',
    isForTestAccount: true,
    body: betOf('double'),
    isWithinLicence: true,
    begins: 'games',
    decidesMaintenance: true,
    data: acceptedBet('double'),
  },
  'POST /api/app/games/luckyColor/betPlay': {
    summary: 'Bets on the round of lucky colour that takes bets in this room',
    access: 'player',
    isForTestAccount: true,
    body: betOf('luckyColor'),
    isWithinLicence: true,
    begins: 'games',
    decidesMaintenance: true,
    data: acceptedBet('luckyColor'),
  },
  'POST /api/app/games/shared/cancel': {
    summary: 'Takes a bet on a shared round back while it still takes bets',
    access: 'player',
    isForTestAccount: true,
    body: z.strictObject({ roundId }),
    data: z.object({ round: gameRound, ...balances.shape }),
  },
  'GET /api/app/games/shared/:room': {
    summary: 'A room of a shared game: its rounds, bets and draws',
    access: 'visitor',
    params: z.strictObject({ room: z.enum(gameRooms) }),
    data: gameRoom,
  },
  'GET /api/app/games/wins/:game': {
    summary: 'The last wins of a game, newest first, nobody by name',
    access: 'visitor',
    params: z.strictObject({ game: z.enum(gameCodes) }),
    data: z.array(z.object(win)),
  },
  'GET /api/app/games/wins': {
    summary: 'The last wins of all games, newest first, nobody by name',
    access: 'visitor',
    data: z.array(z.object({ ...win, game: z.enum(gameCodes) })),
  },
  'GET /api/app/games/online': {
    summary: 'How many players are online, and what the figure shown of it is made of',
    access: 'visitor',
    data: z.object({
      players: z.int(),
      /** The figure is the true count: the compliance profile forbids any other. */
      isCount: z.boolean(),
      factor: z.int(),
      randomBelow: z.int(),
    }),
  },
  'GET /api/app/games/open': {
    summary: "The player's open rounds, oldest first",
    access: 'player',
    data: z.array(gameRound),
  },
  'GET /api/app/games/rounds': {
    summary: "The player's rounds, newest first",
    access: 'player',
    query: z.strictObject({
      game: z.optional(z.enum(gameCodes)),
      status: z.optional(z.enum(['open', 'won', 'lost', 'refunded'])),
      cursor: z.optional(publicId),
    }),
    data: z.object({ rounds: z.array(gameRound), next: nextCursor }),
  },
  'GET /api/app/games/rounds/:roundId': {
    summary: 'One round of the player, to verify',
    access: 'player',
    params: z.strictObject({ roundId }),
    data: gameRound,
  },
  'GET /api/app/games/records': {
    summary: 'Which rounds the player can take away as files: by revealed pair of seeds, and of draws',
    access: 'player',
    data: z.object({
      pairs: z.array(
        z.object({ serverSeedHash: z.string(), revealedAt: instant, rounds: z.int(), parts: z.int() }),
      ),
      shared: z.object({ rounds: z.int(), parts: z.int() }),
    }),
  },
  'GET /api/app/games/record': {
    summary:
      'A signed file of rounds of a revealed pair, or of draws, to be worked out again without a network',
    access: 'player',
    query: z.strictObject({
      serverSeedHash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
      part: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
    }),
    data: z.object({
      /** As `RoundsRecord` of `@palpite/games/record`; the signature covers its JSON. */
      content: z.record(z.string(), z.unknown()),
      publicKey: z.string(),
      signature: z.string(),
    }),
  },
  'GET /api/app/games/rules': {
    summary: 'Stakes, bounds and the exact return to player of each game',
    access: 'visitor',
    data: z.array(
      z.object({
        game: z.enum(gameCodes),
        isOpen: z.boolean(),
        minStakeCents: centsAbove0,
        maxStakeCents: centsAbove0,
        maxPayoutCents: centsAbove0,
        returnToPlayer: z.number(),
        /** The return range over all choices and cash-out steps, where the one above is only one of them. */
        returnBounds: z.optional(z.object({ least: z.number(), most: z.number() })),
        /** The hours after which an open round of a step game is ended automatically. */
        idleHours: z.optional(z.int()),
      }),
    ),
  },
})
