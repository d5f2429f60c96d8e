import type { Sql, Tx } from '../platform/db/index.ts'
import type { ImpededReason } from './registers.ts'

/** How long a player stays claimed; then the answer counts as lost. */
const CLAIM_MINUTES = 5

type Claim = { playerIds: readonly number[]; claim: string }

/** Claims those of these players not checked today (local calendar). Skips those claimed elsewhere. */
export const claimNotAskedToday = (sql: Sql, { playerIds, claim }: Claim) => sql<{ playerId: number }[]>`
  insert into protection_register_answer as known (player_id, claim, claimed_at)
  select row.player_id, ${claim}, now()
    from unnest(${playerIds}::bigint[]) as row (player_id)
    left join protection_register_answer as before on before.player_id = row.player_id
   where (before.asked_at is null
          or before.asked_at < date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo')
     and (before.claimed_at is null or before.claimed_at < now() - make_interval(mins => ${CLAIM_MINUTES}))
   order by row.player_id
  on conflict (player_id) do update set claim = excluded.claim, claimed_at = excluded.claimed_at
   where (known.claimed_at is null or known.claimed_at < now() - make_interval(mins => ${CLAIM_MINUTES}))
     -- Answered while this waited for the row.
     and (known.asked_at is null
          or known.asked_at < date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo')
  returning player_id as "playerId"`

/** The same for players not checked for this many days, or whose announced end has passed. */
export const claimNotAskedFor = (sql: Sql, days: number, { playerIds, claim }: Claim) => sql<
  { playerId: number }[]
>`
  insert into protection_register_answer as known (player_id, claim, claimed_at)
  select row.player_id, ${claim}, now()
    from unnest(${playerIds}::bigint[]) as row (player_id)
    left join protection_register_answer as before on before.player_id = row.player_id
   where (before.asked_at is null or before.asked_at < now() - make_interval(days => ${days})
          or (before.until <= now() and before.asked_at < before.until))
     and (before.claimed_at is null or before.claimed_at < now() - make_interval(mins => ${CLAIM_MINUTES}))
   order by row.player_id
  on conflict (player_id) do update set claim = excluded.claim, claimed_at = excluded.claimed_at
   where (known.claimed_at is null or known.claimed_at < now() - make_interval(mins => ${CLAIM_MINUTES}))
     and (known.asked_at is null or known.asked_at < now() - make_interval(days => ${days})
          or (known.until <= now() and known.asked_at < known.until))
  returning player_id as "playerId"`

type AnswerRow = { playerId: number; reason: ImpededReason | null; until: Date | null }

/**
 * Writes the answers to this claim, and returns what held before. Skips players whose claim is gone: another call
 * asked later. Locks needed: their accounts.
 */
export const updateAnswers = (tx: Tx, claim: string, answers: readonly AnswerRow[]) => tx<
  { playerId: number; wasImpeded: boolean }[]
>`
  update protection_register_answer as known
     set reason = said.reason, until = said.until,
         impeded_since = case when said.reason is not null then coalesce(known.impeded_since, now()) end,
         asked_at = known.claimed_at, claim = null, claimed_at = null
    from unnest(${answers.map(({ playerId }) => playerId)}::bigint[],
                ${answers.map(({ reason }) => reason)}::text[],
                ${answers.map(({ until }) => until)}::timestamptz[]) as said (player_id, reason, until)
    join protection_register_answer as before on before.player_id = said.player_id
   where known.player_id = said.player_id and known.claim = ${claim}
  returning known.player_id as "playerId", before.reason is not null as "wasImpeded"`

/** Inserts answers about players whose CPF was just recorded. Locks needed: their accounts. */
export const insertAnswers = (tx: Tx, answers: readonly AnswerRow[]) => tx`
  insert into protection_register_answer (player_id, reason, until, impeded_since, asked_at)
  select player_id, reason, until, case when reason is not null then now() end, now()
    from unnest(${answers.map(({ playerId }) => playerId)}::bigint[],
                ${answers.map(({ reason }) => reason)}::text[],
                ${answers.map(({ until }) => until)}::timestamptz[]) as said (player_id, reason, until)
   order by player_id
  on conflict (player_id) do update
     set reason = excluded.reason, until = excluded.until, impeded_since = excluded.impeded_since,
         asked_at = excluded.asked_at, claim = null, claimed_at = null`

/**
 * Marks these players for a new check because their CPF changed. The old answer holds until then, and an answer in
 * flight is discarded. A concurrent claim waits for this transaction.
 */
export const updateToAskAnew = (tx: Tx, playerIds: readonly number[]) => tx`
  insert into protection_register_answer (player_id)
  select player_id from unnest(${playerIds}::bigint[]) as row (player_id) order by player_id
  on conflict (player_id) do update set asked_at = null, claim = null, claimed_at = null`

/** Players whom the register names, by ascending id after this one; without those whose CPF was corrected since. */
export const selectImpeded = async (
  sql: Sql,
  { afterId, max }: { afterId: number; max: number },
): Promise<number[]> => {
  const rows = await sql<{ playerId: number }[]>`
    select player_id as "playerId" from protection_register_answer
     where reason is not null and asked_at is not null and player_id > ${afterId}
     order by player_id limit ${max}`
  return rows.map(({ playerId }) => playerId)
}

/** For how many whole days the register has named a player, and since the player was told what follows; null if never. */
export type ImpededDays = { namedDays: number; toldDays: number | null }

/**
 * Those of these players whom the register names, and for how long. Where money depends on it, call it after locking the
 * players' accounts: answers are written under that lock.
 */
export const selectImpededDays = async (
  sql: Sql,
  playerIds: readonly number[],
): Promise<ReadonlyMap<number, ImpededDays>> => {
  const rows = await sql<(ImpededDays & { playerId: number })[]>`
    select answer.player_id as "playerId",
           floor(extract(epoch from clock_timestamp() - impeded_since) / 86400)::integer as "namedDays",
           floor(extract(epoch from clock_timestamp() - told.first_at) / 86400)::integer as "toldDays"
      from protection_register_answer answer
     cross join lateral (
       select min(told_at) as first_at from protection_communication
        where player_id = answer.player_id and text_key = 'message.impededCloses' and told_at >= impeded_since) as told
     where answer.player_id = any(${playerIds}::bigint[]) and reason is not null and asked_at is not null`
  return new Map(rows.map(({ playerId, ...days }) => [playerId, days]))
}
