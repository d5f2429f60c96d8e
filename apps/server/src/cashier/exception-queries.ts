import type { Sql, Tx } from '../platform/db/index.ts'

export type OpenException = {
  id: number
  day: string
  source: string
  subject: string
  what: string
  openedAt: Date
  ownerId: number | null
  ageHours: number
}

/** Differences that nobody has settled, the oldest first. */
export const selectOpenExceptions = (sql: Sql, after: number, max: number) => sql<OpenException[]>`
  select id, day::text, source, subject, what, opened_at as "openedAt", owner_id as "ownerId",
         floor(extract(epoch from now() - opened_at) / 3600)::int as "ageHours"
    from cashier_exception
   where closed_at is null and id > ${after}
   order by id
   limit ${max}`

/** Notes down what came to light outside the day's report, once; answers whether it is new. */
export const insertException = async (
  tx: Tx,
  { source, subject, what }: { source: string; subject: string; what: string },
): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    insert into cashier_exception (day, source, subject, what)
    values ((now() at time zone 'America/Sao_Paulo')::date, ${source}, ${subject}, ${what})
    on conflict (subject, what) do nothing
    returning id`
  return rows.length > 0
}

/**
 * The same of what may come to pass again for one subject: where operators closed the one before a day ago or longer, it is noted
 * down anew, with its number behind it. Answers whether it is new.
 */
export const insertRepeatedException = async (
  tx: Tx,
  { source, subject, what }: { source: string; subject: string; what: string },
): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    with before as (
      select count(*) as times, count(*) filter (where closed_at is null) as open, max(closed_at) as last
        from cashier_exception
       where subject = ${subject} and (what = ${what} or starts_with(what, ${what} || ' ('))
    )
    insert into cashier_exception (day, source, subject, what)
    select (now() at time zone 'America/Sao_Paulo')::date, ${source}, ${subject},
           ${what} || case when times = 0 then '' else ' (' || times + 1 || ')' end
      from before
     where open = 0 and (last is null or last <= now() - interval '1 day')
    on conflict (subject, what) do nothing
    returning id`
  return rows.length > 0
}

/** Takes a difference on; answers whether there is one that is open. */
export const updateOwner = async (tx: Tx, id: number, operatorId: number): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    update cashier_exception set owner_id = ${operatorId} where id = ${id} and closed_at is null returning id`
  return rows.length > 0
}

/** Settles a difference that this operator has taken on. */
export const updateToClosed = async (
  tx: Tx,
  { id, operatorId, resolution }: { id: number; operatorId: number; resolution: string },
): Promise<boolean> => {
  const rows = await tx<{ id: number }[]>`
    update cashier_exception set closed_at = now(), closed_by = ${operatorId}, resolution = ${resolution}
     where id = ${id} and closed_at is null and owner_id = ${operatorId}
    returning id`
  return rows.length > 0
}

export type MoneyDay = { day: string; playersCents: number; heldCents: number }

/** Players' money beside what held it, by day, the last first. */
export const selectMoneyDays = (sql: Sql, max: number) => sql<MoneyDay[]>`
  select day::text, players_cents as "playersCents", held_cents as "heldCents"
    from cashier_money_day order by day desc limit ${max}`
