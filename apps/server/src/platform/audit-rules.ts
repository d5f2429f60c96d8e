import { hash } from 'node:crypto'
import { assert } from './errors.ts'

/** The actor: an operator or a player by id; a service (the bank) and the system have none. */
export type AuditActor =
  | { kind: 'operator' | 'player'; id: number }
  | { kind: 'service' | 'system'; id: null }

/** A row's content: who did what to what. `details` are ids and plain values, never a secret or a tax id. */
export type AuditEntry = {
  actor: AuditActor
  /** `module.what_happened`, in the past: `setting.approved`. */
  action: string
  /** What it was done to, by kind and id: `setting:cashier:3`. */
  subject: string
  details?: Readonly<Record<string, unknown>>
}

/** A row of the chain without its own hash: the hash's input. */
type HashedContent = {
  id: number
  at: Date
  actorKind: string
  actorId: number | null
  action: string
  subject: string
  details: unknown
  previousHash: string
}

/** The previous hash of the first row of a chain: of the audit, and of the seals. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/** SHA-256 over the canonical content of a row, including the hash of the row before it. */
export function auditHash(row: HashedContent): string {
  const { id, at, actorKind, actorId, action, subject, details, previousHash } = row
  const content = { id, at: at.toISOString(), actorKind, actorId, action, subject, details, previousHash }
  return hash('sha256', canonicalJson(content), 'hex')
}

/** The same JSON for the same value, whatever the order of its keys: jsonb reorders them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}

const SECRET_NAME = /password|secret|token|hash|cpf|cnpj|tax_?id|card_?no/i
const TAX_ID = /(?<!\d)(?:\d{3}\.?\d{3}\.?\d{3}-?\d{2}|\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2})(?!\d)/g
/**
 * Random ids (32 hex digits or more), public ids of 13 letters, end-to-end ids of a Pix: eleven digits in a row are
 * chance there.
 */
const ID = /^(?:[\da-f]{32,}|[\dA-HJKMNP-TV-Z]{13}|E\d{20}\w{11})$/

/**
 * Details in storable form, as plain JSON. Masks whatever looks like a tax id, because typed text may contain one,
 * but keeps ids whole; a field named like a secret is a caller's bug and stops the command.
 */
export function keptDetails(details: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return kept(JSON.parse(JSON.stringify(details))) as Record<string, unknown>
}

function kept(value: unknown): unknown {
  if (typeof value === 'string') return ID.test(value) ? value : value.replaceAll(TAX_ID, '***')
  if (Array.isArray(value)) return value.map(kept)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      assert(typeof inner !== 'string' || !SECRET_NAME.test(name), `the audit stores no ${name}`)
      return [name, kept(inner)]
    }),
  )
}
