import { setTimeout as sleep } from 'node:timers/promises'
import { sharedRoundChanged } from '../../apps/server/src/games/events.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'

/**
 * Rows that change by themselves: queue positions, running servers, and the last time something was checked, drawn,
 * sealed, logged or paid for a day.
 */
const BEATING = [
  'platform_outbox_reader',
  'cashier_reading',
  'sportsbook_feed',
  'sportsbook_price_look',
  'identity_session',
  'ledger_verification',
  'ledger_verified_account',
  'games_chain',
  'games_chain_seed',
  'games_shared_round',
  'ledger_verified_month',
  'platform_audit_head',
  'platform_public_log_entry',
  'platform_public_log_head',
  'platform_public_log_node',
  'platform_public_log_pending',
  'platform_seal',
  'platform_server',
  'protection_activity',
  'rewards_commission_run',
]

/**
 * Every table of the database with its row count and a digest: equal means nothing changed anywhere. Taken once every
 * outbox reader has read what was written so far, and its mails are sent: their writes come from earlier commands.
 */
export async function snapshot({ db }: Deps): Promise<Record<string, string>> {
  await workedOff(db)
  const tables = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`
  const included = tables.filter(({ name }) => !BEATING.includes(name))
  const rows = await Promise.all(included.map(async ({ name }) => [name, await digestOf(db, name)] as const))
  return Object.fromEntries(rows)
}

const SEALS_NOTED = 'seals.noted'

const WORKED_OFF_WITHIN_MS = 30_000

/** Waits until no reader has events left, and no message waits to be sent. */
async function workedOff(db: Deps['db']): Promise<void> {
  const lateAt = performance.now() + WORKED_OFF_WITHIN_MS
  for (;;) {
    const behind = await db<{ name: string }[]>`
      select name from platform_outbox_reader reader
       where exists (select from platform_outbox event where event.id > reader.id)
      union all
      select way from messages_delivery`
    if (behind.length === 0) return
    if (performance.now() > lateAt) {
      throw new Error(`not worked off: ${behind.map(({ name }) => name).join(', ')}`)
    }
    await sleep(5)
  }
}

/**
 * `query_to_xml` reads a table whose name is a parameter: no statement is concatenated here. Omits rows of the
 * house's own jobs: draws, recorded seals.
 */
async function digestOf(db: Deps['db'], name: string): Promise<string> {
  const rows = await db<{ digest: string }[]>`
    select query_to_xml(format(
      'select count(*) as count, md5(string_agg(row::text, chr(10) order by row::text)) as digest from %I row
        where coalesce(to_jsonb(row) ->> ''topic'', to_jsonb(row) ->> ''action'', '''') not in (%L, %L)',
      ${name}::text, ${sharedRoundChanged.topic}::text, ${SEALS_NOTED}::text), true, true, '')::text as digest`
  return rows[0]?.digest ?? ''
}
