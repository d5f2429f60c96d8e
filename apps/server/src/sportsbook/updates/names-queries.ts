import type { Sql, Tx } from '../../platform/db/index.ts'

export type NameKind = 'competition' | 'participant'

/** Names of a feed, one list per column. */
export type NameColumns = { kinds: NameKind[]; sports: string[]; names: string[] }

/** The confirmed meanings of these names of a feed. */
export const selectMeant = (tx: Tx, feed: string, { kinds, sports, names }: NameColumns) => tx<
  { kind: NameKind; sport: string; name: string; meant: string }[]
>`
  select said.kind, said.sport, said.name, said.meant
    from unnest(${kinds}::text[], ${sports}::text[], ${names}::text[]) as row (kind, sport, name)
    join sportsbook_feed_name said
      on said.feed = ${feed} and said.kind = row.kind and said.sport = row.sport and said.name = row.name
   where said.status = 'confirmed'`

/**
 * Lists unknown names once each, with our name that is spelt alike if there is exactly one: same letters and digits,
 * ignoring accents, punctuation and case.
 */
export const insertUnknown = (tx: Tx, feed: string, { kinds, sports, names }: NameColumns) => tx`
  with said as (
    select distinct row.kind, row.sport, row.name
      from unnest(${kinds}::text[], ${sports}::text[], ${names}::text[]) as row (kind, sport, name)
     where not exists (
             select from sportsbook_feed_name known
              where known.feed = ${feed} and known.kind = row.kind and known.sport = row.sport
                and known.name = row.name)
       and not exists (
             select from sportsbook_participant own
              where row.kind = 'participant' and own.sport = row.sport and own.name = row.name)
       and not exists (
             select from sportsbook_competition own
              where row.kind = 'competition' and own.sport = row.sport and own.name = row.name)
  ), own as (
    select 'participant' as kind, sport, name from sportsbook_participant
    union all
    select 'competition', sport, name from sportsbook_competition where not simulated
  )
  insert into sportsbook_feed_name (feed, kind, sport, name, meant)
  select ${feed}, said.kind, said.sport, said.name,
         case count(own.name) when 1 then min(own.name) end
    from said
    left join own
      on own.kind = said.kind and own.sport = said.sport
     and sportsbook_spelling(own.name) = sportsbook_spelling(said.name)
   group by said.kind, said.sport, said.name
   order by said.kind, said.sport, said.name
  on conflict do nothing`

export type NameRow = {
  id: number
  feed: string
  kind: NameKind
  sport: string
  name: string
  meant: string | null
}

const MAX_SHOWN = 500

/** Names waiting for an operator, those with a proposal first. */
export const selectWaiting = (sql: Sql) => sql<NameRow[]>`
  select id, feed, kind, sport, name, meant
    from sportsbook_feed_name
   where status = 'proposed'
   order by meant is null, feed, sport, kind, name
   limit ${MAX_SHOWN}`

/** Locks one name; undefined if it does not exist. */
export const lockName = async (tx: Tx, id: number): Promise<NameRow | undefined> => {
  const rows = await tx<NameRow[]>`
    select id, feed, kind, sport, name, meant from sportsbook_feed_name where id = ${id} for update`
  return rows[0]
}

/** Whether one of our competitions or participants has this name. */
export const isOurs = async (tx: Tx, { kind, sport, name }: Pick<NameRow, 'kind' | 'sport' | 'name'>) => {
  const rows = await tx<{ isKnown: boolean }[]>`
    select exists (select from sportsbook_participant own
                    where ${kind} = 'participant' and own.sport = ${sport} and own.name = ${name})
        or exists (select from sportsbook_competition own
                    where ${kind} = 'competition' and own.sport = ${sport} and own.name = ${name}) as "isKnown"`
  return rows[0]?.isKnown === true
}

type Review = { status: 'confirmed' | 'rejected'; meant: string | null; by: string }

export const reviewName = (tx: Tx, id: number, { status, meant, by }: Review) => tx`
  update sportsbook_feed_name
     set status = ${status}, meant = ${meant}, reviewed_at = clock_timestamp(), reviewed_by = ${by}
   where id = ${id}`
