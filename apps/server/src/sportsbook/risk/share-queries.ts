import type { Session, Tx } from '../../platform/db/index.ts'
import type { Costs, Reserved } from './headroom-rules.ts'

/** Servers look one after the other: each sees what all before it have reserved. */
export const lockShares = (tx: Tx) => tx`select pg_advisory_xact_lock(hashtext('sportsbook_room_share'))`

type Kept = {
  fixtures: [number, number][]
  competitions: [number, number][]
  sports: [string, number][]
  book: number
}

/** What the other servers have reserved. Those whose session is gone are taken away. */
export async function selectOtherShares(tx: Tx, server: string): Promise<Reserved[]> {
  const rows = await tx<{ servers: number; reserved: Kept | null }[]>`
    with gone as (
      delete from sportsbook_room_share share
       where not exists (select from pg_stat_activity session
                          where session.pid = share.pid and session.backend_start = share.session_start)
      returning server
    )
    select servers, reserved from sportsbook_room_share
     where server <> ${server}::uuid and server not in (select server from gone)`
  return rows.map(({ servers, reserved }) => ({ servers, costs: reserved ? costsOf(reserved) : undefined }))
}

const costsOf = ({ fixtures, competitions, sports, book }: Kept): Costs => ({
  fixtures: new Map(fixtures),
  competitions: new Map(competitions),
  sports: new Map(sports),
  book,
})

const keptOf = ({ fixtures, competitions, sports, book }: Costs): Kept => ({
  fixtures: [...fixtures],
  competitions: [...competitions],
  sports: [...sports],
  book,
})

type Share = { server: string; session: Session; reserved: Reserved }

export const upsertShare = (tx: Tx, { server, session, reserved: { servers, costs } }: Share) => tx`
  insert into sportsbook_room_share (server, pid, session_start, servers, reserved)
  values (${server}::uuid, ${session.pid}, ${session.startedAt}::timestamptz, ${servers},
          ${costs ? JSON.stringify(keptOf(costs)) : null}::jsonb)
  on conflict (server) do update
     set pid = excluded.pid, session_start = excluded.session_start, servers = excluded.servers,
         reserved = excluded.reserved`

export const deleteShare = (tx: Tx, server: string) => tx`
  delete from sportsbook_room_share where server = ${server}::uuid`

/** Said once the transaction is committed. */
export const notifyServers = (tx: Tx, channel: string, server: string) =>
  tx`select pg_notify(${channel}, ${server})`
