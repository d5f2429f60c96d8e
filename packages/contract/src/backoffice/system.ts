import * as z from 'zod/mini'
import { instant } from '../call.ts'
import { defineOperatorCalls } from './call.ts'
import { feedHealth } from './feeds.ts'

const job = z.object({
  name: z.string(),
  everyMs: z.int(),
  isRunning: z.boolean(),
  /** Since this server started. */
  runs: z.int(),
  failures: z.int(),
  failuresInARow: z.int(),
  startedAt: z.nullable(instant),
  /** The duration of the last completed run. */
  tookMs: z.nullable(z.int()),
  failedAt: z.nullable(instant),
  /** The next scheduled run; it may be woken earlier. */
  nextAt: instant,
})

const port = z.object({
  /** An outside system: `bank pix`, `national register`, `studio own`. */
  name: z.string(),
  /** Calls since this server started. */
  answered: z.int(),
  failed: z.int(),
  failedInARow: z.int(),
  answeredAt: z.nullable(instant),
  failedAt: z.nullable(instant),
})

/** The system's state: read-only, about no player. */
export const systemCalls = defineOperatorCalls({
  'GET /api/backoffice/system': {
    summary:
      'The state of servers, jobs, called services, outbox readers, feeds, webhooks and database, as last reported by each',
    permission: 'system.read',
    query: z.strictObject({}),
    data: z.object({
      /** By the clock of the database. */
      asOf: instant,
      servers: z.array(
        z.object({
          serverId: z.string(),
          version: z.string(),
          startedAt: instant,
          /** The last report: each server reports every ten seconds. */
          seenAt: instant,
          /** It missed three reports: gone, or hanging. */
          isSilent: z.boolean(),
          sockets: z.int(),
          /** Players connected to this server; one on two servers counts on both. */
          players: z.int(),
          jobs: z.array(job),
          ports: z.array(port),
        }),
      ),
      readers: z.array(
        z.object({
          name: z.string(),
          /** Outbox rows it has not processed; at least this many if `isMore`. */
          behind: z.int(),
          isMore: z.boolean(),
          oldestAt: z.nullable(instant),
        }),
      ),
      feeds: z.array(feedHealth),
      webhooks: z.object({
        /** Both counted up to a thousand. */
        parked: z.int(),
        waiting: z.int(),
        oldestAt: z.nullable(instant),
      }),
      database: z.object({
        version: z.string(),
        bytes: z.int(),
        connections: z.int(),
        maxConnections: z.int(),
        /** How far each time-partitioned table has partitions, the shortest first. */
        partitions: z.array(z.object({ table: z.string(), until: instant })),
      }),
    }),
  },
})
