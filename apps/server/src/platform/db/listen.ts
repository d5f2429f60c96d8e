import pg from 'pg'

/** What a listener is told. `isHeard` turns false the moment the line is lost: whatever came meanwhile was missed. */
export type SubscriptionHandlers = {
  onMessage: (payload: string) => void
  onHearing: (isHeard: boolean) => void
}

export type Subscription = { stop: () => Promise<void> }

/** The pause before a lost line is opened again. */
const RETRY_MS = 1000

/** Hears what is said on a channel (`pg_notify`) from the commit on, on a connection of its own that is kept up. */
export function listen(
  url: string,
  channel: string,
  { onMessage, onHearing }: SubscriptionHandlers,
): Subscription {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  const open = async () => {
    const line = new pg.Client({
      connectionString: url,
      application_name: 'palpite-listening',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    })
    client = line
    line.on('notification', ({ payload }) => onMessage(payload ?? ''))
    line.on('error', () => lost(line))
    line.on('end', () => lost(line))
    await line.connect()
    await line.query(`listen ${pg.escapeIdentifier(channel)}`)
    if (client === line) onHearing(true)
  }
  const lost = (line: pg.Client) => {
    if (client !== line) return
    client = undefined
    onHearing(false)
    line.end().catch(() => {})
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
      const line = client
      client = undefined
      onHearing(false)
      await line?.end().catch(() => {})
    },
  }
}
