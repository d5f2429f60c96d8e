import * as z from 'zod/mini'
import { instant, nextCursor, requestId } from '../call.ts'
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

const windowParams = z.strictObject({ windowId: z.string().check(z.regex(/^[1-9]\d{0,14}$/)) })

/** What a decision on late bets would change: how many bets, their returns, and the sums paid and taken back. */
const windowEffect = z.object({
  changed: z.int(),
  returnCents: z.int(),
  paidCents: z.int(),
  takenBackCents: z.int(),
})

/** The feeds' health and refused messages, and what waits for a result. */
export const feedCalls = defineOperatorCalls({
  'GET /api/backoffice/feeds': {
    summary: 'Every feed, when it was heard last, and its producers',
    permission: 'feeds.read',
    query: z.strictObject({}),
    data: z.array(feedHealth),
  },
  'GET /api/backoffice/feeds/waiting': {
    summary:
      'Fixtures with bets that wait for a result, a decision on another feed’s, or one on bets after a goal reported too late, each with the reason',
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
         * another result; `reported_late` if bets were placed after a goal that was reported too late.
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
        /** When bets were placed after a goal or a red card that was reported too late: they wait for two operators. */
        late: z.array(
          z.object({
            windowId: z.int(),
            from: instant,
            until: instant,
            bets: z.int(),
            stakeCents: z.int(),
            words: z.array(
              z.object({ operatorId: z.int(), isVoid: z.boolean(), reason: z.string(), saidAt: instant }),
            ),
          }),
        ),
      }),
    ),
  },
  'GET /api/backoffice/lateWindows/:windowId/preview': {
    summary:
      'What voiding the bets placed after a goal reported too late, or letting them stand, would pay and take back now, by the rules of settlement; changes nothing',
    permission: 'markets.settle',
    params: windowParams,
    data: z.object({
      /** Bets that wait, not cashed out. */
      bets: z.int(),
      stakeCents: z.int(),
      ifVoid: windowEffect,
      ifStands: windowEffect,
      /** There are more bets than were read. */
      isMore: z.boolean(),
    }),
  },
  'POST /api/backoffice/lateWindows/:windowId/decide': {
    summary:
      'Says whether the bets placed after a goal reported too late are void or stand; a second, independent operator has to say the same; audited',
    permission: 'markets.settle',
    needsTwo: true,
    params: windowParams,
    body: z.strictObject({
      requestId,
      isVoid: z.boolean(),
      reason: z.string().check(z.minLength(10), z.maxLength(500)),
    }),
    data: z.object({
      /** `waits`: for an independent operator; `needs_another`: already stated; `not_possible`: it is decided. */
      state: z.enum(['decided', 'waits', 'needs_another', 'not_possible']),
    }),
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
