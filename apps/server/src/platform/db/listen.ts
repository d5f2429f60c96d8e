import pg from 'pg'

/** `onHearing` is called with false the moment the connection is lost: whatever comes meanwhile is missed. */
export type SubscriptionHandlers = {
  onMessage: (payload: string) => void
  onHearing: (isHeard: boolean) => void
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
    if (client === own) onHearing(true)
  }
  const lost = (own: pg.Client) => {
    if (client !== own) return
    client = undefined
    onHearing(false)
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
      onHearing(false)
      await own?.end().catch(() => {})
    },
  }
}
