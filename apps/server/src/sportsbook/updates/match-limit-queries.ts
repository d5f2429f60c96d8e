import type { Sql, Tx } from '../../platform/db/index.ts'

/** The limits of a match in force: the share of those in the settings, by the time a stake is decided. */
export type MatchLimitRow = {
  fixtureId: number
  /** Names these limits: other limits of the match, also the same shares set again, have another one. */
  version: number
  beforeStartBps: number
  inPlayBps: number
  operatorId: number
  reason: string
  setAt: Date
}

/** The limits of these fixtures; none of a fixture that has those of the settings. */
export const selectMatchLimits = (sql: Sql, fixtureIds: readonly number[]) => sql<MatchLimitRow[]>`
  select fixture_id as "fixtureId", id as version, before_start_bps as "beforeStartBps", in_play_bps as "inPlayBps",
         operator_id as "operatorId", reason, set_at as "setAt"
    from sportsbook_match_limit
   where fixture_id = any(${fixtureIds}::bigint[]) and ended_at is null`

export const selectKnownFixtures = (sql: Sql, fixtureIds: readonly number[]) => sql<{ fixtureId: number }[]>`
  select id as "fixtureId" from sportsbook_fixture where id = any(${fixtureIds}::bigint[])`

export const endMatchLimits = (tx: Tx, fixtureIds: readonly number[]) => tx`
  update sportsbook_match_limit set ended_at = clock_timestamp()
   where fixture_id = any(${fixtureIds}::bigint[]) and ended_at is null`

type NewLimits = {
  fixtureIds: number[]
  beforeStart: number[]
  inPlay: number[]
  operatorIds: number[]
  reasons: string[]
}

export const insertMatchLimits = (tx: Tx, row: NewLimits) => tx`
  insert into sportsbook_match_limit (fixture_id, before_start_bps, in_play_bps, operator_id, reason)
  select fixture_id, before_start, in_play, operator_id, reason
    from unnest(${row.fixtureIds}::bigint[], ${row.beforeStart}::smallint[], ${row.inPlay}::smallint[],
                ${row.operatorIds}::bigint[], ${row.reasons}::text[])
           as row (fixture_id, before_start, in_play, operator_id, reason)`
