const plain = /^(?:\d+[.,]?\d*|[.,]\d+)$/
const grouped = /^\d{1,3}(?:(?:\.\d{3})+(?:,\d*)?|(?:,\d{2,3})*,\d{3}(?:\.\d*)?)$/
/** What parts thousands in French and in Russian. */
const noBreakSpaces = /[\u00a0\u202f]/g

/**
 * The number somebody typed, in any of the languages, or nothing if it is none.
 *
 * The language is not asked: it says which mark we show, not which one a phone's keypad has. A mark that stands alone
 * is a decimal mark: `1.5` and `1,5` are the same. Of two kinds the last is the decimal one, and one that comes again
 * parts thousands: `9.900,00`, `9,900.00` and `1.234.567` are read as they are shown, and so is
 * `99,00,000` of Hindi.
 */
export const typedNumber = (typed: string): number | undefined => {
  const entry = typed.trim().replace(noBreakSpaces, '')
  if (plain.test(entry)) return Number(entry.replace(',', '.'))
  if (!grouped.test(entry)) return undefined
  const [first] = entry.replace(/\d/g, '')
  return Number(entry.replaceAll(first ?? '', '').replace(',', '.'))
}
