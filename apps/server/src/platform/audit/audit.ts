import { present } from '../assert.ts'
import type { Sql, Tx } from '../db/index.ts'
import {
  type AuditAsked,
  type AuditRow,
  insertAudit,
  lockHead,
  moveHead,
  selectAuditBefore,
  selectAuditOfAction,
  selectAuditOfOperator,
  selectAuditOfSubject,
} from './queries.ts'
import { type AuditEntry, auditHash, keptDetails } from './rules.ts'

export type { AuditEntry } from './rules.ts'

/**
 * Adds rows to the audit chain, in the transaction that makes them true. The chain's head is locked until that
 * transaction ends, so call it last, after every other lock: and never on the way of a bet or a round, which
 * would then go one after the other.
 * Asserts: no detail named like a secret; what reads like a tax id is covered.
 */
export async function audit(tx: Tx, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const head = present((await lockHead(tx))[0], 'the head of the audit chain')
  let previousHash = head.lastHash
  const rows = entries.map(({ actor, action, subject, details }, place) => {
    const content = {
      id: head.lastId + 1 + place,
      at: head.at,
      actorKind: actor.kind,
      actorId: actor.id,
      action,
      subject,
      details: keptDetails(details),
      previousHash,
    }
    previousHash = auditHash(content)
    return { ...content, hash: previousHash }
  })
  await insertAudit(
    tx,
    rows.map((row) => ({ ...row, details: JSON.stringify(row.details) })),
  )
  await moveHead(tx, { lastId: head.lastId + rows.length, lastHash: previousHash, at: head.at })
}

/** A page of the chain before an id (or from its end), the newest first; of one subject, operator or action alone. */
export function readAudit(
  sql: Sql,
  { beforeId = Number.MAX_SAFE_INTEGER, max, subject, operatorId, action }: AuditPage,
): Promise<AuditRow[]> {
  const page = { beforeId, max }
  const more = { ...(operatorId !== undefined && { operatorId }), ...(action !== undefined && { action }) }
  if (subject !== undefined) return selectAuditOfSubject(sql, { subject, ...more }, page)
  if (operatorId !== undefined) return selectAuditOfOperator(sql, { ...more, operatorId }, page)
  if (action !== undefined) return selectAuditOfAction(sql, action, page)
  return selectAuditBefore(sql, beforeId, max)
}

type AuditPage = { beforeId?: number; max: number } & AuditAsked
