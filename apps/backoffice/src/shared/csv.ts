/** Spreadsheets take a cell that begins so for a formula, and run it: also after spaces and signs that nobody sees, and in full-width letters. */
const formula = /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u
const number = /^-?\d+([.,]\d+)?$/

/** One cell: a formula becomes text, what holds a separator or quote is quoted. A plain number stays one. */
const cellOf = (value: string): string => {
  const safe = formula.test(value) && !number.test(value) ? `'${value}` : value
  return /["\n\r,;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of cells as CSV (RFC 4180), with a head. No cell can become a formula of the spreadsheet that opens it. */
export const csvOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')

/** Hands a file to the browser's downloads. */
export function saveFile(
  name: string,
  content: string,
  type: 'text/csv' | 'application/xml' = 'text/csv',
): void {
  // The mark tells spreadsheets that it is UTF-8; what has a digest stays as it came.
  const parts = type === 'text/csv' ? ['\uFEFF', content] : [content]
  const url = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
