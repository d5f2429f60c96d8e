import type { Sql } from '../../platform/db/index.ts'

export type LadderStep = { step: number; invitees: number; awardCents: number }

/** The ladder in force today. */
export const selectLadder = (sql: Sql) => sql<LadderStep[]>`
  select step, invitees, award_cents as "awardCents"
    from rewards_ladder_step
   where starts_on = (select max(starts_on) from rewards_ladder_step
                       where starts_on <= (now() at time zone 'America/Sao_Paulo')::date)
   order by step`
