import * as z from 'zod/mini'
import { defineCalls, instant } from './call.ts'

/** A game of a studio: `<studio>-<game>`. */
export const studioGameCode = z.string().check(z.regex(/^[a-z0-9]{2,20}-[a-z0-9]{2,30}$/))

const studioGame = z.object({
  code: z.string(),
  studio: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  /** The exact return to player, in millionths. */
  returnPpm: z.int(),
  volatility: z.enum(['low', 'medium', 'high']),
  pictureUrl: z.string(),
  hasDemo: z.boolean(),
  minStakeCents: z.int(),
  maxStakeCents: z.int(),
})

/** The open game: the specification's fields, and those of the bar around its frame. */
const inPlay = z.object({
  code: z.string(),
  name: z.string(),
  /** Its address in the app. */
  url: z.string(),
  /** Cash and bonus, in reais. */
  balance: z.number(),
  openedAt: instant,
  stakedCents: z.int(),
  returnedCents: z.int(),
  /** Whether a round is undecided. */
  hasOpenRound: z.boolean(),
})

const ofPlayer = { access: 'player', isForTestAccount: true } as const

/** Studio games: catalogue, launch, the open game. */
export const studioGamesCalls = defineCalls({
  'GET /api/app/game/catalogue': {
    summary: 'The games of studios, by name',
    access: 'visitor',
    query: z.strictObject({
      search: z.optional(z.string().check(z.maxLength(60))),
      tag: z.optional(z.string().check(z.regex(/^[a-z-]{2,20}$/))),
    }),
    data: z.array(studioGame),
  },
  'GET /api/app/game/mine': {
    summary: "The player's favourites, the games played last, and free rounds",
    access: 'player',
    data: z.object({
      favourites: z.array(z.string()),
      recents: z.array(z.string()),
      /** Available free rounds, soonest end first. */
      freeRounds: z.array(
        z.object({ code: z.string(), left: z.int(), stakeCents: z.int(), endsAt: instant }),
      ),
    }),
  },
  'POST /api/app/game/favourite': {
    summary: 'Keeps a game among the favourites, or no longer',
    ...ofPlayer,
    body: z.strictObject({ code: studioGameCode, isFavourite: z.boolean() }),
    data: z.object({ isFavourite: z.boolean() }),
  },
  'POST /api/app/game/launch': {
    summary: 'Opens a game, or goes on with it: the address of its frame, with a token that is good once',
    ...ofPlayer,
    body: z.strictObject({ code: studioGameCode }),
    isWithinLicence: true,
    data: z.object({ game: studioGame, frameUrl: z.string() }),
  },
  'POST /api/app/game/demo': {
    summary: 'The address of a game that is played without money',
    access: 'visitor',
    body: z.strictObject({ code: studioGameCode }),
    data: z.object({ game: studioGame, frameUrl: z.string() }),
  },
  'GET /api/app/game/inPlay': {
    summary: 'The open game of a studio, or null',
    access: 'player',
    data: z.nullable(inPlay),
  },
  'GET /api/app/game/stopGame': {
    summary: 'Closes the open game',
    ...ofPlayer,
    isChange: true,
    data: z.object({ code: z.nullable(z.string()) }),
  },
  'POST /api/app/game/stopGame': {
    summary:
      'Notes that the player left the open game: it is closed, unless a round of it is open, which can be gone on with',
    ...ofPlayer,
    data: z.object({ code: z.nullable(z.string()) }),
  },
})
