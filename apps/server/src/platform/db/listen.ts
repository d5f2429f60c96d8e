import pg from 'pg'
import { present } from '../errors.ts'

/** One connection among all that this database ever had: a process number comes again, with another start. */
export type Session = { pid: number; startedAt: string }

/**
 * `onHearing` is called with the session once it listens, and with nothing the moment it is lost: whatever comes meanwhile
 * is missed.
 */
export type SubscriptionHandlers = {
  onMessage: (payload: string) => void
  onHearing: (session: Session | undefined) => void
}

export type Subscription = { stop: () => Promise<void> }

/** The pause before a lost connection is opened again. */
const RETRY_MS = 1000

/** Subscribes to a channel (`pg_notify`), on a connection of its own that is opened again when it is lost. */
export function listen(
  url: string,
  channel: string,
  { onMessage, onHearing }: SubscriptionHandlers,
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
    if (client === own) onHearing(present(rows[0], 'the session that asks'))
  }
  const lost = (own: pg.Client) => {
    if (client !== own) return
    client = undefined
    onHearing(undefined)
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
      onHearing(undefined)
      await own?.end().catch(() => {})
    },
  }
}
