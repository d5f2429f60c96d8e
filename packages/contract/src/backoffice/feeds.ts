import * as z from 'zod/mini'
import { instant, nextCursor } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

const producer = z.object({
  producer: z.string(),
  status: z.enum(['up', 'recovering', 'down']),
  aliveAt: z.nullable(instant),
  /** From when on messages may be missing. */
  missedSince: z.nullable(instant),
})

/** How a feed is: when it was heard last, and its producers where it has any. */
export const feedHealth = z.object({
  name: z.string(),
  /** Of two feeds that price one fixture the one with the smaller number does. */
  priority: z.int(),
  aliveAt: z.nullable(instant),
  producers: z.array(producer),
})

/** The feeds of the sportsbook: how they are, and what of them was not taken. */
export const feedCalls = defineOperatorCalls({
  'GET /api/backoffice/feeds': {
    summary: 'Every feed with its priority, when it was heard last, and its producers',
    permission: 'feeds.read',
    query: z.strictObject({}),
    data: z.array(feedHealth),
  },
  'GET /api/backoffice/feeds/waiting': {
    summary:
      'Fixtures that are over with markets that wait for a result, the longest first, each with the reason',
    permission: 'feeds.read',
    query: z.strictObject({}),
    data: z.array(
      z.object({
        fixtureId: z.int(),
        feed: z.string(),
        /** The feed's own name of the fixture. */
        feedKey: z.string(),
        sport: z.string(),
        /** Who plays, where it is a match of two. */
        title: z.nullable(z.string()),
        startsAt: instant,
        /** How many of its markets wait. */
        markets: z.int(),
        /** What is missing, by name: `result_missing`, `parts_missing` and the like; `feeds_differ` where another feed tells another result of the event. */
        reason: z.string(),
        /** Where feeds differ what each says by its own sides, this fixture's first; else nothing. */
        told: z.array(
          z.object({
            fixtureId: z.int(),
            feed: z.string(),
            feedKey: z.string(),
            matchStatus: z.int(),
            home: z.nullable(z.string()),
            away: z.nullable(z.string()),
            homeScore: z.nullable(z.int()),
            awayScore: z.nullable(z.int()),
            winner: z.nullable(z.string()),
          }),
        ),
        /** Where one feed voids bets and another does not: when those were placed that wait, by market. */
        windows: z.array(
          z.object({
            marketId: z.int(),
            type: z.string(),
            period: z.string(),
            lineQuarters: z.nullable(z.int()),
            side: z.nullable(z.enum(['home', 'away'])),
            /** The feed that voids them. */
            feed: z.string(),
            /** Null where it told none. */
            from: z.nullable(instant),
            until: z.nullable(instant),
            /** Open bets on this fixture that were placed in it. */
            bets: z.int(),
            stakeCents: z.int(),
          }),
        ),
      }),
    ),
  },
  'GET /api/backoffice/feeds/refused': {
    summary: 'Messages of feeds that were not taken, the newest first, each with the reason',
    permission: 'feeds.read',
    query: z.strictObject({ cursor: idCursor }),
    data: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          feed: z.string(),
          key: z.nullable(z.string()),
          producer: z.nullable(z.string()),
          kind: z.nullable(z.string()),
          reason: z.string(),
          detail: z.string(),
          sentAt: z.nullable(instant),
          receivedAt: instant,
        }),
      ),
      nextCursor,
    }),
  },
})
