import { hash } from 'node:crypto'
import { canonicalJson } from './audit-rules.ts'

/** A table whose rows never change once the moment in this column has passed. Each module lists its own. */
export type SealedTable = { readonly tableName: string; readonly moment: string }

/** A window of time: from one moment until before the other. */
export type Window = { fromAt: Date; toAt: Date }

/** A table's content of a window. `marks` are the first eight bytes of each row's hash, in hex, in order. */
export type Content = { rowCount: number; digest: string; marks: string }

export type Seal = Window & Content & { id: number; tableName: string; previousHash: string; hash: string }

/** The start of a table's windows; the first one includes everything older. */
export const BEGINNING = new Date(0)

const MARK_LETTERS = 16

/** SHA-256 over the canonical content of a seal, including the hash of the seal before it. */
export function sealHash({ hash: _own, fromAt, toAt, ...rest }: Omit<Seal, 'hash'> & { hash?: string }) {
  const content = { ...rest, fromAt: fromAt.toISOString(), toAt: toAt.toISOString() }
  return hash('sha256', canonicalJson(content), 'hex')
}

/** How the audit chain names the end of the seals. As a subject: in details, what looks like a tax id is masked. */
export const endOf = ({ id, hash: own }: Pick<Seal, 'id' | 'hash'>) => `seal:${id}:${own}`

/** The start of the next month (UTC): a window lies within a month, which may be detached. */
export const monthAfter = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))

export type MarkedRow = { key: string; mark: string }

/** Compares a window's rows with their marks: the first changed row, and the first missing one. */
export function changedRows(sealedMarks: string, rows: readonly MarkedRow[]): string[] {
  const sealed = sealedMarks.match(new RegExp(`.{${MARK_LETTERS}}`, 'g')) ?? []
  const [before, after] = [new Set(sealed), new Map(rows.map(({ key, mark }) => [mark, key]))]
  const strange = rows.filter(({ mark }) => !before.has(mark))
  const gone = sealed.flatMap((mark, at) => (after.has(mark) ? [] : [at]))
  const findings: string[] = []
  const [first] = strange
  if (first) {
    const others = strange.length > 1 ? `, nor are ${strange.length - 1} after it` : ''
    findings.push(`row ${first.key} is not as it was sealed${others}`)
  }
  const [firstGone] = gone
  if (firstGone !== undefined && gone.length > strange.length) {
    const last = after.get(sealed[firstGone - 1] ?? '')
    const place = last === undefined ? 'at its beginning' : `after row ${last}`
    findings.push(`rows are gone: ${gone.length - strange.length} of ${sealed.length}, the first ${place}`)
  }
  return findings.length > 0 ? findings : ['its rows are not those that were sealed']
}
