import { SPORTS } from '@palpite/odds/sports'
import * as z from 'zod/mini'
import { defineCalls } from './call.ts'
import { fixture, sport, standing, wireId } from './sportsbook.ts'

/** A player follows so many matches and sides; of more the oldest are forgotten. */
export const maxFavourites = 200

const { matchStatus, clock, state } = standing

/** How a match came to stand as it does, and which matches and sides a player follows. */
export const followCalls = defineCalls({
  'GET /api/app/sportsbook/moments/:fixtureId': {
    summary: 'How a match stood at each turn since its start, the oldest first; of a long one the last 400',
    access: 'visitor',
    params: z.strictObject({ fixtureId: wireId }),
    /** `version` is the one of the fixture that stood so first. */
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
      /** Each side with a match it took part in, by which it is followed no longer. */
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
      /** Which side; without it the match alone. */
      side: z.optional(z.enum(['home', 'away'])),
      isFavourite: z.boolean(),
    }),
    data: z.object({ isFavourite: z.boolean() }),
  },
})
