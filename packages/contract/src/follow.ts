import { SPORTS } from '@palpite/odds/sports'
import * as z from 'zod/mini'
import { defineCalls } from './call.ts'
import { fixture, sport, fixtureState, wireId } from './sportsbook.ts'

/** The maximum followed items; the oldest are dropped beyond it. */
export const maxFavourites = 200

const { matchStatus, clock, state } = fixtureState

/** A match's state history, and a player's followed matches and sides. */
export const followCalls = defineCalls({
  'GET /api/app/sportsbook/moments/:fixtureId': {
    summary: 'How a match stood at each turn since its start, the oldest first; of a long one the last 400',
    access: 'visitor',
    params: z.strictObject({ fixtureId: wireId }),
    /** `version` is the fixture version that first had this state. */
    data: z.array(z.object({ version: z.int(), matchStatus, clock, state })),
  },
  'GET /api/app/sportsbook/favourites': {
    summary: 'The matches that are not over, and the sides, which the player follows',
    access: 'player',
    data: z.object({
      fixtureIds: z.array(wireId),
      teams: z.array(z.object({ sport: z.enum(SPORTS), name: z.string() })),
    }),
  },
  'GET /api/app/sportsbook/followed': {
    summary:
      'All that the player follows, of all sports: the next 60 matches, live ones first, without markets; and the sides',
    access: 'player',
    data: z.object({
      fixtures: z.array(fixture),
      /** Each side with one of its matches, used to unfollow it. */
      teams: z.array(
        z.object({ sport, name: z.string(), fixtureId: wireId, side: z.enum(['home', 'away']) }),
      ),
    }),
  },
  'POST /api/app/sportsbook/favourite': {
    summary: 'Follows a match, or one of its sides in all its matches; or no longer',
    access: 'player',
    isForTestAccount: true,
    body: z.strictObject({
      fixtureId: wireId,
      /** The side; without it only the match. */
      side: z.optional(z.enum(['home', 'away'])),
      isFavourite: z.boolean(),
    }),
    data: z.object({ isFavourite: z.boolean() }),
  },
})
