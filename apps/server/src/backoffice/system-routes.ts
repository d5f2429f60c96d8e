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

/** Webhooks are counted up to here: whether a thousand wait or a million, somebody has to look. */
const MAX_COUNTED = 1000

/** How the machine is, for operators; each part is one statement that reads a bounded number of rows. */
export function systemRoutes(api: OperatorApi, db: Db): void {
  serveOperator(api, 'GET /api/backoffice/system', async () => {
    // On one connection of the pool: it is asked for where something is wrong, and then others need theirs.
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

/** What a server told is as old as its row: its times count from when the database took that. */
function toWireServer({ id, version, startedAt, seenAt, isSilent, standing }: RunningServer) {
  const at = (ms: number) => new Date(seenAt.getTime() + ms).toISOString()
  const ago = (ms: number | null) => (ms === null ? null : at(-ms))
  return {
    serverId: id.slice(0, 8),
    version,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isSilent,
    sockets: standing.sockets,
    players: standing.players,
    jobs: standing.jobs.map(({ startedAgoMs, failedAgoMs, nextInMs, ...job }) => ({
      ...job,
      startedAt: ago(startedAgoMs),
      failedAt: ago(failedAgoMs),
      nextAt: at(nextInMs),
    })),
    ports: standing.ports.map(({ answeredAgoMs, failedAgoMs, ...port }) => ({
      ...port,
      answeredAt: ago(answeredAgoMs),
      failedAt: ago(failedAgoMs),
    })),
  }
}
