import type { Sql, Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

/** How matches stand after a turn. One message more of the same version says what the last of them did. */
export const insertMoments = insertInto(
  'sportsbook_moment',
  {
    fixtureId: 'bigint',
    version: 'bigint',
    matchStatus: 'int',
    clockPeriod: 'text null',
    minute: 'int null',
    state: 'jsonb null',
  },
  'order by 1, 2 on conflict (fixture_id, version) do nothing',
)

/** Clears away what is older than so many days, a part at a time; answers how many rows it was. */
export const deleteOldMoments = async (sql: Sql, days: number, max: number): Promise<number> => {
  const rows = await sql<object[]>`
    delete from sportsbook_moment
     where ctid in (select ctid from sportsbook_moment where told_at < now() - make_interval(days => ${days})
                     limit ${max})
    returning fixture_id`
  return rows.length
}

export const deleteLeads = (tx: Tx, fixtureIds: readonly number[]) => tx`
  delete from sportsbook_lead where fixture_id = any(${fixtureIds}::bigint[])`

/** What a side leads by now, where it has not led by more. */
export const upsertLeads = insertInto(
  'sportsbook_lead',
  { fixtureId: 'bigint', code: 'text', goals: 'int' },
  'order by 1, 2 on conflict (fixture_id, code) do update set goals = greatest(sportsbook_lead.goals, excluded.goals)',
)
