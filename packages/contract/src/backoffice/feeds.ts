import * as z from 'zod/mini'
import { instant, nextCursor } from '../call.ts'
import { defineOperatorCalls, idCursor } from './call.ts'

const producer = z.object({
  producer: z.string(),
  status: z.enum(['up', 'recovering', 'down']),
  aliveAt: z.nullable(instant),
  /** Since when messages may be missing. */
  missedSince: z.nullable(instant),
})

/** A feed's health: last message, and producers, if any. */
export const feedHealth = z.object({
  name: z.string(),
  aliveAt: z.nullable(instant),
  producers: z.array(producer),
})

/** The feeds' health and refused messages. */
export const feedCalls = defineOperatorCalls({
  'GET /api/backoffice/feeds': {
    summary: 'Every feed, when it was heard last, and its producers',
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
        /** The feed's own fixture id. */
        feedKey: z.string(),
        sport: z.string(),
        /** The two sides of a match. */
        title: z.nullable(z.string()),
        startsAt: instant,
        /** Its waiting markets. */
        markets: z.int(),
        /**
         * What is missing: `result_missing`, `parts_missing` and others; `feeds_differ` if another feed reports
         * another result.
         */
        reason: z.string(),
        /** If feeds differ, each one's report by its own sides, this fixture's first; otherwise null. */
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
        /** If only one feed voids bets: when the waiting ones were placed, by market. */
        windows: z.array(
          z.object({
            marketId: z.int(),
            type: z.string(),
            period: z.string(),
            lineQuarters: z.nullable(z.int()),
            side: z.nullable(z.enum(['home', 'away'])),
            /** The voiding feed. */
            feed: z.string(),
            /** Null for an open bound. */
            from: z.nullable(instant),
            until: z.nullable(instant),
            /** This fixture's open bets placed in it. */
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
