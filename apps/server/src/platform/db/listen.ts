import pg from 'pg'
import { present } from '../errors.ts'

/** Identifies one connection over the life of this database: a process id can be reused, with another start time. */
export type Session = { pid: number; startedAt: string }

/**
 * `onSession` is called with the session once it is subscribed, and with undefined when it is lost:
 * notifications in between are missed.
 */
export type SubscriptionHandlers = {
  onMessage: (payload: string) => void
  onSession: (session: Session | undefined) => void
}

export type Subscription = { stop: () => Promise<void> }

/** The delay before a lost connection is reopened. */
const RETRY_MS = 1000

/** Subscribes to a channel (`pg_notify`), on its own connection, which is reopened when lost. */
export function listen(
  url: string,
  channel: string,
  { onMessage, onSession }: SubscriptionHandlers,
): Subscription {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  const open = async () => {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'palpite-listening',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    client = own
    own.on('notification', ({ payload }) => onMessage(payload ?? ''))
    own.on('error', () => lost(own))
    own.on('end', () => lost(own))
    await own.connect()
    await own.query(`listen ${pg.escapeIdentifier(channel)}`)
    const { rows } = await own.query<Session>(
      `select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
    )
    if (client === own) onSession(present(rows[0], 'the session that asks'))
  }
  const lost = (own: pg.Client) => {
    if (client !== own) return
    client = undefined
    onSession(undefined)
    own.end().catch(() => {})
    if (!isStopped) retry = setTimeout(start, RETRY_MS)
  }
  const start = () => {
    const opening = open()
    opening.catch(() => client && lost(client))
  }

  start()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(retry)
      const own = client
      client = undefined
      onSession(undefined)
      await own?.end().catch(() => {})
    },
  }
}
