import { present } from './errors.ts'
import type { Sql } from './db/index.ts'
import type { PortStatus } from './call-outside.ts'
import type { JobStatus } from './schedule.ts'

/** How many sockets are connected to a server, and how many players. */
export type Connected = { sockets: number; players: number }

type ServerStatus = Connected & { jobs: JobStatus[]; ports: PortStatus[] }

export type RunningServer = {
  id: string
  version: string
  startedAt: Date
  seenAt: Date
  isSilent: boolean
  status: ServerStatus
}

export type ReaderLag = {
  name: string
  /** Outbox rows it has not passed, up to `isMore`. */
  behind: number
  isMore: boolean
  /** The time of the first of them. */
  oldestAt: Date | null
}

/** `status` as JSON. */
export const upsertServer = (sql: Sql, server: { id: string; version: string; status: string }) => sql`
  insert into platform_server (id, version, standing)
  values (${server.id}, ${server.version}, ${server.status}::text::jsonb)
  on conflict (id) do update set seen_at = now(), standing = excluded.standing`

export const deleteServer = (sql: Sql, id: string) => sql`delete from platform_server where id = ${id}`

export const deleteServersGone = (sql: Sql, seconds: number) => sql`
  delete from platform_server where seen_at < now() - make_interval(secs => ${seconds})`

export const selectServers = (sql: Sql, silentSeconds: number) => sql<RunningServer[]>`
  select id, version, started_at as "startedAt", seen_at as "seenAt",
         seen_at < now() - make_interval(secs => ${silentSeconds}) as "isSilent", standing as status
    from platform_server
   order by started_at desc, id
   limit 100`

/** What each reader has not passed of the visible rows, counted up to a maximum, with the time of the first. */
export const selectReaders = (sql: Sql, max: number) => sql<Omit<ReaderLag, 'isMore'>[]>`
  with seen as materialized (select platform_outbox_horizon() as horizon)
  select reader.name, waiting.behind, waiting.oldest_at as "oldestAt"
    from platform_outbox_reader reader
   cross join seen
   cross join lateral (
     select count(*) as behind, min(created_at) as oldest_at
       from (select created_at from platform_outbox
              where id > reader.id and id <= seen.horizon
              order by id
              limit ${max}) as unread
   ) waiting
   order by waiting.behind desc, reader.name`

export type DatabaseSize = {
  version: string
  bytes: number
  connections: number
  maxConnections: number
  now: Date
}

/** The size of this database, and its number of connections. */
export const selectDatabase = async (sql: Sql): Promise<DatabaseSize> => {
  const rows = await sql<DatabaseSize[]>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
           (select count(*) from pg_stat_activity where datname = current_database()) as connections,
           current_setting('max_connections')::int as "maxConnections", now() as now`
  return present(rows[0], 'the size of the database')
}

/** Until when each table partitioned by month or day has partitions, those that end first before others. */
export const selectPartitions = (sql: Sql) => sql<{ table: string; until: Date }[]>`
  select name as "table", max(until) at time zone 'UTC' as until
    from (select parent.relname as name,
                 case when child.relname ~ '_\\d{4}_\\d{2}$'
                      then to_date(right(child.relname, 7), 'YYYY_MM') + interval '1 month'
                      when child.relname ~ '_p\\d{8}$'
                      then to_date(right(child.relname, 8), 'YYYYMMDD') + interval '1 day' end as until
            from pg_inherits
            join pg_class parent on parent.oid = inhparent and parent.relkind = 'p'
            join pg_class child on child.oid = inhrelid) as part
   where until is not null
   group by name
   order by 2, 1`
