/**
 * What a player has typed as an amount: digits, and perhaps a point with up to two digits after it. Whole reais
 * come first (1, 0, 0 is one hundred); the decimal key begins the cents. Empty means nothing typed.
 */
export type MoneyEntry = string

export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'mark' | 'delete'

// R$ 9.999.999,99 is beyond every limit of the house, and its cents stay a safe integer.
const mostWholeDigits = 7

/** The entry after one key of the pad. Keys that would not fit change nothing. */
export const pressKey = (entry: MoneyEntry, key: PadKey): MoneyEntry => {
  if (key === 'delete') return entry.slice(0, -1)
  if (key === 'mark') return entry.includes('.') ? entry : `${entry || '0'}.`
  const [whole = '', cents] = entry.split('.')
  if (cents !== undefined) return cents.length < 2 ? entry + key : entry
  if (whole === '0') return key
  return whole.length < mostWholeDigits ? entry + key : entry
}

/**
 * The entry in a text typed or pasted: "R$ 1.234,56", "1,234.56" and "1234.5" all mean what a reader would say.
 * The last mark is the decimal one when one or two digits follow it and it is the language's own mark or the
 * only one of its kind; every other mark only groups.
 */
export const readEntry = (text: string, decimalMark: ',' | '.'): MoneyEntry => {
  const kept = text.replace(/[^\d.,]/g, '')
  const last = Math.max(kept.lastIndexOf(','), kept.lastIndexOf('.'))
  const after = last < 0 ? '' : kept.slice(last + 1)
  const mark = kept[last]
  const alone = mark !== undefined && kept.indexOf(mark) === last
  const isDecimal =
    last >= 0 && (mark === decimalMark ? alone : alone && after.length > 0 && after.length <= 2)
  const whole = (isDecimal ? kept.slice(0, last) : kept).replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  const cents = isDecimal ? `.${after.slice(0, 2)}` : ''
  return whole.slice(0, mostWholeDigits) + cents
}

/** Whole cents of an entry; nothing typed is 0. */
export const entryCents = (entry: MoneyEntry): number => {
  const [whole = '', cents = ''] = entry.split('.')
  return Number(whole || '0') * 100 + Number(cents.padEnd(2, '0'))
}

/** The entry that stands for these cents: `1050` is "10.50", `1000` is "10". */
export const entryOfCents = (cents: number): MoneyEntry => {
  const rest = cents % 100
  const whole = String((cents - rest) / 100)
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, '0')}`
}

/** The entry as it is shown, with the language's marks: "1234.5" is "1.234,5". */
export const showEntry = (entry: MoneyEntry, decimalMark: ',' | '.'): string => {
  const [whole = '', cents] = entry.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, decimalMark === ',' ? '.' : ',')
  return cents === undefined ? grouped : `${grouped}${decimalMark}${cents}`
}
