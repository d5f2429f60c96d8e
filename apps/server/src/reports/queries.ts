import type { Sql, Tx } from '../platform/db/index.ts'
import type { Place } from './read-records.ts'
import { type FileKind, fileKinds, type Sums } from './rules.ts'

type Version = { day: string; version: number }

/** The last day with a version. */
export const selectLastDay = async (sql: Sql): Promise<string | null> => {
  const rows = await sql<{ day: string | null }[]>`select max(day)::text as day from reports_day`
  return rows[0]?.day ?? null
}

/** Begins the first version of these days, unless another server has. */
export const insertDays = (tx: Tx, days: readonly string[]) => tx`
  with begun as (
    insert into reports_day (day, version)
    select day::date, 1 from unnest(${days}::text[]) as day order by 1
    on conflict do nothing
    returning day, version
  )
  insert into reports_file (day, version, kind)
  select begun.day, begun.version, kind from begun cross join unnest(${fileKinds}::text[]) as kind`

/** Begins the version after this one, unless a later one exists or this one is unfinished. */
export const insertVersion = (tx: Tx, { day, version, askedBy }: Version & { askedBy: number }) => tx<
  Version[]
>`
  with begun as (
    insert into reports_day (day, version, asked_by)
    select day, version + 1, ${askedBy}
      from reports_day
     where day = ${day}::date and version = ${version} and status <> 'making'
    on conflict do nothing
    returning day, version
  ), files as (
    insert into reports_file (day, version, kind)
    select begun.day, begun.version, kind from begun cross join unnest(${fileKinds}::text[]) as kind
  )
  select day::text, version from begun`

/** The latest version of a day. */
export const selectLastVersion = async (sql: Sql, day: string): Promise<number | null> => {
  const rows = await sql<{ version: number | null }[]>`
    select max(version) as version from reports_day where day = ${day}::date`
  return rows[0]?.version ?? null
}

export type FileRow = Version & {
  kind: FileKind
  place: Place | null
  records: number
  parts: number
  sums: Sums
}

/**
 * The next file to work on, locked: of the oldest day, and the operator's totals after all other files. Skips files
 * that another server works on, and those that failed a short while ago.
 */
export const lockNextFile = (tx: Tx) => tx<FileRow[]>`
  select file.day::text, file.version, file.kind, file.place, file.records, file.parts, file.sums
    from reports_file file join reports_day using (day, version)
   where reports_day.status = 'making' and not file.is_made and coalesce(file.try_at <= now(), true)
     and (file.kind <> 'operador'
          or not exists (select from reports_file other
                          where other.day = file.day and other.version = file.version
                            and other.kind <> 'operador' and not other.is_made))
   order by file.day, file.version, file.kind
   limit 1
     for update of file skip locked`

/** Postpones a file whose part failed: a minute, then twice as long each time, at most six hours. */
export const updateFailed = (sql: Sql, { day, version, kind }: Version & { kind: FileKind }) => sql`
  update reports_file
     set failed_times = failed_times + 1,
         try_at = now() + least(interval '6 hours', interval '1 minute' * power(2, least(failed_times, 10)))
   where day = ${day}::date and version = ${version} and kind = ${kind} and not is_made`

/** The files of a version. */
export const selectFiles = (sql: Sql, { day, version }: Version) => sql<
  (Pick<FileRow, 'kind' | 'records' | 'parts' | 'sums'> & { isMade: boolean })[]
>`
  select kind, records, parts, sums, is_made as "isMade"
    from reports_file where day = ${day}::date and version = ${version}`

export type Part = Version & {
  kind: FileKind
  number: number
  records: number
  content: Buffer
  sha256: string
}

export const insertPart = (tx: Tx, { day, version, kind, number, records, content, sha256 }: Part) => tx`
  insert into reports_part (day, version, kind, number, records, content, sha256)
  values (${day}::date, ${version}, ${kind}, ${number}, ${records}, ${content}, ${sha256})`

/** Stores the progress of a file. */
export const updateFile = (tx: Tx, { day, version, kind, place, records, parts, sums }: FileRow) => tx`
  update reports_file
     set place = ${place && JSON.stringify(place)}::jsonb, is_made = ${place === null}, records = ${records},
         parts = ${parts}, sums = ${JSON.stringify(sums)}::jsonb
   where day = ${day}::date and version = ${version} and kind = ${kind}`

/** Ends a version: made, or failed with a reason. */
export const endDay = (
  tx: Tx,
  { day, version, failure, reason }: Version & { failure: string | null; reason: string | null },
) => tx`
  update reports_day
     set status = ${failure === null ? 'made' : 'failed'}, failure = ${failure}, reason = ${reason}, ended_at = now()
   where day = ${day}::date and version = ${version} and status = 'making'`

/** The number of days whose latest version failed, or has been unfinished for six hours. */
export const countUndone = async (sql: Sql): Promise<number> => {
  const rows = await sql<{ count: number }[]>`
    select count(*)::int as count
      from (select distinct on (day) status, begun_at from reports_day order by day, version desc) as last
     where status = 'failed' or (status = 'making' and begun_at < now() - interval '6 hours')`
  return rows[0]?.count ?? 0
}

export type DayRow = Version & {
  status: 'making' | 'made' | 'failed'
  failure: 'licence' | 'schema' | 'ledger' | null
  reason: string | null
  askedBy: number | null
  begunAt: Date
  endedAt: Date | null
}

/** Versions of days before this one, latest day and version first. */
export const selectDays = (sql: Sql, { before, max }: { before: Version | null; max: number }) => sql<
  DayRow[]
>`
  select day::text, version, status, failure, reason, asked_by as "askedBy", begun_at as "begunAt", ended_at as "endedAt"
    from reports_day
   where ${before === null} or (reports_day.day, version) < (${before?.day ?? null}::date, ${before?.version ?? null}::int)
   order by reports_day.day desc, version desc
   limit ${max}`

/** One part; no row if it does not exist. */
export const selectPart = (
  sql: Sql,
  { day, version, kind, number }: Omit<Part, 'records' | 'content' | 'sha256'>,
) =>
  sql<Pick<Part, 'records' | 'content' | 'sha256'>[]>`
  select records, content, sha256
    from reports_part
   where day = ${day}::date and version = ${version} and kind = ${kind} and number = ${number}`

/** Deletes parts past the legal retention, in batches. */
export const deleteOldParts = async (tx: Tx, max: number): Promise<number> => {
  const rows = await tx<{ number: number }[]>`
    delete from reports_part
     where (day, version, kind, number) in (
       select day, version, kind, number from reports_part
        where day <= (now() at time zone 'America/Sao_Paulo')::date - interval '5 years'
        order by day limit ${max})
    returning number`
  return rows.length
}
