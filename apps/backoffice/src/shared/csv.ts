/**
 * Spreadsheets treat a cell starting with these as a formula: also after spaces and invisible characters, and
 * full-width.
 */
const formula = /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u
const number = /^-?\d+([.,]\d+)?$/

/** One cell: a formula becomes text, separators and quotes are quoted, plain numbers stay. */
const cellOf = (value: string): string => {
  const safe = formula.test(value) && !number.test(value) ? `'${value}` : value
  return /["\n\r,;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as CSV (RFC 4180) with a head. No cell can become a formula. */
export const csvOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')

/** Starts a browser download. */
export function saveFile(
  name: string,
  content: string,
  type: 'text/csv' | 'application/xml' = 'text/csv',
): void {
  // The byte order mark declares UTF-8; files with a digest stay unchanged.
  const parts = type === 'text/csv' ? ['\uFEFF', content] : [content]
  const url = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
