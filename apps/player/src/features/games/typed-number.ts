const plain = /^(?:\d+[.,]?\d*|[.,]\d+)$/
const grouped = /^\d{1,3}(?:(?:\.\d{3})+(?:,\d*)?|(?:,\d{2,3})*,\d{3}(?:\.\d*)?)$/
/** The thousands separators of French and Russian. */
const noBreakSpaces = /[\u00a0\u202f]/g

/**
 * Parses a number typed in any of the languages; undefined if it is none. The app's language is not used: a phone's
 * keypad may have another decimal mark. A single mark is decimal: `1.5` equals `1,5`. Of two kinds the last is
 * decimal, and a repeated one separates thousands: `9.900,00`, `9,900.00`, `1.234.567`, and Hindi's `99,00,000`.
 */
export const typedNumber = (typed: string): number | undefined => {
  const entry = typed.trim().replace(noBreakSpaces, '')
  if (plain.test(entry)) return Number(entry.replace(',', '.'))
  if (!grouped.test(entry)) return undefined
  const [first] = entry.replace(/\d/g, '')
  return Number(entry.replaceAll(first ?? '', '').replace(',', '.'))
}
