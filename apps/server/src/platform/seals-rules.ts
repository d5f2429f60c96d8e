import { hash } from 'node:crypto'
import { canonicalJson } from './audit-rules.ts'

/** A table whose rows are never changed once the moment in this column has come. A module names its own. */
export type SealedTable = { readonly tableName: string; readonly moment: string }

/** A window of time: from the one moment to before the other. */
export type Window = { fromAt: Date; toAt: Date }

/** What a table holds of a window. `marks` are the first eight bytes of each row's hash, in hex, in order. */
export type Content = { rowCount: number; digest: string; marks: string }

export type Seal = Window & Content & { id: number; tableName: string; previousHash: string; hash: string }

/** Where the windows of a table begin; the first one holds all that is older, too. */
export const BEGINNING = new Date(0)

const MARK_LETTERS = 16

/** SHA-256 over the canonical content of a seal, the hash of the seal before it included. */
export function sealHash({ hash: _own, fromAt, toAt, ...rest }: Omit<Seal, 'hash'> & { hash?: string }) {
  const content = { ...rest, fromAt: fromAt.toISOString(), toAt: toAt.toISOString() }
  return hash('sha256', canonicalJson(content), 'hex')
}

/** How the audit chain names the end of the seals. A subject: of details, what reads like a tax id is covered. */
export const endOf = ({ id, hash: own }: Pick<Seal, 'id' | 'hash'>) => `seal:${id}:${own}`

/** The beginning of the month (UTC) after this moment: a window lies within a month, which may be detached. */
export const monthAfter = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1))

export type MarkedRow = { key: string; mark: string }

/** What is wrong with the rows of a window by their marks: the first that is not as it was sealed, the first that is gone. */
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
