import { readWebhookQueue } from '../cashier/index.ts'
import { readFeeds } from '../feeds/index.ts'
import type { Db } from '../platform/db/index.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok } from '../platform/result.ts'
import {
  readDatabase,
  readPartitions,
  readReaderLags,
  readServers,
  type RunningServer,
} from '../platform/servers.ts'
import { toWireFeed } from './trading-routes.ts'

/** Webhooks are counted up to here: a thousand waiting need attention as much as a million. */
const MAX_COUNTED = 1000

/** The state of the system for operators; each part is one statement that reads a bounded number of rows. */
export function systemRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/system', async () => {
    // Uses one pool connection: this is called when something is wrong, and other requests need theirs.
    const [servers, readers, feeds, webhooks, database, partitions] = await db.begin((tx) =>
      Promise.all([
        readServers(tx),
        readReaderLags(tx),
        readFeeds(tx),
        readWebhookQueue(tx, MAX_COUNTED),
        readDatabase(tx),
        readPartitions(tx),
      ]),
    )
    const { now, ...size } = database
    return ok({
      asOf: now.toISOString(),
      servers: servers.map(toWireServer),
      readers: readers.map(({ oldestAt, ...row }) => ({ ...row, oldestAt: oldestAt?.toISOString() ?? null })),
      feeds: feeds.map(toWireFeed),
      webhooks: { ...webhooks, oldestAt: webhooks.oldestAt?.toISOString() ?? null },
      database: {
        ...size,
        partitions: partitions.map(({ table, until }) => ({ table, until: until.toISOString() })),
      },
    })
  })
}

/** A server's report is as old as its row: its times are relative to the row's. */
function toWireServer({ id, version, startedAt, seenAt, isSilent, status }: RunningServer) {
  const at = (ms: number) => new Date(seenAt.getTime() + ms).toISOString()
  const ago = (ms: number | null) => (ms === null ? null : at(-ms))
  return {
    serverId: id.slice(0, 8),
    version,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isSilent,
    sockets: status.sockets,
    players: status.players,
    jobs: status.jobs.map(({ startedAgoMs, failedAgoMs, nextInMs, ...job }) => ({
      ...job,
      startedAt: ago(startedAgoMs),
      failedAt: ago(failedAgoMs),
      nextAt: at(nextInMs),
    })),
    ports: status.ports.map(({ answeredAgoMs, failedAgoMs, ...port }) => ({
      ...port,
      answeredAt: ago(answeredAgoMs),
      failedAt: ago(failedAgoMs),
    })),
  }
}
