import type { OperatorCalls } from '@palpite/contract/backoffice'
import type { Sql, Tx } from '../../platform/db/index.ts'

export type CannedAnswer = Pick<
  OperatorCalls['POST /api/backoffice/support/cannedAnswers']['body'],
  'name' | 'texts'
>

type CannedAnswerRow = CannedAnswer & { id: number; version: number; changedBy: number; changedAt: Date }

/** Serialises changes of canned answers until the transaction ends: their names and number are checked together. */
export const lockCannedAnswers = (tx: Tx) => tx`
  select pg_advisory_xact_lock(hashtextextended('messages:canned-answers', 0))`

export const selectCannedAnswers = (sql: Sql) => sql<CannedAnswerRow[]>`
  select id, name, version, texts, changed_by as "changedBy", changed_at as "changedAt"
    from messages_canned_answer
   where removed_at is null
   order by lower(name)`

type Written = CannedAnswer & { operatorId: number }

export const insertCannedAnswer = (tx: Tx, { name, texts, operatorId }: Written) => tx<{ id: number }[]>`
  insert into messages_canned_answer (name, texts, changed_by)
  values (${name}, ${JSON.stringify(texts)}::jsonb, ${operatorId})
  returning id`

export const updateCannedAnswer = (tx: Tx, { id, name, texts, operatorId }: Written & { id: number }) => tx`
  update messages_canned_answer
     set name = ${name}, texts = ${JSON.stringify(texts)}::jsonb, version = version + 1, changed_by = ${operatorId},
         changed_at = now()
   where id = ${id}`

export const updateCannedAnswerRemoved = (
  tx: Tx,
  { id, operatorId }: { id: number; operatorId: number },
) => tx`
  update messages_canned_answer
     set removed_at = now(), version = version + 1, changed_by = ${operatorId}, changed_at = now()
   where id = ${id}`
