import type { Tx } from '../../platform/db/index.ts'
import { insertInto } from '../../platform/db/insert.ts'

export const deleteLeads = (tx: Tx, fixtureIds: readonly number[]) => tx`
  delete from sportsbook_lead where fixture_id = any(${fixtureIds}::bigint[])`

/** What a side leads by now, where it has not led by more. */
export const upsertLeads = insertInto(
  'sportsbook_lead',
  { fixtureId: 'bigint', code: 'text', goals: 'int' },
  'order by 1, 2 on conflict (fixture_id, code) do update set goals = greatest(sportsbook_lead.goals, excluded.goals)',
)
