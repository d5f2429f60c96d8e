/**
 * Rows as CSV (RFC 4180). A text that a spreadsheet would read as a formula is prefixed with an apostrophe, also
 * after spaces or invisible characters, or in full-width letters; numbers are not, whatever their sign.
 */
export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) && !NUMBER.test(value.trim()) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u
const NUMBER = /^[+-]?\d+([.,]\d+)?$/
