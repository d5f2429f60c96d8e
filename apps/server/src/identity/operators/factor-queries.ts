import type { Sql, Tx } from '../../platform/db/index.ts'

/** Whether an operator has a second factor, and whether this session gave its code. */
export const selectFactorState = (sql: Sql, operatorId: number, sessionId: number) => sql<
  { hasFactor: boolean; isVerified: boolean }[]
>`
  select exists (select from identity_operator_factor
                  where operator_id = ${operatorId} and confirmed_at is not null) as "hasFactor",
         exists (select from identity_operator_session
                  where id = ${sessionId} and operator_id = ${operatorId} and verified_at is not null) as "isVerified"`

/** Keeps a new secret in place of one that was never confirmed. No row where a confirmed one stands. */
export const upsertFactor = (tx: Tx, operatorId: number, sealedSecret: string) => tx<
  { operatorId: number }[]
>`
  insert into identity_operator_factor as factor (operator_id, sealed_secret)
  values (${operatorId}, ${sealedSecret})
  on conflict (operator_id) do update set sealed_secret = excluded.sealed_secret, created_at = now()
        where factor.confirmed_at is null
  returning operator_id as "operatorId"`

type FactorRow = { sealedSecret: string; isConfirmed: boolean; lastStep: number | null; now: Date }

/** Locked until the transaction ends: a code is taken once. With the time of the database, which all servers share. */
export const lockFactor = (tx: Tx, operatorId: number) => tx<FactorRow[]>`
  select sealed_secret as "sealedSecret", confirmed_at is not null as "isConfirmed", last_step as "lastStep",
         clock_timestamp() as now
    from identity_operator_factor where operator_id = ${operatorId} for update`

export const updateFactorTaken = (tx: Tx, operatorId: number, step: number) => tx`
  update identity_operator_factor set last_step = ${step}, confirmed_at = coalesce(confirmed_at, now())
   where operator_id = ${operatorId}`

export const updateSessionVerified = (tx: Tx, sessionId: number) => tx`
  update identity_operator_session set verified_at = now() where id = ${sessionId}`

/** Answers whether there was one. */
export const deleteFactor = (tx: Tx, operatorId: number) => tx<{ operatorId: number }[]>`
  delete from identity_operator_factor where operator_id = ${operatorId} returning operator_id as "operatorId"`

/** Who else asked for this operator's second factor to be forgotten, not longer ago than this. */
export const selectResetAskers = (tx: Tx, operatorId: number, seconds: number) => tx<{ askedBy: number }[]>`
  select asked_by as "askedBy" from identity_operator_factor_reset
   where operator_id = ${operatorId} and asked_at > now() - make_interval(secs => ${seconds})
   order by asked_by`

export const upsertReset = (tx: Tx, operatorId: number, askedBy: number) => tx`
  insert into identity_operator_factor_reset (operator_id, asked_by) values (${operatorId}, ${askedBy})
  on conflict (operator_id, asked_by) do update set asked_at = now()`

export const deleteResets = (tx: Tx, operatorId: number) => tx`
  delete from identity_operator_factor_reset where operator_id = ${operatorId}`
